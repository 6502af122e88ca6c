// The parts that service.ts builds once and passes to use cases; types only. A function declares the parts it needs with Pick.

import type { Subject } from './config/schema.ts';
import type { Config } from './config/settings.ts';
import type { Cache } from './core/cache.ts';
import type { Clock } from './core/clock.ts';
import type { KeyedSemaphore } from './core/concurrency/keyed-semaphore.ts';
import type { Database } from './core/db/pool.ts';
import type { Tx } from './core/db/transaction.ts';
import type { Jobs } from './core/jobs/jobs.ts';
import type { Logger } from './core/telemetry/log.ts';
import type { Metrics } from './core/telemetry/metrics.ts';
import type { ExecuteDeps, PaymentMover, PaymentPurpose, Settlement } from './money/payments/index.ts';
import type { Automation } from './providers/automation/index.ts';
import type { Chat } from './providers/chat/index.ts';
import type { DefaultsPlatform } from './providers/defaults/index.ts';
import type { Mailer } from './providers/email/index.ts';
import type { IdentityProvider } from './providers/identity/index.ts';
import type { PaymentProvider } from './providers/payments/index.ts';
import type { Registry } from './providers/registry/index.ts';
import type { Storage } from './providers/storage/index.ts';
import type { TimestampAuthority } from './providers/timestamps/index.ts';

/** The parts of the running service. */
export type AppDeps = {
  /** This process: its id, the version that it runs, and a signal that is aborted at shutdown. */
  process: { id: string; version: string; stopping: AbortSignal };
  config: Config;
  /** The table that `config` was read from. */
  settingSubjects: readonly Subject[];
  log: Logger;
  clock: Clock;
  db: Database;
  jobs: Jobs;
  /** The queue of a property in demand: waiting there takes no connection. */
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
  /** Where operators may sign in; undefined where none is configured. */
  identityProvider: IdentityProvider | undefined;
  /** Undefined where no authority is configured. */
  timestamps: TimestampAuthority | undefined;
  mover: PaymentMover;
  settlements: Readonly<Record<PaymentPurpose, Settlement>>;
  onIncident: ExecuteDeps['onIncident'];
  /** Ends what a replaced password opened, and notifies its owner; called by session, implemented by investor-passkeys. */
  onPasswordReplaced: (
    tx: Tx,
    of: { userId: string; by: 'password-reset' | 'admin-create'; isInvestor: boolean },
  ) => Promise<void>;
};
