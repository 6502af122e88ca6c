// The bank has collected a debit: its money is booked and assigned.

import { formatEuros } from '../../../core/cents.ts';
import { parisDate } from '../../../core/dates.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { enqueueChatMessage } from '../../../providers/chat/index.ts';
import type { DirectDebit } from '../../../providers/payments/index.ts';
import { lockProperty, projectState } from '../../projects/project-life/index.ts';
import { bookAssignedPayment, bookWaitingDebit, lockSchedule, readEcheance } from '../payment-schedule/index.ts';
import { changeDebit, type DebitRow, type DebitStatus, lockDebit } from './queries.ts';

/**
 * The whole amount is assigned to the debit's echeance (A-direct-debits-3). In a finished project, which is owed nothing, it waits to be
 * assigned; a settled one takes no money, so it waits for the SPV. Locks property, schedule and debit in this order. False when the
 * debit is in none of the states of `from`.
 */
export async function collectDebit(
  tx: Tx,
  deps: Pick<AppDeps, 'clock' | 'jobs'>,
  collected: { debit: DebitRow; found: DirectDebit; from: readonly DebitStatus[] },
): Promise<boolean> {
  const { debit, found, from } = collected;
  const at = deps.clock.now();
  const { propertyId } = await readEcheance(tx, debit.echeanceId);
  const property = await lockProperty(tx, propertyId);
  const schedule = await lockSchedule(tx, propertyId);
  if (!property || !schedule || schedule.spvId === null) throw new Error(`debit ${debit.id} has lost its schedule`);
  const locked = await lockDebit(tx, debit.id);
  if (!locked || !from.includes(locked.status)) return false;
  const arrived = {
    spvId: schedule.spvId,
    providerMoneyInId: found.debitId,
    amountCents: found.amountCents,
    comment: found.comment,
    paymentDate: parisDate(found.executedAt ?? at),
    at,
  };
  const state = projectState(property);
  // What was given up and comes in all the same is the holders', until the settlement has closed the books.
  const isOver = state === 'settled' || (state === 'finished' && schedule.givenUpAt === null);
  const paymentId = isOver
    ? await bookWaitingDebit(tx, { ...arrived, propertyId: state === 'finished' ? propertyId : null })
    : await bookAssignedPayment(tx, { ...arrived, schedule, echeanceId: debit.echeanceId });
  if (isOver)
    await enqueueChatMessage(tx, deps, {
      channel: 'payment-schedule',
      text: `Le prélèvement ${found.debitId} de ${formatEuros(found.amountCents)} a été encaissé après ${state === 'settled' ? 'le solde de tout compte' : 'le remboursement'} du projet ${schedule.propertyName} : il attend une affectation.`,
    });
  const end = { to: 'succeeded', providerDebitId: found.debitId, paymentId, isToBeReordered: false, at } as const;
  await changeDebit(tx, debit.id, { from, ...end });
  return true;
}
