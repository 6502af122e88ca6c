// Idempotency keys of requests that move money: claimed before the handler, spent in the transaction of the effect, forgotten after a day.

import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type RawBuilder, sql } from 'kysely';
import type { Clock } from '../clock.ts';
import { compiledOnce } from '../db/driver/compiled.ts';
import type { Database } from '../db/pool.ts';
import { inTransaction, type Tx } from '../db/transaction.ts';
import { AppError, IDEMPOTENCY_KEY_IN_PROGRESS, IDEMPOTENCY_KEY_REUSED } from '../errors.ts';
import { newId } from '../ids.ts';
import { type Repetition, repeatEvery } from '../periodic-tasks.ts';
import type { Logger } from '../telemetry/log.ts';
import { refusedInput } from './request-bodies.ts';

/** Error codes of every route that takes the header; openapi.ts adds them to its table. */
export const idempotencyErrors = { [IDEMPOTENCY_KEY_REUSED]: 422, [IDEMPOTENCY_KEY_IN_PROGRESS]: 409 };

/** The lock of a request on its key. Opaque to use cases, which only pass it on. */
export type IdempotencyClaim = {
  userId: string;
  operation: string;
  key: string;
  lockToken: string;
  at: Temporal.Instant;
  /** Success status of the route. */
  status: number;
  /** The payment that an earlier request bound to this key without an answer: it is continued, no other is opened. */
  paymentId: string | undefined;
  isAnswered: boolean;
  /** The client sent the key, and means the same request by it; false of a key of our own, for a request without one. */
  isSent: boolean;
  /** Looks at what each transaction of the request has written, last of all; what it throws takes it back. */
  beforeCommit?: (tx: Tx) => Promise<void>;
};

/** The stored answer of an earlier identical request. */
type StoredAnswer = { status: number; body: unknown };

/** How long an answer is replayed to the same request. */
const KEPT_HOURS = 24;

/**
 * A request that has not renewed its lock for this long counts as dead, and the next one takes the key over. If it was only slow, its
 * transaction fails ({@link inIdempotentTransaction}).
 */
const ABANDONED_AFTER_SECONDS = 8;
/** Interval at which a running request renews its lock. */
const RENEW_EVERY_MS = 2_000;

/** A claim as it is written; an answer of `forgottenAt` or earlier is forgotten, a lock of `abandonedAt` or earlier is taken over. */
type NewClaim = Readonly<Record<'userId' | 'operation' | 'key' | 'requestSha256' | 'lockToken', string>> &
  Readonly<Record<'now' | 'forgottenAt' | 'abandonedAt', Temporal.Instant>>;

/**
 * The commit of a claim does not wait for the disk: that of the effect and its answer does, which stands behind it in the same log. A
 * server that fails between the two forgets both, and the request with them.
 */
const WITHOUT_FLUSH = sql<string>`set_config('synchronous_commit', 'off', true)`;

const insertClaim = compiledOnce((db, claim: NewClaim) => {
  const { userId, operation, key, requestSha256, lockToken, now, forgottenAt, abandonedAt } = claim;
  return db
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
          payment_id: sql`case when idempotency_key.answered_at is null then idempotency_key.payment_id end`,
        })
        .where((row) =>
          row.or([
            row('idempotency_key.answered_at', '<=', forgottenAt),
            row.and([
              row('idempotency_key.answered_at', 'is', null),
              row('idempotency_key.request_sha256', '=', requestSha256),
              row.or([row('idempotency_key.lock_token', 'is', null), row('idempotency_key.locked_at', '<=', abandonedAt)]),
            ]),
          ]),
        ),
    )
    .returning(['payment_id as paymentId', WITHOUT_FLUSH.as('flush')]);
});

/**
 * Locks the key for this request, or returns the stored answer of an identical one (A-core-2). Never in the transaction of an effect,
 * whose commit would not wait for the disk either.
 * Errors: `idempotency-key-reused` (something else was asked), `idempotency-key-in-progress` (still running).
 */
