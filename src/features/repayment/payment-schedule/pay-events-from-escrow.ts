// Pays the escrow parts of new capital events: each is an assigned payment of its echeance's capital.

import { centsOf } from '../../../core/cents.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { newId } from '../../../core/ids.ts';
import { purseOf } from '../../../money/ledger/index.ts';
import { dateOf } from './calendar-rules.ts';
import { withEscrowPart } from './escrow-rules.ts';
import { insertAssignedPayment } from './payment-queries.ts';
import { postReassignment } from './post-reassignment.ts';
import type { Schedule } from './schedule-queries.ts';
import type { WrittenEvent } from './write-queries.ts';

/**
 * Writes the payments, and posts all changes of the purses: ESCROW to CAPITAL for the payments, and those of the events. `before` is the
 * schedule without the events, `after` with them. The caller has locked the schedule and checked the project's ESCROW. Returns the
 * schedule with the payments.
 */
export async function payEventsFromEscrow(
  tx: Tx,
  change: { before: Schedule; after: Schedule; events: readonly WrittenEvent[]; at: Temporal.Instant },
): Promise<Schedule> {
  const { before, events, at } = change;
  const { propertyId, spvId } = before;
  if (spvId === null) throw new Error(`property ${propertyId} has lost its SPV`);
  let after = change.after;
  let paidCents = 0;
  for (const event of events) {
    const { interestSequestreCents: amountCents } = event;
    if (amountCents === 0) continue;
    const paid = withEscrowPart(after, event);
    await insertAssignedPayment(tx, {
      ...{ id: newId(), propertyId, spvId, echeanceId: paid.echeance.id, amountCents, capitalEventId: event.id, at },
      ...{ payment: 'other', source: 'escrow', paymentFor: 'capitalRepayment', paymentDate: dateOf(event.day) },
      comment: `Part du séquestre, remboursement anticipé de l’échéance ${paid.echeance.number}`,
    });
    after = paid.schedule;
    paidCents += amountCents;
  }
  const from = { account: purseOf(propertyId, 'ESCROW'), amountCents: centsOf(paidCents) };
  await postReassignment(tx, { before, after, spvId, at, ...(paidCents === 0 ? {} : { from, type: 'ESCROW_TO_PAYMENT' }) });
  return after;
}
