// The only way to open a transaction, and the branded type that proves at compile time that code runs inside one.

import { type IsolationLevel, sql, type Transaction } from 'kysely';
import pg from 'pg';
import { callerOf, inSpan, type Span } from '../telemetry/trace.ts';
import type { Database } from './pool.ts';
import type { DB } from './tables.ts';

declare const insideTransaction: unique symbol;

/** An open transaction. Only {@link inTransaction} creates one; functions that write take it as their first argument. */
export type Tx = Transaction<DB> & { readonly [insideTransaction]: true };

/** What is to be done once a transaction has committed: nothing that must happen, since the process may die before. */
const afterCommit = new WeakMap<object, (() => void)[]>();

/** Calls `act` once the transaction has committed, at once outside of one; never after a rollback. */
export function onCommit(db: Database | Tx, act: () => void): void {
  const acts = afterCommit.get(db);
  if (acts) acts.push(act);
  else act();
}

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK_DETECTED = '40P01';
const MAX_ATTEMPTS = 5;

/**
 * Runs `work` in one transaction, at isolation level read committed by default. After a serialization failure or a deadlock the whole
 * `work` is retried, so it must have no effect other than through `tx`.
 */
export function inTransaction<T>(
  db: Database,
  work: (tx: Tx) => Promise<T>,
  isolation: IsolationLevel = 'read committed',
): Promise<T> {
  const name = () => `transaction ${callerOf(inTransaction) ?? ''}`.trimEnd();
  return inSpan({ name, kind: 'client', values: { 'db.system.name': 'postgresql' } }, (span) =>
    runTransaction(db, work, { isolation, span }),
  );
}

async function runTransaction<T>(
  db: Database,
  work: (tx: Tx) => Promise<T>,
  { isolation, span }: { isolation: IsolationLevel; span: Span },
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    if (attempt > 1) span.add({ 'mortar.transaction.attempts': attempt });
    const acts: (() => void)[] = [];
    try {
      const result = await db
        .transaction()
        .setIsolationLevel(isolation)
        .execute((transaction) => {
          afterCommit.set(transaction, acts);
          // Border: the brand exists only in the type.
          return work(transaction as Tx);
        });
      for (const act of acts) act();
      return result;
    } catch (error) {
      if (attempt >= MAX_ATTEMPTS || !isRetryable(error)) throw error;
    }
  }
}

function isRetryable(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === SERIALIZATION_FAILURE || error.code === DEADLOCK_DETECTED);
}

/** Name of the violated constraint, when `error` is a violation of one (unique, check, foreign key, exclusion). */
export function violatedConstraint(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError && error.code?.startsWith('23') ? error.constraint : undefined;
}

/** Advisory lock on `key` until the end of the transaction; for rules that no row or constraint can enforce. */
export async function lockKey(tx: Tx, key: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx);
}

/** Takes the lock of {@link lockKey} if nobody holds it; false at once otherwise. */
export async function tryLockKey(tx: Tx, key: string): Promise<boolean> {
  const { rows } = await sql<{ isTaken: boolean }>`
    select coalesce(pg_try_advisory_xact_lock(hashtextextended(${key}, 0)), false) as "isTaken"`.execute(tx);
  return rows[0]?.isTaken ?? false;
}
