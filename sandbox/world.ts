// The parts of one sandbox, passed as first argument. There is no global state, so several sandboxes can run in one process.
import type { Calls } from './calls.ts';
import type { Clock } from './clock.ts';
import type { Faults } from './faults.ts';
import type { Late } from './late.ts';
import type { Notifications } from './notifications.ts';
import type { Store } from './state.ts';

/** Settings that `PUT /_control/settings` changes; a reset restores them. */
export type Settings = {
  /** HTTP status of a functional error: 400, or 200 with the error object in the body (provider.md#failures). */
  errorStatus: number;
  /** The provider refuses files under 100 KB; 0 by default, so that tests can send small files. */
  minUploadBytes: number;
  /** The provider refuses names such as "test", without a vowel, or with a letter three times in a row. */
  refuseOddNames: boolean;
  tokenSeconds: number;
  notificationFormat: 'json' | 'form';
};

/** API keys of callers; `webhook` is the one that the sandbox sends to the application. */
export type Keys = { provider: string; webhook: string; defaults: string; registry: string; voting: string };

export type World = {
  store: Store;
  clock: Clock;
  faults: Faults;
  late: Late;
  calls: Calls;
  notifications: Notifications;
  settings: Settings;
  keys: Keys;
  /** The current bearer token; its expiry is in machine time, not business time. */
  token: { value: string; expiresAtMs: number };
};
