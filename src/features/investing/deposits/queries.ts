// All SQL of deposit accounts.

import { sql } from 'kysely';
import type { Database } from '../../../core/db/pool.ts';
import type { Tx } from '../../../core/db/transaction.ts';

/** Where an investor wires money to. */
export type DepositAccount = { iban: string; bic: string | null; holder: string };

/** Undefined until the provider is known to have one. */
export async function findDepositAccount(db: Database | Tx, customerId: string): Promise<DepositAccount | undefined> {
  return db
    .selectFrom('deposit_account')
    .select(['iban', 'bic', 'holder'])
    .where('customer_id', '=', customerId)
    .where('iban', 'is not', null)
    .$narrowType<{ iban: string; holder: string }>()
    .executeTakeFirst();
}

/** True for an IBAN that any investor wires money to. */
export async function isDepositIban(db: Database, iban: string): Promise<boolean> {
  const row = await db.selectFrom('deposit_account').select('customer_id').where('iban', '=', iban).executeTakeFirst();
  return row !== undefined;
}

/** The right to ask the provider, which nobody else has until it runs out. */
export type AskingTurn = { customerId: string; number: number };

/**
 * The next turn; undefined while somebody else has theirs, and once there is an account. `mayYetArrive`: a creation was sent so
 * lately that the provider may still do it.
 */
export async function takeTurn(
  tx: Tx,
  customerId: string,
  { leaseSeconds, arrivesWithinSeconds, at }: { leaseSeconds: number; arrivesWithinSeconds: number; at: Temporal.Instant },
): Promise<(AskingTurn & { mayYetArrive: boolean }) | undefined> {
  const { rows } = await sql<AskingTurn & { mayYetArrive: boolean }>`
    insert into deposit_account (customer_id, turns, lease_until, created_at)
    values (${customerId}::uuid, 1, clock_timestamp() + make_interval(secs => ${leaseSeconds}), ${at}::timestamptz)
    on conflict (customer_id) do update set turns = deposit_account.turns + 1, lease_until = excluded.lease_until
    where deposit_account.iban is null and coalesce(deposit_account.lease_until < clock_timestamp(), true)
    returning customer_id as "customerId", turns as number,
      coalesce(asked_at + make_interval(secs => ${arrivesWithinSeconds}) > clock_timestamp(), false) as "mayYetArrive"`.execute(
    tx,
  );
  return rows[0];
}

/** Notes that a creation is about to be sent, and prolongs the turn for it; false when the turn is over: send nothing. */
export async function noteAsked(tx: Tx, turn: AskingTurn, leaseSeconds: number): Promise<boolean> {
  const row = await tx
    .updateTable('deposit_account')
    .set({
      asked_at: sql`clock_timestamp()`,
      lease_until: sql`clock_timestamp() + make_interval(secs => ${leaseSeconds})`,
    })
    .where('customer_id', '=', turn.customerId)
    .where('turns', '=', turn.number)
    .where('iban', 'is', null)
    .returning('customer_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Gives the turn back without an account; `refused`: what was sent has no effect, now or later. */
export async function giveTurnBack(tx: Tx, turn: AskingTurn, { refused }: { refused: boolean }): Promise<void> {
  await tx
    .updateTable('deposit_account')
    .set({ lease_until: null, ...(refused ? { asked_at: null } : {}) })
    .where('customer_id', '=', turn.customerId)
    .where('turns', '=', turn.number)
    .execute();
}

/** Keeps the account, once: whoever comes second leaves what is there. */
export async function keepDepositAccount(
  tx: Tx,
  customerId: string,
  found: DepositAccount & { providerIbanId: number },
): Promise<void> {
  await tx
    .updateTable('deposit_account')
    .set({ provider_iban_id: found.providerIbanId, iban: found.iban, bic: found.bic, holder: found.holder, lease_until: null })
    .where('customer_id', '=', customerId)
    .where('iban', 'is', null)
    .execute();
}
