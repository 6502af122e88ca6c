// The parts that service.ts builds once and passes to use cases; types only. A function declares the parts it needs with Pick.

import type { settings } from './config.ts';
import type { Cache } from './core/cache.ts';
import type { Clock } from './core/clock.ts';
import type { KeyedSemaphore } from './core/concurrency/keyed-semaphore.ts';
import type { Database } from './core/db/pool.ts';
import type { CustomerId } from './core/db/tables.ts';
import type { Tx } from './core/db/transaction.ts';
import type { Jobs } from './core/jobs.ts';
import type { Logger } from './core/log.ts';
import type { Metrics } from './core/metrics.ts';
import type { Subject, ValuesOf } from './core/settings.ts';
import type { ExecuteDeps, PaymentMover, PaymentPurpose, Settlement } from './money/payments/index.ts';
import type { Automation } from './providers/automation/index.ts';
import type { Chat } from './providers/chat/index.ts';
import type { DefaultsPlatform } from './providers/defaults/index.ts';
import type { Mailer } from './providers/email/index.ts';
import type { PaymentProvider } from './providers/payments/index.ts';
import type { Registry } from './providers/registry/index.ts';
import type { Storage } from './providers/storage/index.ts';

/** The value of every setting by its environment name, read once at start (config.ts). */
export type Config = ValuesOf<typeof settings>;

/** The parts of the running service. */
export type AppDeps = {
  /** This process: its id, and a signal that is aborted at shutdown. */
  process: { id: string; stopping: AbortSignal };
  config: Config;
  /** The table that `config` was read from. */
  settingSubjects: readonly Subject[];
  log: Logger;
  clock: Clock;
  db: Database;
  jobs: Jobs;
  /** The queue of a property in demand: who waits there has no connection. */
  propertyQueue: KeyedSemaphore;
  cache: Cache;
  metrics: Metrics;
  payments: PaymentProvider;
  /** How calls to external services ended in this process. */
  callWatch: {
    observe(call: { operation: string; outcome: string }): void;
    take(): Map<string, { isFailing: boolean | null; isRetired: boolean }>;
    giveBack(observed: ReadonlyMap<string, { isFailing: boolean | null; isRetired: boolean }>): void;
  };
  mailer: Mailer;
  chat: Chat;
  automation: Automation;
  registry: Registry;
  defaults: DefaultsPlatform;
  storage: Storage;
  mover: PaymentMover;
  settlements: Readonly<Record<PaymentPurpose, Settlement>>;
  tellIncident: ExecuteDeps['tellIncident'];
  /** Cancels withdrawals that were not sent, for a freeze; called by customers, implemented by withdrawals. */
  stopWithdrawals: (tx: Tx, of: { customerId: CustomerId; at: Temporal.Instant }) => Promise<void>;
  /** Removes bank accounts that were added since a moment; called by mfa, implemented by bank-accounts. */
  forgetBankAccounts: (tx: Tx, of: { customerId: CustomerId; since: Temporal.Instant }) => Promise<void>;
  /** Blocks gift cards that were bought since a moment and not redeemed; called by mfa, implemented by gift-cards. */
  blockGiftCards: (
    tx: Tx,
    of: { customerId: CustomerId; since: Temporal.Instant; reason: string; at: Temporal.Instant },
  ) => Promise<number>;
  /** Ends what a replaced password opened, and tells its owner; called by session, implemented by mfa. */
  passwordReplaced: (tx: Tx, of: { userId: string; by: 'password-reset' | 'admin-create' }) => Promise<void>;
};
