// A debit after its order: what its bank did with it, one that was given up and came late, and a second one under its reference.

import { formatEuros } from '../../../core/cents.ts';
import { parisDate } from '../../../core/dates.ts';
import { inTransaction, type Tx } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { enqueueChatMessage } from '../../../providers/chat/index.ts';
import type { DirectDebit } from '../../../providers/payments/index.ts';
import { lockProperty, projectState } from '../../projects/project-life/index.ts';
import { bookAssignedPayment, bookWaitingDebit, lockSchedule, readEcheance, resizeDebitJob } from '../payment-schedule/index.ts';
import { deriveEcheance } from '../schedule-computation/index.ts';
import { cancelDebit } from './program-debit.ts';
import {
  changeDebit,
  type DebitRow,
  type DebitStatus,
  findOpenDebit,
  insertSeconds,
  isMarginOver,
  lockDebit,
} from './queries.ts';
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
 * The whole amount is assigned to the debit's echeance. In a finished project, which is owed nothing, it waits to be
 * assigned; a settled one takes no money, so it waits for the SPV. Locks property, schedule and debit in this order. False when the
 * debit is in none of the states of `from`.
 */
async function collectDebit(
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

// A debit that was given up because the provider did not have it may be accepted late, for some days.

/** `absent`: the provider does not have it, or it ended there without money. `adopted`: it is scheduled again. */
export type WatchedResult = 'absent' | 'adopted' | 'collected' | 'canceled' | 'unknown';

/** Asks the provider by the debit's reference. A dry run only asks. */
export async function watchDebit(deps: Deps, debit: DebitRow, { dryRun }: { dryRun: boolean }): Promise<WatchedResult> {
  const listed = await deps.payments.listDirectDebits({ reference: debit.id });
  if (!listed.ok) return 'unknown';
  const found = decisiveOf(listed.value);
  if (!found || found.status === 'failed' || found.status === 'canceled') return 'absent';
  if (dryRun) return 'unknown';
  const seconds = secondsOf(listed.value, found);
  if (seconds.length > 0) await inTransaction(deps.db, (tx) => insertSeconds(tx, debit, seconds, deps.clock.now()));
  if (found.status === 'succeeded') return inTransaction(deps.db, (tx) => collectLate(tx, deps, debit, found));
  if (await inTransaction(deps.db, (tx) => adopt(tx, deps, debit, found))) return 'adopted';
  return cancel(deps, debit, found);
}

/** Its money has arrived and is assigned to its echeance, or waits where the project is owed nothing. */
async function collectLate(tx: Tx, deps: TxDeps, debit: DebitRow, found: DirectDebit): Promise<WatchedResult> {
  if (!(await collectDebit(tx, deps, { debit, found, from: ['failed'] }))) return 'unknown';
  await alertOfLate(
    tx,
    deps,
    debit,
    found,
    'a été collecté : il est affecté à l’échéance, ou attend une affectation si le projet est remboursé',
  );
  return 'collected';
}

/** Scheduled again, if the echeance still lacks money and has no other open debit; false otherwise. */
async function adopt(tx: Tx, deps: TxDeps, debit: DebitRow, found: DirectDebit): Promise<boolean> {
  const { propertyId } = await readEcheance(tx, debit.echeanceId);
  const schedule = await lockSchedule(tx, propertyId);
  const echeance = schedule?.echeances.find(({ id }) => id === debit.echeanceId);
  if (!echeance || (await findOpenDebit(tx, debit.echeanceId))) return false;
  const lackingCents = deriveEcheance(echeance).remainingToBePaidCents;
  if (lackingCents === 0) return false;
  const change = { from: ['failed'], to: 'scheduled', providerDebitId: found.debitId, at: deps.clock.now() } as const;
  if (!(await changeDebit(tx, debit.id, change))) return false;
  if (found.amountCents !== lackingCents) await deps.jobs.enqueue(tx, resizeDebitJob, { echeanceId: debit.echeanceId });
  await alertOfLate(tx, deps, debit, found, 'est programmé : l’échéance en a encore besoin');
  return true;
}

/** The echeance does not need it. If the provider refuses to cancel, it is collected, and a later run books its money. */
async function cancel(deps: Deps, debit: DebitRow, found: DirectDebit): Promise<WatchedResult> {
  const { result } = await cancelDebit(deps, { ...debit, providerDebitId: found.debitId });
  if (result !== 'canceled') return 'unknown';
  await inTransaction(deps.db, async (tx) => {
    const change = { from: ['failed'], to: 'canceled', providerDebitId: found.debitId, at: deps.clock.now() } as const;
    if (await changeDebit(tx, debit.id, change)) await alertOfLate(tx, deps, debit, found, 'est annulé chez le prestataire');
  });
  return 'canceled';
}

async function alertOfLate(
  tx: Tx,
  deps: Pick<AppDeps, 'jobs'>,
  debit: DebitRow,
  found: DirectDebit,
  what: string,
): Promise<void> {
  const echeance = await readEcheance(tx, debit.echeanceId);
  await enqueueChatMessage(tx, deps, {
    channel: 'payment-schedule',
    text: `Prélèvement ${found.debitId} de ${formatEuros(found.amountCents)} (échéance ${echeance.number} du projet ${echeance.propertyId}), abandonné puis retrouvé chez le prestataire : il ${what}.`,
  });
}

// A second debit under one reference pays no echeance: it is cancelled, or its money waits for an administrator.

/** `scheduled`: the provider refused to cancel it, the bank will collect it. */
export type SecondResult = 'scheduled' | 'canceled' | 'failed' | 'collected' | 'unknown';

/** Cancels it while it is pending, and books it once it was collected; the team is alerted at its end. A dry run only asks. */
export async function followSecondDebit(deps: Deps, second: DebitRow, { dryRun }: { dryRun: boolean }): Promise<SecondResult> {
  if (second.providerDebitId === null) throw new Error(`second debit ${second.id} has no number at the provider`);
  const found = await deps.payments.getDirectDebit({ debitId: second.providerDebitId });
  if (!found.ok || found.value === null) return 'unknown';
  const { value: debit } = found;
  if (dryRun) return debit.status === 'succeeded' ? 'collected' : debit.status === 'pending' ? 'scheduled' : debit.status;
  if (debit.status === 'succeeded') return inTransaction(deps.db, (tx) => collectSecond(tx, deps, second, debit));
  if (debit.status !== 'pending') return end(deps, second, debit.status);
  const { result } = await cancelDebit(deps, second);
  // Refused: it can no longer be cancelled, or was just collected. The next run reads it again.
  if (result !== 'canceled') return result === 'unknown' ? 'unknown' : 'scheduled';
  return end(deps, second, 'canceled');
}

/** It ended without money. */
async function end(deps: Deps, second: DebitRow, to: 'canceled' | 'failed'): Promise<SecondResult> {
  return inTransaction(deps.db, async (tx) => {
    if (!(await changeDebit(tx, second.id, { from: ['scheduled'], to, at: deps.clock.now() }))) return 'unknown';
    await alertOfSecond(tx, deps, second, to === 'canceled' ? 'annulé chez le prestataire' : 'refusé par la banque');
    return to;
  });
}

/**
 * Its money is on the SPV's wallet: booked for the project, where an administrator assigns it, or archives it to give it back to the
 * owner. A settled project takes no money, so it is booked for the SPV.
 */
async function collectSecond(tx: Tx, deps: TxDeps, second: DebitRow, found: DirectDebit): Promise<SecondResult> {
  const at = deps.clock.now();
  const { propertyId } = await readEcheance(tx, second.echeanceId);
  const property = await lockProperty(tx, propertyId);
  if (!property?.spv_id) throw new Error(`debit ${second.id} has lost its project`);
  if ((await lockDebit(tx, second.id))?.status !== 'scheduled') return 'unknown';
  const paymentId = await bookWaitingDebit(tx, {
    propertyId: property.solde_de_tout_compte_done_at === null ? property.id : null,
    spvId: property.spv_id,
    providerMoneyInId: found.debitId,
    amountCents: found.amountCents,
    comment: found.comment,
    paymentDate: parisDate(found.executedAt ?? at),
    at,
  });
  await changeDebit(tx, second.id, { from: ['scheduled'], to: 'succeeded', paymentId, at });
  await alertOfSecond(
    tx,
    deps,
    second,
    'encaissé deux fois : il attend une affectation, ou d’être archivé pour être rendu au porteur',
  );
  return 'collected';
}

async function alertOfSecond(tx: Tx, deps: Pick<AppDeps, 'jobs'>, second: DebitRow, what: string): Promise<void> {
  const echeance = await readEcheance(tx, second.echeanceId);
  await enqueueChatMessage(tx, deps, {
    channel: 'payment-schedule',
    text: `Prélèvement ${second.providerDebitId} de ${formatEuros(second.amountCents)} en double (référence ${second.secondOf}, échéance ${echeance.number} du projet ${echeance.propertyId}) : ${what}.`,
  });
}
