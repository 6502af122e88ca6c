// The library swallows failures of the database (a sign-out "succeeds", a session "is none"): they are heard here all the same.

import { AsyncLocalStorage } from 'node:async_hooks';

/** `note` is told of a failure in the context of the request that met it; `during` gives what `work` gives, unless one was noted. */
export type LibraryFailures = { note(failure: unknown): void; during<T>(work: () => Promise<T>): Promise<T> };

/** Of one session layer. `during` throws the failure that was noted, whatever the library made of it. */
export function createLibraryFailures(): LibraryFailures {
  const ofRequest = new AsyncLocalStorage<{ failure: unknown }>();
  return {
    note: (failure) => {
      const request = ofRequest.getStore();
      if (request) request.failure ??= failure;
    },
    during: async (work) => {
      const request: { failure: unknown } = { failure: undefined };
      const result = await ofRequest.run(request, work).catch((error: unknown) => {
        throw request.failure ?? error;
      });
      if (request.failure !== undefined) throw request.failure;
      return result;
    },
  };
}
