// Money that arrived for a known echeance, such as a settled direct debit: booked and assigned in one go.

import type { Tx } from '../../core/db/transaction.ts';
import { newId } from '../../core/ids.ts';
import { EXTERNAL, move, purseOf } from '../../money/ledger/index.ts';
import { bookTransaction } from '../../money/wallet/index.ts';
import { type Schedule, withPayment } from '../payment-schedule/index.ts';
import { postReassignment } from './post-reassignment.ts';
import { insertWaitingPayment, markAssigned } from './queries.ts';

/** The debit as the provider settled it; `schedule` is locked by the caller. Cents. */
export type ArrivedPayment = {
  schedule: Schedule;
  spvId: string;
  echeanceId: string;
  providerMoneyInId: number;
  amountCents: number;
  comment: string;
  paymentDate: Temporal.PlainDate;
  at: Temporal.Instant;
};

/** SPV_DIRECT_DEBIT_IN: EXT to UNASSIGNED, a record, and its assignment to the mensualite. Returns the record's id. */
export async function bookAssignedPayment(tx: Tx, payment: ArrivedPayment): Promise<string> {
  const { schedule, spvId, echeanceId, amountCents, at } = payment;
  const { propertyId } = schedule;
  const walletTransactionId = await bookTransaction(tx, {
    type: 'SPV_DIRECT_DEBIT_IN',
    owner: { spvId },
    amountCents,
    propertyId,
    at,
    eventAt: at,
    providerMoneyInId: payment.providerMoneyInId,
    lines: move(amountCents, EXTERNAL, purseOf(spvId, 'UNASSIGNED')),
  });
  const id = newId();
  await insertWaitingPayment(tx, {
    ...{ id, propertyId, spvId, amountCents, walletTransactionId, at },
    payment: 'wire',
    source: 'directDebit',
    providerWireId: payment.providerMoneyInId,
    paymentDate: payment.paymentDate,
    comment: payment.comment,
  });
  await markAssigned(tx, id, { propertyId, echeanceId, paymentFor: 'mensualite', comment: null, at });
  const find = (of: Schedule) => of.echeances.find((echeance) => echeance.id === echeanceId);
  const before = find(schedule);
  const after = find(withPayment(schedule, { echeanceId, paymentFor: 'mensualite', amountCents }));
  if (!before || !after) throw new Error(`echeance ${echeanceId} is not of property ${propertyId}`);
  await postReassignment(tx, { before, after, assignedCents: amountCents, spvId, at });
  return id;
}
