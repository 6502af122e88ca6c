// The client: all operations of the API as methods, on one session.

import { MortarError } from './error.ts';
import { createClient } from './generated/client/index.ts';
import { MortarOperations } from './generated/sdk.gen.ts';
import { addKey } from './idempotency.ts';
import { createTransport, type Transport, type TransportOptions } from './transport.ts';

/** `url` is that of the service, such as `https://api.example.org`; `cookie` a session kept from `mortar.cookie()`, for Node. */
export type MortarOptions = TransportOptions & { url: string };

export class Mortar extends MortarOperations {
  readonly #transport: Transport;

  constructor({ url, ...options }: MortarOptions) {
    const transport = createTransport(options);
    const client = createClient({
      baseUrl: url.replace(/\/+$/, ''),
      credentials: 'include',
      throwOnError: true,
      fetch: (input) => transport.send(input instanceof Request ? input : new Request(input)),
    });
    client.interceptors.request.use(addKey);
    // Without an answer there is nothing to read: what `fetch` threw stays as it is.
    client.interceptors.error.use((body, response) =>
      response === undefined || response.ok ? body : new MortarError(body, response),
    );
    super({ client });
    this.#transport = transport;
  }

  /** The session as a Cookie header, to go on with later: `createMortar({ url, cookie })`. In a browser empty: it keeps its own. */
  cookie(): string {
    return this.#transport.cookie();
  }
}

/**
 * A client for the service at `url`. Every operation is a method that returns the body of its success, and throws a MortarError for
 * any other answer. In Node the client keeps the session cookies that it receives; in a browser the browser does.
 */
export function createMortar(options: MortarOptions): Mortar {
  return new Mortar(options);
}