export async function claimKey(
  db: Database,
  request: { userId: string; operation: string; key: string; asked: unknown; status: number; now: Temporal.Instant },
): Promise<{ claim: IdempotencyClaim } | { stored: StoredAnswer }> {
  const { userId, operation, key, status, now } = request;
  const requestSha256 = digestOf(request.asked);
  const lockToken = newId();
  const [claimed] = await insertClaim(db, {
    userId,
    operation,
    key,
    requestSha256,
    lockToken,
    now,
    forgottenAt: now.subtract({ hours: KEPT_HOURS }),
    abandonedAt: now.subtract({ seconds: ABANDONED_AFTER_SECONDS }),
  });
  if (claimed) {
    const paymentId = claimed.paymentId ?? undefined;
    return { claim: { userId, operation, key, lockToken, at: now, status, paymentId, isAnswered: false, isSent: true } };
  }

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

/** Renews the lock of a running request; no effect once it is answered or another request has taken the key over. */
async function renewKey(db: Database, claim: IdempotencyClaim, now: Temporal.Instant): Promise<void> {
  await ownKey(db, claim).set({ locked_at: now }).execute();
}

/** Digest of what was asked, whatever the order of its fields; files enter with the digest of their bytes. */
function digestOf(asked: unknown): string {
  return sha256(JSON.stringify(inOneOrder(asked) ?? null));
}

function inOneOrder(value: unknown): unknown {
  if (value instanceof Uint8Array) return sha256(value);
  if (Array.isArray(value)) return value.map(inOneOrder);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(fields.map(([name, inner]) => [name, inOneOrder(inner)]));
}

function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/**
 * Runs `work` in one transaction and stores what it returns as the answer of the key. `answerOf` returns undefined when there is no
 * answer yet. Without a claim (no header) it is a plain transaction. When another request has taken the key over meanwhile, the
 * transaction is rolled back with `idempotency-key-in-progress`: the effect happens once.
 */
export async function inIdempotentTransaction<T>(
  db: Database,
  claim: IdempotencyClaim | undefined,
  work: (tx: Tx) => Promise<T>,
  answerOf: (result: T) => { body: unknown } | undefined = (result) => ({ body: result }),
): Promise<T> {
  const { result, isAnswer } = await inTransaction(db, async (tx) => {
    const result = await work(tx);
    const answer = answerOf(result);
    if (claim && answer) await storeAnswer(tx, claim, answer.body);
    await claim?.beforeCommit?.(tx);
    return { result, isAnswer: answer !== undefined };
  });
  if (claim && isAnswer) claim.isAnswered = true;
  return result;
}

/** A key with its answer, as the SQL function `idempotency_key_answer` takes it. */
export type AnsweredKey = Pick<IdempotencyClaim, 'userId' | 'operation' | 'key' | 'lockToken' | 'status'> & { answer?: unknown };

/**
 * The key and the answer, for a function of the database that does the whole use case (and answers `key-taken` where another request has
 * the key by now); undefined without a claim. `markAnswered` after it has.
 */
export function keyOfClaim(claim: IdempotencyClaim | undefined, body: unknown): AnsweredKey | undefined {
  if (!claim) return undefined;
  const { userId, operation, key, lockToken, status } = claim;
  return { userId, operation, key, lockToken, status, ...(body === undefined ? {} : { answer: body }) };
}

/** What such a function answered. Error: `idempotency-key-in-progress` for `key-taken`. */
export function markAnswered(claim: IdempotencyClaim | undefined, outcome: string): void {
  if (outcome === 'key-taken') throw keyTakenOver();
  if (claim) claim.isAnswered = true;
}

async function storeAnswer(tx: Tx, claim: IdempotencyClaim, body: unknown): Promise<void> {
  const stored = await ownKey(tx, claim)
    .set({
      answer_status: claim.status,
      answer_body: body === undefined ? null : JSON.stringify(body),
      answered_at: claim.at,
    })
    .returning('key')
    .executeTakeFirst();
  if (!stored) throw keyTakenOver();
}

/**
 * Binds the key to a payment, in the transaction that opens it: there is no answer yet, and a repeated request continues this payment.
 * Only pay-by-request.ts of the payments calls it.
 */
export async function bindToPayment(tx: Tx, claim: IdempotencyClaim | undefined, paymentId: string): Promise<void> {
  if (!claim) return;
  const spent = await ownKey(tx, claim).set({ payment_id: paymentId }).returning('key').executeTakeFirst();
  if (!spent) throw keyTakenOver();
}

/** After a final refusal of the payment the same request may open another one. */
export async function unbindPayment(db: Database, claim: IdempotencyClaim | undefined): Promise<void> {
  if (claim) await ownKey(db, claim).set({ payment_id: null }).execute();
}

function ownKey(db: Database | Tx, { userId, operation, key, lockToken }: IdempotencyClaim) {
  return db
    .updateTable('idempotency_key')
    .where('user_id', '=', userId)
    .where('operation', '=', operation)
    .where('key', '=', key)
    .where('lock_token', '=', lockToken)
    .where('answered_at', 'is', null);
}

function keyTakenOver(): AppError {
  return new AppError(IDEMPOTENCY_KEY_IN_PROGRESS, { detail: 'Another request with this key took over.' });
}

/**
 * Releases the key of a refused request: nothing has happened, so the client may retry with the same key. A key that is bound to a
 * payment of unknown outcome stays bound to it.
 */
export async function releaseKey(db: Database, claim: IdempotencyClaim): Promise<void> {
  const { userId, operation, key, lockToken } = claim;
  await ownKey(db, claim).where('payment_id', 'is not', null).set({ lock_token: null }).execute();
  await db
    .deleteFrom('idempotency_key')
    .where('user_id', '=', userId)
    .where('operation', '=', operation)
    .where('key', '=', key)
    .where('lock_token', '=', lockToken)
    .where('answered_at', 'is', null)
    .execute();
}

const IDEMPOTENCY_KEY = /^[\x21-\x7e]{8,255}$/;

/**
 * `preHandler` hook; it concerns routes that move money and only requests with the header. A simulation leaves the key free for the real
 * request, and is computed afresh each time.
 */
export async function takeIdempotencyKey(
  request: FastifyRequest,
  reply: FastifyReply,
  { db, clock }: { db: Database; clock: Clock },
): Promise<void> {
  const { config } = request.routeOptions;
  if (config.readUpload) request.upload = await config.readUpload(request);
  const sent = request.headers['idempotency-key'];
  if (config.idempotency !== 'key' || sent === undefined || !request.caller || config.isSimulation?.(request)) return;
  const key = checkKey(sent);
  const taken = await claimKey(db, {
    userId: request.caller.userId,
    operation: operationOf(request),
    key,
    asked: askedBy(request),
    status: config.successStatus ?? 201,
    now: clock.now(),
  });
  if ('claim' in taken) {
    renewWhileAnswering({ db, clock }, { request, reply, claim: taken.claim });
    return;
  }
  reply.status(taken.stored.status).header('idempotency-replayed', 'true');
  await (taken.stored.body === null ? reply.send() : reply.send(taken.stored.body));
}

/** Gives the request its claim, and renews it until the answer has left. */
export function renewWhileAnswering(
  { db, clock }: { db: Database; clock: Clock },
  { request, reply, claim }: { request: FastifyRequest; reply: FastifyReply; claim: IdempotencyClaim },
): void {
  request.idempotency = claim;
  const renewal = renewClaim({ db, clock, log: request.log }, claim);
  reply.raw.once('close', () => void renewal.stop());
}

/** Renews the lock until it is stopped. */
export function renewClaim(
  { db, clock, log }: { db: Database; clock: Clock; log: Pick<Logger, 'warn'> },
  claim: IdempotencyClaim,
): Repetition {
  return repeatEvery(RENEW_EVERY_MS, () => renewKey(db, claim, clock.now()), {
    onError: (err) => log.warn({ err }, 'lock of an idempotency key not renewed'),
  });
}

/** Of the route and its validated parameters, however the path spells them. */
function operationOf({ method, routeOptions, params }: FastifyRequest): string {
  const values: Readonly<Record<string, unknown>> = Object(params);
  return `${method} ${routeOptions.url?.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values[name])))}`;
}

/** The validated body, with the query where the route has one: unknown parameters count as little as unknown fields. */
function askedBy({ routeOptions: { config, schema }, query, body, upload }: FastifyRequest): unknown {
  const sent = config.readUpload ? upload : body;
  return schema?.querystring === undefined ? sent : { query, body: sent };
}

function checkKey(sent: string | string[]): string {
  if (typeof sent === 'string' && IDEMPOTENCY_KEY.test(sent)) return sent;
  throw refusedInput('headers/idempotency-key', 'needs 8 to 255 visible characters');
}

/** Rows deleted per statement, which keeps locks short. */
const MAX_AT_ONCE = 5_000;

/** Deletes keys whose answer is no longer replayed, and those of requests that died long ago; a dry run only counts them. */
export async function forgetIdempotencyKeys(
  { db, clock }: { db: Database; clock: Clock },
  { dryRun }: { dryRun: boolean },
): Promise<{ old: number; deleted: number; dryRun: boolean }> {
  const before = clock.now().subtract({ hours: KEPT_HOURS });
  if (dryRun) return { old: await countOld(db, before), deleted: 0, dryRun };
  let deleted = 0;
  for (;;) {
    const some = await deleteSome(db, before);
    deleted += some;
    if (some < MAX_AT_ONCE) return { old: deleted, deleted, dryRun };
  }
}

/** Uses the index on locked_at, as an answer is never older than its lock. */
function isOld(before: Temporal.Instant): RawBuilder<boolean> {
  return sql<boolean>`locked_at <= ${before} and coalesce(answered_at, locked_at) <= ${before}`;
}

async function countOld(db: Database, before: Temporal.Instant): Promise<number> {
  const row = await db
    .selectFrom('idempotency_key')
    .select((key) => key.fn.countAll<number>().as('count'))
    .where(isOld(before))
    .executeTakeFirstOrThrow();
  return row.count;
}

async function deleteSome(db: Database, before: Temporal.Instant): Promise<number> {
  const result = await sql`
    delete from idempotency_key
    where ctid = any (
      array(
        select ctid
        from idempotency_key
        where ${isOld(before)}
        order by locked_at
        limit ${MAX_AT_ONCE}
        for update skip locked
      )
    )`.execute(db);
  return Number(result.numAffectedRows ?? 0);
}
