// SQL of giving up a project.

import { sql } from 'kysely';
import type { Cents } from '../../../core/cents.ts';
import type { EcheanceId, PropertyId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import type { WrittenOff } from './rules.ts';

/** Writes the give-up and what it wrote off; a second one of a project violates `give_up_in_force`. Cents. */
export async function insertGiveUp(
  tx: Tx,
  giveUp: {
    id: string;
    propertyId: PropertyId;
    comment: string;
    statusBefore: 'repayment-delay' | 'repayment-default';
    capitalCents: Cents;
    interestCents: Cents;
    feesCents: Cents;
    writtenOff: readonly WrittenOff[];
    at: Temporal.Instant;
  },
): Promise<void> {
  await tx
    .insertInto('give_up')
    .values({
      id: giveUp.id,
      property_id: giveUp.propertyId,
      comment: giveUp.comment,
      status_before: giveUp.statusBefore,
      capital_cents: giveUp.capitalCents,
      interest_cents: giveUp.interestCents,
      fees_cents: giveUp.feesCents,
      given_up_at: giveUp.at,
    })
    .execute();
  await tx
    .insertInto('given_up_echeance')
    .values(
      giveUp.writtenOff.map((row) => ({
        give_up_id: giveUp.id,
        echeance_id: row.echeanceId,
        capital_received_cents: row.capitalReceivedCents,
        fees_excl_tax_cents: row.feeExclTaxCents,
        fees_vat_cents: row.feeVatCents,
      })),
    )
    .execute();
}

/** The give-up in force. Exact under the lock of the property. */
export async function findGiveUp(tx: Tx, propertyId: PropertyId) {
  return tx
    .selectFrom('give_up')
    .select(['id', 'status_before as statusBefore', 'capital_cents as capitalCents', 'given_up_at as givenUpAt'])
    .where('property_id', '=', propertyId)
    .where('taken_back_at', 'is', null)
    .executeTakeFirst();
}

/** The give-up is not in force any more. Throws when it was taken back before. */
export async function markTakenBack(tx: Tx, id: string, at: Temporal.Instant): Promise<void> {
  await tx
    .updateTable('give_up')
    .set({ taken_back_at: at })
    .where('id', '=', id)
    .where('taken_back_at', 'is', null)
    .returning('id')
    .executeTakeFirstOrThrow(() => new Error(`give-up ${id} was taken back before`));
}

/** What open fees were lowered by, cents. */
export async function listLoweredFees(
  tx: Tx,
  giveUpId: string,
): Promise<{ echeanceId: EcheanceId; exclTaxCents: Cents; vatCents: Cents }[]> {
  return tx
    .selectFrom('given_up_echeance')
    .select(['echeance_id as echeanceId', 'fees_excl_tax_cents as exclTaxCents', 'fees_vat_cents as vatCents'])
    .where('give_up_id', '=', giveUpId)
    .where((row) => row.or([row('fees_excl_tax_cents', '>', 0), row('fees_vat_cents', '>', 0)]))
    .orderBy('echeance_id')
    .execute();
}

/**
 * Whether something followed that stands on the give-up: a step of the final settlement, capital recovered and paid to the holders, or a
 * lowered fee that was taken. Exact under the locks of property and schedule.
 */
export async function wasFollowed(tx: Tx, { id, propertyId }: { id: string; propertyId: PropertyId }): Promise<boolean> {
  const { rows } = await sql<{ isFollowed: boolean }>`
    select
      exists (
        select from final_settlement
        where property_id = ${propertyId}::uuid
          and penalties_payment_id is not null
      )
      or exists (
        select from owner_settlement
        where property_id = ${propertyId}::uuid
          and status <> 'failed'
      )
      or exists (
        select from payout_run
        where property_id = ${propertyId}::uuid
          and (kind = 'unlent-capital' or is_recovery)
      )
      or exists (
        select from given_up_echeance lowered
        join echeance on echeance.id = lowered.echeance_id
        where lowered.give_up_id = ${id}::uuid
          and lowered.fees_excl_tax_cents + lowered.fees_vat_cents > 0
          and echeance.management_fees_status <> 'notExecuted'
      ) as "isFollowed"`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('a condition without a row');
  return row.isFollowed;
}

/** The holders whose loss the give-up recorded, with their addresses; cents. */
export async function listLosers(tx: Tx, giveUpId: string) {
  return tx
    .selectFrom('capital_loss as loss')
    .innerJoin('customer', 'customer.id', 'loss.customer_id')
    .innerJoin('auth_user', 'auth_user.id', 'customer.user_id')
    .select(['auth_user.email', 'customer.first_name as firstName', 'loss.brick_count as bricks', 'loss.loss_cents as lossCents'])
    .where('loss.give_up_id', '=', giveUpId)
    .orderBy('loss.customer_id')
    .execute();
}
