// Takes over the bank's outcome of an open debit.

import { formatEuros } from '../../../core/cents.ts';
import { inTransaction, type Tx } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { enqueueChatMessage } from '../../../providers/chat/index.ts';
import type { DirectDebit } from '../../../providers/payments/index.ts';
import { readEcheance, resizeDebitJob } from '../payment-schedule/index.ts';
import { collectDebit } from './collect-debit.ts';
import { changeDebit, type DebitRow, insertSeconds, isMarginOver } from './queries.ts';
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
