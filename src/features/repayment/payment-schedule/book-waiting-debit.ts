// Money of a debit that was collected although nobody asked for it: booked as the project's, and assigned to nothing.

import type { Tx } from '../../../core/db/transaction.ts';
import { newId } from '../../../core/ids.ts';
import { EXTERNAL, move, unassignedOf } from '../../../money/ledger/index.ts';
import { bookTransaction } from '../../../money/payments/index.ts';
import { insertWaitingDebit } from './payment-queries.ts';

/** The debit as the provider settled it; `propertyId` null: its money waits with the SPV. Cents. */
export type UnaskedDebit = {
  propertyId: string | null;
  spvId: string;
  providerMoneyInId: number;
  amountCents: number;
  comment: string;
  paymentDate: Temporal.PlainDate;
  at: Temporal.Instant;
};

/** SPV_DIRECT_DEBIT_IN: EXT to UNASSIGNED, and a record that waits like a wire. Returns the record's id. */
export async function bookWaitingDebit(tx: Tx, debit: UnaskedDebit): Promise<string> {
  const { propertyId, spvId, amountCents, providerMoneyInId, comment, paymentDate, at } = debit;
  const walletTransactionId = await bookTransaction(tx, {
    type: 'SPV_DIRECT_DEBIT_IN',
    owner: { spvId },
    amountCents,
    ...(propertyId === null ? {} : { propertyId }),
    at,
    eventAt: at,
    providerMoneyInId,
    lines: move(amountCents, EXTERNAL, unassignedOf({ propertyId, spvId })),
  });
  const id = newId();
  const row = { id, propertyId, spvId, amountCents, paymentDate, comment, walletTransactionId, at };
  await insertWaitingDebit(tx, { ...row, providerWireId: providerMoneyInId });
  return id;
}
