// Connections to the database and how long a request waits for them.

import { confidential, flag, integer, required, subject, url } from './schema.ts';

export const database = subject('Database', 'Where everything is kept, and how long a request may wait for it.', {
  DATABASE_URL: required(
    confidential(url(undefined, 'Connection to PostgreSQL 15 or later. Absent: the embedded one that `npm start` runs.')),
  ),
  MIGRATION_DATABASE_URL: confidential(
    url(undefined, 'Connection of the owner of the tables, for `migrate`. Absent: DATABASE_URL.'),
  ),
  DATABASE_SESSION_URL: confidential(
    url(
      undefined,
      'Only where DATABASE_URL leads to a pooler in transaction mode: an address of the same database whose connections keep their session, for notifications. The pooler then sets role and timeouts (docs/guides/behind-a-pooler.md).',
    ),
  ),
  DATABASE_REPLICA_URL: confidential(
    url(
      undefined,
      'A streaming replica of the database, itself and not through a pooler or balancer: answers the routes that may lag (docs/guides/read-replicas.md). Absent: the primary answers them.',
    ),
  ),
  DATABASE_REPLICA_LAG_LIMIT_MS: integer(
    10_000,
    'A replica that is further behind is not read until it has caught up; the primary answers in its place.',
    { min: 1_000, max: 600_000 },
  ),
  DATABASE_PREPARES: flag(
    true,
    'Statements are named, so that the database plans them once. `false` behind a pooler in transaction mode that does not follow names (PgBouncer before 1.21).',
  ),
  DATABASE_POOL_SIZE: integer(10, 'Most connections of one process to the database for its requests, and as many for its jobs.', {
    min: 2,
    max: 200,
  }),
  HEAVY_REQUESTS_AT_ONCE: integer(
    6,
    'Requests that move money which one process has begun and that need the database; the others wait in line. Below DATABASE_POOL_SIZE, so that light requests find a connection.',
    { min: 1, max: 100 },
  ),
  DATABASE_CONNECTION_WAIT_MS: integer(
    5_000,
    'Longest wait of a request for a connection to the database; beyond it the answer is 503. Jobs wait 30 s.',
    { min: 50, max: 60_000 },
  ),
  DATABASE_LOCK_WAIT_MS: integer(
    5_000,
    'Longest wait of a request for a lock in the database; beyond it the answer is 503. Jobs wait 30 s.',
    {
      min: 50,
      max: 60_000,
    },
  ),
  DATABASE_STATEMENT_LIMIT_MS: integer(
    15_000,
    'Longest statement of a request, its wait for locks included; beyond it the answer is 503. Statements of jobs have 120 s.',
    { min: 50, max: 120_000 },
  ),
});
