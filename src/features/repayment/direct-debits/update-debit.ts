// The bank's outcome of an open debit is taken over; what it has collected is booked and assigned.

import { formatEuros } from '../../../core/cents.ts';
import { parisDate } from '../../../core/dates.ts';
import { inTransaction, type Tx } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { enqueueChatMessage } from '../../../providers/chat/index.ts';
import type { DirectDebit } from '../../../providers/payments/index.ts';
import { lockProperty, projectState } from '../../projects/project-life/index.ts';
import { bookAssignedPayment, bookWaitingDebit, lockSchedule, readEcheance, resizeDebitJob } from '../payment-schedule/index.ts';
import { changeDebit, type DebitRow, type DebitStatus, insertSeconds, isMarginOver, lockDebit } from './queries.ts';
import { decisiveOf, secondsOf } from './rules.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'payments' | 'jobs'>;
/** Without the provider, for the functions that run inside a transaction. */
type TxDeps = Pick<AppDeps, 'clock' | 'config' | 'jobs'>;
export type UpdateResult = 'succeeded' | 'failed' | 'canceled' | 'scheduled' | 'unknown';

const OPEN = ['creating', 'scheduled', 'canceling'] as const;

/** Returns what the provider says now; `scheduled` still waits for the bank. A dry run only asks. */
export async function updateDebit(deps: Deps, debit: DebitRow, { dryRun }: { dryRun: boolean }): Promise<UpdateResult> {
  const found = await find(deps, debit, dryRun);
  if (found === undefined) return 'unknown';
  if (dryRun) return found === null ? 'unknown' : outcomeOf(found);
  return inTransaction(deps.db, (tx) => (found ? write(tx, deps, debit, found) : giveUp(tx, deps, debit)));
}

/** Null: the provider has none; undefined: no answer. A debit whose order got no answer may exist twice at the provider. */
async function find(deps: Deps, debit: DebitRow, dryRun: boolean): Promise<DirectDebit | null | undefined> {
  if (debit.providerDebitId !== null) {
    const found = await deps.payments.getDirectDebit({ debitId: debit.providerDebitId });
    return found.ok ? found.value : undefined;
  }
  const found = await deps.payments.listDirectDebits({ reference: debit.id });
  if (!found.ok) return undefined;
  const decisive = decisiveOf(found.value);
  const seconds = secondsOf(found.value, decisive);
  if (!dryRun && seconds.length > 0) await inTransaction(deps.db, (tx) => insertSeconds(tx, debit, seconds, deps.clock.now()));
  return decisive ?? null;
}

function outcomeOf(found: DirectDebit): Exclude<UpdateResult, 'unknown'> {
  return found.status === 'pending' ? 'scheduled' : found.status;
}

async function write(tx: Tx, deps: TxDeps, debit: DebitRow, found: DirectDebit): Promise<UpdateResult> {
  const at = deps.clock.now();
  const outcome = outcomeOf(found);
  if (outcome === 'succeeded') return (await collectDebit(tx, deps, { debit, found, from: OPEN })) ? 'succeeded' : 'unknown';
  const { isToBeReordered } = debit;
  const change = { from: OPEN, to: outcome, providerDebitId: found.debitId, at };
  // Cancelled to change its amount: the job orders the next debit. Still scheduled: the job begins the change again.
  const again = isToBeReordered && outcome === 'scheduled' ? { isToBeReordered: false } : {};
  if (!(await changeDebit(tx, debit.id, { ...change, ...again }))) return 'unknown';
  if (isToBeReordered) await deps.jobs.enqueue(tx, resizeDebitJob, { echeanceId: debit.echeanceId });
  if (outcome === 'failed' || (outcome === 'canceled' && !isToBeReordered)) await alertLost(tx, deps, debit, outcome);
  return outcome;
}

/**
 * The provider has no such debit. Once the margin after its order is over, it is given up and the echeance may get another debit; the
 * provider may still accept the late order, so its reference is watched.
 */
async function giveUp(tx: Tx, deps: TxDeps, debit: DebitRow): Promise<UpdateResult> {
  const at = deps.clock.now();
  if (debit.status !== 'creating' || !(await isMarginOver(tx, debit.id, deps.config.PROVIDER_RESEND_AFTER_SECONDS)))
    return 'unknown';
  const failure = 'unknown at the provider';
  if (!(await changeDebit(tx, debit.id, { from: ['creating'], to: 'failed', failure, isWatched: true, at }))) return 'unknown';
  await alertLost(tx, deps, debit, 'failed');
  return 'failed';
}

async function alertLost(tx: Tx, deps: TxDeps, debit: DebitRow, outcome: 'failed' | 'canceled'): Promise<void> {
  const echeance = await readEcheance(tx, debit.echeanceId);
  await enqueueChatMessage(tx, deps, {
    channel: 'payment-schedule',
    text: `Le prélèvement de ${formatEuros(debit.amountCents)} (échéance ${echeance.number} du projet ${echeance.propertyId}) ${outcome === 'failed' ? 'a échoué' : 'a été annulé'} : l’échéance n’est plus programmée.`,
  });
}

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
