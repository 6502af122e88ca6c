// What every part of one sandbox gets as its first argument. Nothing is global: several sandboxes can run in one process.
import type { Calls } from './calls.ts';
import type { Clock } from './clock.ts';
import type { Faults } from './faults.ts';
import type { Late } from './late.ts';
import type { Notifications } from './notifications.ts';
import type { Store } from './state.ts';

/** Switches that `PUT /_control/settings` changes; a reset restores them. */
export type Settings = {
  /** HTTP status of a functional error: 400, or 200 with the error object in the body (provider.md#failures). */
  errorStatus: number;
  /** The vendor refuses files under 100 KB; 0 here so that tests can send small ones. */
  minUploadBytes: number;
  /** The vendor refuses names such as "test", without a vowel, or with a letter three times in a row. */
  refuseOddNames: boolean;
  tokenSeconds: number;
  notificationFormat: 'json' | 'form';
};

/** The secrets that callers must show; `webhook` is the one we show to the application. */
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
  /** The bearer token in force; machine time, because it belongs to the transport and not to the business. */
  token: { value: string; expiresAtMs: number };
};
