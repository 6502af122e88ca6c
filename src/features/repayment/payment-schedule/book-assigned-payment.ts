// Books a collected direct debit, and assigns it to its echeance.

import type { Cents } from '../../../core/cents.ts';
import type { EcheanceId, SpvId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { newId } from '../../../core/ids.ts';
import { EXTERNAL, move, purseOf } from '../../../money/ledger/index.ts';
import { bookTransaction } from '../../../money/payments/index.ts';
import { withAmount } from './change-rules.ts';
import { insertAssignedPayment } from './payment-queries.ts';
import { postReassignment } from './post-reassignment.ts';
import type { Schedule } from './schedule-queries.ts';

/** The debit as the provider collected it; `schedule` is locked by the caller. Cents. */
export type ArrivedPayment = {
  schedule: Schedule;
  spvId: SpvId;
  echeanceId: EcheanceId;
  providerMoneyInId: number;
  amountCents: Cents;
  comment: string;
  paymentDate: Temporal.PlainDate;
  at: Temporal.Instant;
};

/** SPV_DIRECT_DEBIT_IN: EXT to the project's UNASSIGNED, a record, and its assignment to the mensualite. Returns the record's id. */
export async function bookAssignedPayment(tx: Tx, payment: ArrivedPayment): Promise<string> {
  const { schedule, spvId, echeanceId, amountCents, at } = payment;
  const { propertyId } = schedule;
  const unassigned = purseOf(propertyId, 'UNASSIGNED');
  const walletTransactionId = await bookTransaction(tx, {
    type: 'SPV_DIRECT_DEBIT_IN',
    owner: { spvId },
    amountCents,
    propertyId,
    at,
    eventAt: at,
    providerMoneyInId: payment.providerMoneyInId,
    lines: move(amountCents, EXTERNAL, unassigned),
  });
  const id = newId();
  const { paymentDate, comment, providerMoneyInId: providerWireId } = payment;
  await insertAssignedPayment(tx, {
    ...{ id, propertyId, spvId, echeanceId, amountCents, paymentDate, comment, walletTransactionId, providerWireId, at },
    ...{ payment: 'wire', source: 'directDebit', paymentFor: 'mensualite' },
  });
  const after = withAmount(schedule, { echeanceId, paymentFor: 'mensualite' }, amountCents);
  await postReassignment(tx, { before: schedule, after, spvId, at, from: { account: unassigned, amountCents } });
  return id;
}
