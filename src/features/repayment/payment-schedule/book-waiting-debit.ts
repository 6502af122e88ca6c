// Books a second debit that was collected without an order of ours: its money waits to be assigned.

import type { Cents } from '../../../core/cents.ts';
import type { PropertyId, SpvId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { newId } from '../../../core/ids.ts';
import { EXTERNAL, move, unassignedOf } from '../../../money/ledger/index.ts';
import { bookTransaction } from '../../../money/payments/index.ts';
import { insertWaitingDebit } from './payment-queries.ts';

/** The debit as the provider collected it; `propertyId` null: its money is booked for the SPV. Cents. */
export type SecondDebit = {
  propertyId: PropertyId | null;
  spvId: SpvId;
  providerMoneyInId: number;
  amountCents: Cents;
  comment: string;
  paymentDate: Temporal.PlainDate;
  at: Temporal.Instant;
};

/** SPV_DIRECT_DEBIT_IN: EXT to UNASSIGNED, and a waiting record like that of a wire. Returns the record's id. */
export async function bookWaitingDebit(tx: Tx, debit: SecondDebit): Promise<string> {
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
