// Answers of the health of the platform.

import { type Static, Type } from 'typebox';
import { Model, Nullable, Timestamp, Words } from '../../../core/http/schemas.ts';

const Failing = Model('FailingOperation', {
  operation: Type.String(),
  failingSince: Type.String({ ...Timestamp, description: 'the first failure since the last success' }),
  failedAt: Timestamp,
});

/** `isDown`: a call of it has failed within fifteen minutes, and not succeeded since. */
export const ProviderHealth = Model('ProviderHealth', {
  isDown: Type.Boolean(),
  since: Nullable(Timestamp),
  failing: Type.Array(Failing),
});
export type ProviderHealth = Static<typeof ProviderHealth>;

const Waiting = Model('WaitingWork', {
  count: Type.Integer({ minimum: 0, description: 'due now; 1000 stands for 1000 or more' }),
  oldestAt: Nullable(Timestamp),
});

export const PlatformHealth = Model('PlatformHealth', {
  version: Type.String(),
  at: Timestamp,
  provider: ProviderHealth,
  otherServices: Type.Array(Failing, {
    description: 'calls to other external services that have failed since their last success',
  }),
  database: Model('DatabaseHealth', { isWritable: Type.Boolean() }),
  workers: Model('WorkerHealth', {
    living: Type.Integer({ minimum: 0 }),
    fault: Nullable(Words(['none-runs', 'ends-again-and-again'], { title: 'WorkerFault' })),
  }),
  jobs: Waiting,
  mails: Model('MailHealth', {
    ...Waiting.properties,
    failedLastDay: Type.Integer({ minimum: 0, description: 'given up within 24 hours' }),
  }),
  openPayments: Type.Object({ ...Waiting.properties }, { description: 'ordered, and without an outcome at the provider' }),
  lastRuns: Type.Array(
    Model('LastRun', {
      job: Type.String(),
      cron: Type.String({ description: 'five fields, UTC' }),
      endedAt: Nullable(Type.String({ ...Timestamp, description: 'null: not within seven days' })),
      isFailed: Type.Boolean(),
    }),
  ),
});
export type PlatformHealth = Static<typeof PlatformHealth>;
