// Job echeancier-bank-debit-status-update: what became of the debits at the bank, also of projects that pay by wire now.

import { formatEuros } from '../../core/cents.ts';
import { parisDate } from '../../core/dates.ts';
import { inTransaction, type Tx } from '../../core/db/transaction.ts';
import type { AppDeps } from '../../deps.ts';
import { enqueueChatMessage } from '../../providers/chat/index.ts';
import type { DirectDebit } from '../../providers/payments/index.ts';
import { bookAssignedPayment } from '../incoming-wires/index.ts';
import { findEcheance, lockSchedule } from '../payment-schedule/index.ts';
import { changeDebit, type DebitRow, listOpenDebits, lockDebit } from './queries.ts';
import { writeAudit } from './write-audit.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'payments' | 'jobs' | 'log'>;
/** What the writing half may ask for. */
type Books = Pick<AppDeps, 'clock' | 'config' | 'jobs'>;
type Result = 'succeeded' | 'failed' | 'canceled' | 'scheduled' | 'unknown' | 'broken';

/** What one run found, by outcome; `scheduled` still waits for the bank. */
export type DebitsReport = Record<Result, number> & { open: number; dryRun: boolean };

const OPEN = ['creating', 'scheduled', 'canceling'] as const;

/** Asks the provider about every open debit, each alone: one that fails keeps no other from its turn. A dry run only asks. */
export async function updateDebits(deps: Deps, { dryRun }: { dryRun: boolean }): Promise<DebitsReport> {
  const debits = await listOpenDebits(deps.db);
  const report = { open: debits.length, succeeded: 0, failed: 0, canceled: 0, scheduled: 0, unknown: 0, broken: 0, dryRun };
  for (const debit of debits) report[await updateAlone(deps, debit, dryRun)] += 1;
  return report;
}

async function updateAlone(deps: Deps, debit: DebitRow, dryRun: boolean): Promise<Result> {
  try {
    return await update(deps, debit, dryRun);
  } catch (error) {
    deps.log.error({ err: error, directDebitId: debit.id }, 'direct debit not updated');
    return 'broken';
  }
}

async function update(deps: Deps, debit: DebitRow, dryRun: boolean): Promise<Result> {
  const key = debit.providerDebitId === null ? { reference: debit.id } : { debitId: debit.providerDebitId };
  const found = await deps.payments.getDirectDebit(key);
  if (!found.ok) return 'unknown';
  if (dryRun) return found.value === null ? 'unknown' : outcomeOf(found.value);
  return inTransaction(deps.db, (tx) => (found.value ? write(tx, deps, debit, found.value) : forget(tx, deps, debit)));
}

function outcomeOf(found: DirectDebit): Exclude<Result, 'unknown' | 'broken'> {
  return found.status === 'pending' ? 'scheduled' : found.status;
}

async function write(tx: Tx, deps: Books, debit: DebitRow, found: DirectDebit): Promise<Result> {
  const at = deps.clock.now();
  const outcome = outcomeOf(found);
  if (outcome === 'succeeded') return (await collect(tx, deps, debit, found)) ? 'succeeded' : 'unknown';
  const change = { from: OPEN, to: outcome, providerDebitId: found.debitId, at };
  if (!(await changeDebit(tx, debit.id, change))) return 'unknown';
  // What was asked for has happened, though its request never heard of it.
  const isDone =
    (debit.status === 'canceling' && outcome === 'canceled') || (debit.status === 'creating' && outcome === 'scheduled');
  if (isDone) await writeAudit(tx, debit.id, { providerDebitId: found.debitId, at });
  if (outcome !== 'scheduled') await tellLost(tx, deps, debit, outcome);
  return outcome;
}

/** Its money is booked and assigned to the echeance (A-direct-debits-3), with the schedule locked before the debit, as everybody does. */
async function collect(tx: Tx, deps: Books, debit: DebitRow, found: DirectDebit): Promise<boolean> {
  const at = deps.clock.now();
  const echeance = await findEcheance(tx, debit.echeanceId);
  const schedule = echeance && (await lockSchedule(tx, echeance.propertyId));
  if (!schedule || schedule.spvId === null) throw new Error(`debit ${debit.id} has lost its schedule`);
  const locked = await lockDebit(tx, debit.id);
  if (!locked || !OPEN.some((status) => status === locked.status)) return false;
  const paymentId = await bookAssignedPayment(tx, {
    schedule,
    spvId: schedule.spvId,
    echeanceId: debit.echeanceId,
    providerMoneyInId: found.debitId,
    amountCents: found.amountCents,
    comment: found.comment,
    paymentDate: parisDate(found.executedAt ?? at),
    at,
  });
  await changeDebit(tx, debit.id, { from: OPEN, to: 'succeeded', providerDebitId: found.debitId, paymentId, at });
  if (locked.status === 'creating') await writeAudit(tx, debit.id, { providerDebitId: found.debitId, at });
  return true;
}

/** The provider knows no such debit: once its call is old enough it was never ordered, and the echeance is free again. */
async function forget(tx: Tx, deps: Books, debit: DebitRow): Promise<Result> {
  const at = deps.clock.now();
  const isOld =
    debit.lastSentAt !== null && at.since(debit.lastSentAt).total('seconds') >= deps.config.PROVIDER_RESEND_AFTER_SECONDS;
  if (debit.status !== 'creating' || !isOld) return 'unknown';
  const change = { from: ['creating'] as const, to: 'failed' as const, failure: 'unknown at the provider', at };
  if (!(await changeDebit(tx, debit.id, change))) return 'unknown';
  await tellLost(tx, deps, debit, 'failed');
  return 'failed';
}

async function tellLost(tx: Tx, deps: Books, debit: DebitRow, outcome: 'failed' | 'canceled'): Promise<void> {
  const echeance = await findEcheance(tx, debit.echeanceId);
  await enqueueChatMessage(tx, deps, {
    channel: 'payment-schedule',
    text: `Le prélèvement de ${formatEuros(debit.amountCents)} (échéance ${echeance?.number ?? '?'} du projet ${echeance?.propertyId ?? '?'}) ${outcome === 'failed' ? 'a échoué' : 'a été annulé'} : l’échéance n’est plus programmée.`,
  });
}
