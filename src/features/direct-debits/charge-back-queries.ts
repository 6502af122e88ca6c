// SQL of debits that were charged back: the records of their money, and what the owner owes again.

import type { Tx } from '../../core/db/transaction.ts';

type Record = { paymentId: string; amountCents: number };

/** A record of a debit's money; the statement of its assignment goes with the status. */
export type ChargedBack = Record &
  (
    | { status: 'assigned'; echeanceId: string; paymentFor: 'mensualite' | 'capitalRepayment' }
    | { status: 'waiting' | 'archivedNotAssigned'; echeanceId: null; paymentFor: null }
  );

/** One, or the parts that it was split into after it was taken back; locked until the end of the transaction. */
export async function lockRecordsOfDebit(tx: Tx, providerDebitId: number): Promise<ChargedBack[]> {
  const rows = await tx
    .selectFrom('payment_to_be_assigned')
    .select(['id as paymentId', 'status', 'amount_cents as amountCents'])
    .select(['assigned_echeance_id as echeanceId', 'payment_for as paymentFor'])
    .where('provider_wire_id', '=', providerDebitId)
    .where('source', '=', 'directDebit')
    .where('status', '<>', 'chargedBack')
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map(({ paymentId, amountCents, status, echeanceId, paymentFor }) => {
    const record = { paymentId, amountCents };
    if (status === 'assigned' && echeanceId !== null && paymentFor !== null) return { ...record, status, echeanceId, paymentFor };
    return { ...record, status: status === 'waiting' ? status : 'archivedNotAssigned', echeanceId: null, paymentFor: null };
  });
}

/** Keeps what was taken back, and what of it was not there any more; cents. */
export async function insertClaim(
  tx: Tx,
  claim: ChargedBack & {
    directDebitId: string;
    propertyId: string;
    returnedCents: number;
    keptMainCents: number;
    keptSurplusCents: number;
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
