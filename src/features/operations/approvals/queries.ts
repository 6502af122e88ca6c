// SQL of requests that wait for a second administrator. What was asked is never changed: the database lets only the rest be written.

import { sql } from 'kysely';
import { type Cents, centsOf } from '../../../core/cents.ts';
import type { Database } from '../../../core/db/pool.ts';
import { inPeriod } from '../../../core/db/sql-fragments.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import type { CursorKey } from '../../../core/http/pagination.ts';
import type { Period } from '../../../core/period.ts';
import type { Role } from '../../access/session/index.ts';
import type { ApprovalState, Moved } from './rules.ts';
import type { DryRun } from './schemas.ts';

const COLUMNS = [
  'id',
  'state',
  'operation',
  'permission',
  'audit_kind as auditKind',
  'params',
  'body',
  'dry_run as dryRun',
  'ordered_digest as orderedDigest',
  'amount_cents as amountCents',
  'asked_by as askedBy',
  'asked_by_email as askedByEmail',
  'asked_at as askedAt',
  'expires_at as expiresAt',
  'decided_by as decidedBy',
  'decided_by_email as decidedByEmail',
  'decided_at as decidedAt',
  'reason',
  'ended_at as endedAt',
  'payment_id as paymentId',
  'error_code as errorCode',
  'error_detail as errorDetail',
  'changed_to as changedTo',
] as const;

export type ApprovalRow = NonNullable<Awaited<ReturnType<typeof findApproval>>>;

function selectApprovals(db: Database | Tx) {
  return db.selectFrom('approval').select(COLUMNS);
}

export async function findApproval(db: Database | Tx, id: string) {
  return selectApprovals(db).where('id', '=', id).executeTakeFirst();
}

