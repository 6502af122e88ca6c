// SQL of debits that were charged back: the payment records of their money, and the claims against the owner.

import { sql } from 'kysely';
import { type Cents, centsOf } from '../../../core/cents.ts';
import type { Database } from '../../../core/db/pool.ts';
import type { EcheanceId, PropertyId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';

/** Cents. `propertyId` null: its money is booked for the SPV. `claimFilledCents`: part of an archived record that filled an older claim. */
type PaymentRecord = { paymentId: string; propertyId: PropertyId | null; amountCents: Cents; claimFilledCents: Cents };

/** A payment record of a debit; only an assigned one has an echeance. */
export type ChargedBack = PaymentRecord &
  (
    | { status: 'assigned'; propertyId: PropertyId; echeanceId: EcheanceId; paymentFor: 'mensualite' | 'capitalRepayment' }
    | { status: 'waiting' | 'archivedNotAssigned'; echeanceId: null; paymentFor: null }
  );

/** The projects that the money of a debit is for, as far as one is named; to lock them before its records. */
export async function listProjectsOfDebit(tx: Tx, providerDebitId: number): Promise<PropertyId[]> {
  const rows = await tx
    .selectFrom('payment_to_be_assigned')
    .select('property_id as propertyId')
    .distinct()
    .where('provider_wire_id', '=', providerDebitId)
    .where('source', '=', 'directDebit')
    .execute();
  return rows.flatMap(({ propertyId }) => (propertyId === null ? [] : [propertyId]));
}

/** The payment record of a debit, or the parts it was split into; locked until the end of the transaction. */
export async function lockRecordsOfDebit(tx: Tx, providerDebitId: number): Promise<ChargedBack[]> {
  const rows = await tx
    .selectFrom('payment_to_be_assigned')
    .select(['id as paymentId', 'property_id as propertyId', 'status', 'amount_cents as amountCents'])
    .select('claim_filled_cents as claimFilledCents')
    .select(['assigned_echeance_id as echeanceId', 'payment_for as paymentFor'])
    .where('provider_wire_id', '=', providerDebitId)
    .where('source', '=', 'directDebit')
    .where('status', '<>', 'chargedBack')
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map(({ status, propertyId, echeanceId, paymentFor, ...rest }) => {
    if (status === 'assigned' && propertyId !== null && echeanceId !== null && paymentFor !== null)
      return { ...rest, status, propertyId, echeanceId, paymentFor };
    const loose = status === 'waiting' ? status : 'archivedNotAssigned';
    return { ...rest, status: loose, propertyId, echeanceId: null, paymentFor: null };
  });
}

/**
 * Open claims of the project that belong to no echeance (their payment record was archived), cents; those of echeances are derived with
 * them. Exact under the lock of the schedule.
 */
export async function sumClaimsWithoutEcheance(db: Database | Tx, propertyId: PropertyId): Promise<Cents> {
  const { rows } = await sql<{ cents: Cents }>`
    select
      (
        select coalesce(sum(amount_cents - returned_cents), 0)
        from charge_back_claim
        where property_id = ${propertyId}::uuid
          and echeance_id is null
      ) - (
        select coalesce(sum(claim_filled_cents), 0)
        from payment_to_be_assigned
        where property_id = ${propertyId}::uuid
      ) as cents`.execute(db);
  const [sum] = rows;
  if (!sum) throw new Error('a sum without a row');
  return centsOf(Number(sum.cents));
}

/** Writes what the bank took back of one payment record, and how much of it was still in the purses; cents. */
export async function insertClaim(
  tx: Tx,
  claim: Omit<ChargedBack, 'propertyId'> & {
    directDebitId: string;
    propertyId: PropertyId;
    returnedCents: Cents;
    keptMainCents: Cents;
    keptSurplusCents: Cents;
    at: Temporal.Instant;
  },
): Promise<void> {
  await tx
    .insertInto('charge_back_claim')
    .values({
      payment_id: claim.paymentId,
      direct_debit_id: claim.directDebitId,
      property_id: claim.propertyId,
      echeance_id: claim.echeanceId,
      payment_for: claim.paymentFor,
      amount_cents: claim.amountCents,
      returned_cents: claim.returnedCents,
      kept_main_cents: claim.keptMainCents,
      kept_surplus_cents: claim.keptSurplusCents,
      created_at: claim.at,
    })
    .execute();
}
