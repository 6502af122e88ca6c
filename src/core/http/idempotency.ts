// Idempotency-Key on routes that move money: the answer is stored in the transaction of the effect, so neither can be lost alone.

import { createHash } from 'node:crypto';
import type { Database } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { AppError, IDEMPOTENCY_KEY_IN_PROGRESS, IDEMPOTENCY_KEY_REUSED } from '../errors.ts';
import { newId } from '../ids.ts';

/** Codes that the header adds to a route. */
export const idempotencyErrors = { [IDEMPOTENCY_KEY_REUSED]: 422, [IDEMPOTENCY_KEY_IN_PROGRESS]: 409 };

/** A request that holds its key until it is answered. */
export type IdempotencyClaim = { userId: string; operation: string; key: string; lockToken: string };

/** The stored answer of an earlier identical request. */
export type StoredAnswer = { status: number; body: unknown };

/** How long an answer is given back to the same request. */
export const KEPT_HOURS = 24;

/** An unanswered request older than this died before its commit, so nothing happened and the key is free again. */
const ABANDONED_AFTER_SECONDS = 60;

/**
 * Takes the key for this request, or gives the stored answer of an identical one.
 * Errors: `idempotency-key-reused` (other body), `idempotency-key-in-progress` (still running).
 */
export async function claimKey(
  db: Database,
  request: { userId: string; operation: string; key: string; body: unknown; now: Temporal.Instant },
): Promise<{ claim: IdempotencyClaim } | { stored: StoredAnswer }> {
  const { userId, operation, key, now } = request;
  const requestSha256 = createHash('sha256')
    .update(JSON.stringify(request.body ?? null))
    .digest('hex');
  const lockToken = newId();
  const claimed = await db
    .insertInto('idempotency_key')
    .values({ user_id: userId, operation, key, request_sha256: requestSha256, lock_token: lockToken, locked_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'operation', 'key'])
        .doUpdateSet({
          request_sha256: requestSha256,
          lock_token: lockToken,
          locked_at: now,
          answer_status: null,
          answer_body: null,
          answered_at: null,
        })
        .where((row) =>
          row.or([
            row('idempotency_key.answered_at', '<=', now.subtract({ hours: KEPT_HOURS })),
            row.and([
              row('idempotency_key.answered_at', 'is', null),
              row('idempotency_key.request_sha256', '=', requestSha256),
              row('idempotency_key.locked_at', '<=', now.subtract({ seconds: ABANDONED_AFTER_SECONDS })),
            ]),
          ]),
        ),
    )
    .returning('lock_token')
    .executeTakeFirst();
  if (claimed) return { claim: { userId, operation, key, lockToken } };

  const held = await db
    .selectFrom('idempotency_key')
    .select(['request_sha256', 'answer_status', 'answer_body'])
    .where('user_id', '=', userId)
    .where('operation', '=', operation)
    .where('key', '=', key)
    .executeTakeFirst();
  if (held && held.request_sha256 !== requestSha256)
    throw new AppError(IDEMPOTENCY_KEY_REUSED, { detail: 'This key was used for another request.' });
  if (held?.answer_status == null)
    throw new AppError(IDEMPOTENCY_KEY_IN_PROGRESS, { detail: 'A request with this key is still running.' });
  return { stored: { status: held.answer_status, body: held.answer_body } };
}

/**
 * Stores the answer in the transaction of the effect. When another request took the abandoned key over meanwhile, the
 * whole transaction is refused: the effect happens once. Without a claim (no header sent) it does nothing.
 */
export async function rememberAnswer(
  tx: Tx,
  claim: IdempotencyClaim | undefined,
  answer: { status: number; body?: unknown; at: Temporal.Instant },
): Promise<void> {
  if (!claim) return;
  const stored = await tx
    .updateTable('idempotency_key')
    .set({
      answer_status: answer.status,
      answer_body: answer.body === undefined ? null : JSON.stringify(answer.body),
      answered_at: answer.at,
    })
    .where('user_id', '=', claim.userId)
    .where('operation', '=', claim.operation)
    .where('key', '=', claim.key)
    .where('lock_token', '=', claim.lockToken)
    .where('answered_at', 'is', null)
    .returning('key')
    .executeTakeFirst();
  if (!stored) throw new AppError(IDEMPOTENCY_KEY_IN_PROGRESS, { detail: 'Another request with this key took over.' });
}

/** Frees the key of a refused request: nothing happened, so the client may try again with the same key. */
export async function releaseKey(db: Database, claim: IdempotencyClaim): Promise<void> {
  await db
    .deleteFrom('idempotency_key')
    .where('user_id', '=', claim.userId)
    .where('operation', '=', claim.operation)
    .where('key', '=', claim.key)
    .where('lock_token', '=', claim.lockToken)
    .where('answered_at', 'is', null)
    .execute();
}