/** Locked until the end of the transaction: who decides about it waits for who does already. */
export async function lockApproval(tx: Tx, id: string): Promise<ApprovalRow | undefined> {
  return selectApprovals(tx).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Newest first; `now`: those whose time is over are no longer waiting. */
export async function listApprovals(
  db: Database,
  {
    state,
    now,
    after,
    limit,
    ...period
  }: Period & { state?: ApprovalState | undefined; now: Temporal.Instant; after: CursorKey | undefined; limit: number },
): Promise<ApprovalRow[]> {
  let query = selectApprovals(db).where(inPeriod('asked_at', period));
  if (state === 'waiting') query = query.where('state', '=', state).where('expires_at', '>', now);
  else if (state === 'expired')
    query = query.where((row) =>
      row.or([row('state', '=', state), row.and([row('state', '=', 'waiting'), row('expires_at', '<=', now)])]),
    );
  else if (state !== undefined) query = query.where('state', '=', state);
  if (after) query = query.where(sql<boolean>`(asked_at, id) < (${after.at}, ${after.id})`);
  return query.orderBy('asked_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

type MovedAlone = { administratorId: string; day: Temporal.PlainDate; moved: Moved };

/** What the administrator has moved alone on the day, with `moved` more. */
export async function readMovedAlone(db: Database, { administratorId, day, moved }: MovedAlone): Promise<Moved> {
  const row = await db
    .selectFrom('moved_alone')
    .select(['pay_out_cents as payOutCents', 'transfer_cents as transferCents', 'booked_cents as bookedCents'])
    .where('administrator_id', '=', administratorId)
    .where('day', '=', day)
    .executeTakeFirst();
  return {
    payOutCents: centsOf((row?.payOutCents ?? 0) + moved.payOutCents),
    transferCents: centsOf((row?.transferCents ?? 0) + moved.transferCents),
    bookedCents: centsOf((row?.bookedCents ?? 0) + moved.bookedCents),
  };
}

/** Adds `moved`, and answers what the day then has. Locks the day of the administrator: of two requests at once one sees the other. */
export async function addMovedAlone(tx: Tx, { administratorId, day, moved }: MovedAlone): Promise<Moved> {
  return tx
    .insertInto('moved_alone')
    .values({
      administrator_id: administratorId,
      day,
      pay_out_cents: moved.payOutCents,
      transfer_cents: moved.transferCents,
      booked_cents: moved.bookedCents,
    })
    .onConflict((conflict) =>
      conflict.columns(['administrator_id', 'day']).doUpdateSet({
        pay_out_cents: sql`moved_alone.pay_out_cents + excluded.pay_out_cents`,
        transfer_cents: sql`moved_alone.transfer_cents + excluded.transfer_cents`,
        booked_cents: sql`moved_alone.booked_cents + excluded.booked_cents`,
      }),
    )
    .returning(['pay_out_cents as payOutCents', 'transfer_cents as transferCents', 'booked_cents as bookedCents'])
    .executeTakeFirstOrThrow();
}

export type NewApproval = {
  id: string;
  operation: string;
  permission: string;
  auditKind: string;
  params: unknown;
  body: unknown;
  requestSha256: string;
  dryRun: DryRun;
  orderedDigest: string;
  amountCents: Cents;
  askedBy: { administratorId: string; email: string };
  askedAt: Temporal.Instant;
  expiresAt: Temporal.Instant;
};

/** False where the same request waits already; one whose time is over makes room. */
export async function insertApproval(tx: Tx, asked: NewApproval): Promise<boolean> {
  const { operation, requestSha256, askedAt } = asked;
  await expire(tx, askedAt, { operation, requestSha256 });
  const inserted = await tx
    .insertInto('approval')
    .values({
      id: asked.id,
      operation,
      permission: asked.permission,
      audit_kind: asked.auditKind,
      params: JSON.stringify(asked.params ?? {}),
      body: JSON.stringify(asked.body ?? {}),
      request_sha256: requestSha256,
      dry_run: JSON.stringify(asked.dryRun),
      ordered_digest: asked.orderedDigest,
      amount_cents: asked.amountCents,
      asked_by: asked.askedBy.administratorId,
      asked_by_email: asked.askedBy.email,
      asked_at: askedAt,
      expires_at: asked.expiresAt,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['operation', 'request_sha256'])
        .where('state', '=', sql.lit('waiting' as const))
        .doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** The same request that waits. */
export async function findSame(
  tx: Tx,
  { operation, requestSha256 }: Pick<NewApproval, 'operation' | 'requestSha256'>,
): Promise<ApprovalRow | undefined> {
  return selectApprovals(tx)
    .where('operation', '=', operation)
    .where('request_sha256', '=', requestSha256)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
}

/** Ends the wait of those whose time is over, and returns them. `same`: of this request alone. */
export async function expire(
  tx: Tx,
  now: Temporal.Instant,
  same?: Pick<NewApproval, 'operation' | 'requestSha256'>,
): Promise<Pick<ApprovalRow, 'askedByEmail' | 'auditKind' | 'amountCents'>[]> {
  let query = tx
    .updateTable('approval')
    .set({ state: 'expired', ended_at: now })
    .where('state', '=', sql.lit('waiting' as const))
    .where('expires_at', '<=', now);
  if (same) query = query.where('operation', '=', same.operation).where('request_sha256', '=', same.requestSha256);
  return query.returning(['asked_by_email as askedByEmail', 'audit_kind as auditKind', 'amount_cents as amountCents']).execute();
}

/** How many wait whose time is over. */
export async function countOverdue(db: Database, now: Temporal.Instant): Promise<number> {
  const row = await db
    .selectFrom('approval')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('state', '=', 'waiting')
    .where('expires_at', '<=', now)
    .executeTakeFirstOrThrow();
  return row.count;
}

export type Decision = {
  to: 'approved' | 'refused';
  by: { administratorId: string; email: string };
  reason: string | null;
  at: Temporal.Instant;
};

/** `waiting` to what was decided; the caller has locked it. False when it waits no more. */
export async function writeDecision(tx: Tx, id: string, { to, by, reason, at }: Decision): Promise<boolean> {
  const row = await tx
    .updateTable('approval')
    .set({
      state: to,
      decided_by: by.administratorId,
      decided_by_email: by.email,
      decided_at: at,
      reason,
      ended_at: to === 'refused' ? at : null,
    })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** `approved` to `executed`, in the transaction that moves the money: of two that execute it one does. False for the other. */
export async function markExecuted(tx: Tx, id: string, at: Temporal.Instant): Promise<boolean> {
  const row = await tx
    .updateTable('approval')
    .set({ state: 'executed', ended_at: at })
    .where('id', '=', id)
    .where('state', '=', 'approved')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** The money was ordered, and the provider has not said yet what becomes of it. */
export async function writeOpenPayment(tx: Tx, id: string, paymentId: string): Promise<void> {
  await tx.updateTable('approval').set({ payment_id: paymentId }).where('id', '=', id).where('state', '=', 'executed').execute();
}

/**
 * `failed`: refused by a rule before anything was written, or by the provider after it was ordered (`from` executed). `changed`: nothing
 * was written.
 */
export type Ending = { from: readonly ('approved' | 'executed')[] } & (
  | { state: 'failed'; code: string; detail: string | undefined }
  | { state: 'changed'; changedTo: DryRun }
);

/** False where it has ended otherwise. */
export async function writeEnding(tx: Tx, id: string, ending: Ending, at: Temporal.Instant): Promise<boolean> {
  const row = await tx
    .updateTable('approval')
    .set({
      state: ending.state,
      ended_at: at,
      ...(ending.state === 'failed'
        ? { error_code: ending.code, error_detail: ending.detail ?? null }
        : { changed_to: JSON.stringify(ending.changedTo) }),
    })
    .where('id', '=', id)
    .where('state', 'in', ending.from)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Approved by `before` and not ended: their process has died, or the database or the provider was not there. */
export async function listUnfinished(db: Database, before: Temporal.Instant, limit: number): Promise<ApprovalRow[]> {
  return selectApprovals(db)
    .where('state', '=', sql.lit('approved' as const))
    .where('decided_at', '<=', before)
    .orderBy('decided_at')
    .limit(limit)
    .execute();
}

/** Those that nobody was mailed about yet, which are marked as mailed; oldest first. */
export async function takeUnmailed(tx: Tx, now: Temporal.Instant): Promise<ApprovalRow[]> {
  const taken = await tx
    .updateTable('approval')
    .set({ mailed_at: now })
    .where('state', '=', sql.lit('waiting' as const))
    .where('mailed_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(COLUMNS)
    .execute();
  return taken.toSorted((a, b) => Temporal.Instant.compare(a.askedAt, b.askedAt));
}

/** Who may decide, with their roles' permission read by the caller: every administrator who has one of these roles. */
export async function findAdministratorsWith(tx: Tx, roles: readonly Role[]): Promise<{ id: string; email: string }[]> {
  return tx
    .selectFrom('auth_user as person')
    .select(['person.id', 'person.email'])
    .where('person.role', '=', 'admin')
    .where((person) =>
      person.exists(
        person
          .selectFrom('administrator_role as held')
          .whereRef('held.user_id', '=', 'person.id')
          .where('held.role', 'in', roles)
          .select('held.role'),
      ),
    )
    .orderBy('person.email')
    .execute();
}

/** Whether one of these roles was given by nobody among the administrators (command line, identity provider), or before `since`. */
export async function isLongTrusted(
  tx: Tx,
  { userId, roles, since }: { userId: string; roles: readonly Role[]; since: Temporal.Instant },
): Promise<boolean> {
  const row = await tx
    .selectFrom('administrator_role')
    .select('role')
    .where('user_id', '=', userId)
    .where('role', 'in', roles)
    .where((role) => role.or([role('given_by', 'is', null), role('given_at', '<=', since)]))
    .executeTakeFirst();
  return row !== undefined;
}
