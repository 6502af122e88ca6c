// SQL of replaced credentials: what replaced what and when, and addresses to which an account may return.

import { sql } from 'kysely';
import type { Database } from '../../../core/db/pool.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { newId } from '../../../core/ids.ts';
import type { AppDeps } from '../../../deps.ts';
import { type CredentialChangeKind, REPLACEMENTS } from './replacements.ts';
import { delayedUntil } from './rules.ts';

/** Whose credential it is; an administrator has no customer row and no first name. */
export async function findOwner(db: Database | Tx, userId: string) {
  const row = await db
    .selectFrom('auth_user')
    .leftJoin('customer', 'customer.user_id', 'auth_user.id')
    .select(['auth_user.email', 'auth_user.twoFactorEnabled', 'customer.id as customerId', 'customer.first_name as firstName'])
    .where('auth_user.id', '=', userId)
    .executeTakeFirstOrThrow();
  return { ...row, hasSecondFactor: row.twoFactorEnabled === true };
}

/** Of a change that can be undone. */
export type Undoable = { undoUntil: Temporal.Instant; hadSecondFactor: boolean };

/** Notes what was replaced; returns the id of the change. */
export async function insertCredentialChange(
  tx: Tx,
  change: {
    userId: string;
    by: CredentialChangeKind;
    at: Temporal.Instant;
    formerEmail: string | undefined;
    undo: Undoable | undefined;
  },
): Promise<string> {
  const { userId, by, at, formerEmail, undo } = change;
  const id = newId();
  await tx
    .insertInto('credential_change')
    .values({
      id,
      user_id: userId,
      replaced_by: by,
      changed_at: at,
      former_email: formerEmail ?? null,
      ...(undo ? { undo_state: 'open', undo_until: undo.undoUntil, had_second_factor: undo.hadSecondFactor } : {}),
    })
    .execute();
  return id;
}

const DELAYING = Object.entries(REPLACEMENTS).flatMap(([way, { delays }]) => (delays ? [way] : []));

/**
 * Until when new ways for money to leave wait, as a credential of the investor was replaced shortly before `at`; null: they do not wait.
 * The caller has locked the customer, as a replacement does.
 */
export async function findDelayEnd(
  tx: Tx,
  { config }: Pick<AppDeps, 'config'>,
  { customerId, at }: { customerId: CustomerId; at: Temporal.Instant },
): Promise<Temporal.Instant | null> {
  const row = await tx
    .selectFrom('credential_change')
    .innerJoin('customer', 'customer.user_id', 'credential_change.user_id')
    .select('credential_change.changed_at as at')
    .where('customer.id', '=', customerId)
    .where(sql<boolean>`credential_change.replaced_by = any(${DELAYING})`)
    .orderBy('credential_change.changed_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return delayedUntil(row?.at, config.WITHDRAWAL_DELAY_AFTER_REPLACEMENT_HOURS, at);
}

/** The recipient of the notice to the address that was given up; `undoUntil` is null where nothing leads back. */
export async function findFormerAddress(db: Database, id: string) {
  const row = await db
    .selectFrom('credential_change')
    .leftJoin('customer', 'customer.user_id', 'credential_change.user_id')
    .select([
      'credential_change.former_email as to',
      'credential_change.changed_at as changedAt',
      'credential_change.undo_until as undoUntil',
      'customer.id as customerId',
      'customer.first_name as firstName',
    ])
    .where('credential_change.id', '=', id)
    .executeTakeFirstOrThrow();
  if (row.to === null) throw new Error(`the change ${id} replaced no address`);
  return { ...row, to: row.to };
}

/** The change of address with this id, and what a return to the former one needs. */
export async function findAddressChange(db: Database | Tx, id: string) {
  const row = await db
    .selectFrom('credential_change')
    .innerJoin('auth_user', 'auth_user.id', 'credential_change.user_id')
    .leftJoin('customer', 'customer.user_id', 'credential_change.user_id')
    .select([
      'credential_change.id',
      'credential_change.user_id as userId',
      'customer.id as customerId',
      'customer.first_name as firstName',
      'auth_user.email as presentEmail',
      'credential_change.former_email as formerEmail',
      'credential_change.changed_at as changedAt',
      'credential_change.undo_state as undoState',
      'credential_change.undo_until as undoUntil',
      'credential_change.had_second_factor as hadSecondFactor',
    ])
    .where('credential_change.id', '=', id)
    .executeTakeFirst();
  const { customerId, formerEmail, undoState, undoUntil } = row ?? {};
  if (!row || !customerId || !formerEmail || !undoState || !undoUntil) return undefined;
  return { ...row, customerId, formerEmail, undoState, undoUntil };
}

/** `open` -> `used`; false when its link has been used, or has ended. */
export async function useUndo(tx: Tx, id: string): Promise<boolean> {
  const row = await tx
    .updateTable('credential_change')
    .set({ undo_state: 'used' })
    .where('id', '=', id)
    .where('undo_state', '=', 'open')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Ends the links of a user that would lead away from an address that was returned to: those of later changes, and to the address itself.
 */
export async function endUndos(
  tx: Tx,
  which: { userId: string; changedAfter?: Temporal.Instant; formerEmail: string },
): Promise<void> {
  const { userId, changedAfter, formerEmail } = which;
  await tx
    .updateTable('credential_change')
    .set({ undo_state: 'over' })
    .where('user_id', '=', userId)
    .where('undo_state', '=', 'open')
    .where((row) =>
      row.or([
        row('former_email', '=', formerEmail),
        ...(changedAfter === undefined ? [] : [row('changed_at', '>', changedAfter)]),
      ]),
    )
    .execute();
}

/** Ends the links whose time is over, and with them what kept the addresses; returns how many. */
export async function endLateUndos(tx: Tx, now: Temporal.Instant): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('credential_change')
    .set({ undo_state: 'over' })
    .where('undo_state', '=', 'open')
    .where('undo_until', '<=', now)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** The number that {@link endLateUndos} would end. */
export async function countLateUndos(db: Database, now: Temporal.Instant): Promise<number> {
  const { count } = await db
    .selectFrom('credential_change')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('undo_state', '=', 'open')
    .where('undo_until', '<=', now)
    .executeTakeFirstOrThrow();
  return count;
}
