// Job echeancier-bank-debit-status-update: what became of the debits at the bank, also of projects that pay by wire now.

import { formatEuros } from '../../../core/cents.ts';
import { inTransaction, type Tx } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { enqueueChatMessage } from '../../../providers/chat/index.ts';
import type { DirectDebit } from '../../../providers/payments/index.ts';
import { findEcheance, resizeDebitJob } from '../payment-schedule/index.ts';
import { collectDebit } from './collect-debit.ts';
import { followSecondDebit, type SecondResult } from './follow-second-debit.ts';
import { noteSecond } from './note-second-debit.ts';
import { changeDebit, type DebitRow, isMarginOver, listOpenDebits, listOpenSeconds, listWatchedDebits } from './queries.ts';
import { decisiveOf } from './rules.ts';
import { type WatchedResult, watchDebit } from './watch-debit.ts';
import { writeAudit } from './write-audit.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'payments' | 'jobs' | 'log'>;
/** What the writing half may ask for. */
type Books = Pick<AppDeps, 'clock' | 'config' | 'jobs'>;
type Result = 'succeeded' | 'failed' | 'canceled' | 'scheduled' | 'unknown';
/** How many debits came to what; `broken` failed on our side. */
type Counts<Outcome extends string> = Record<Outcome | 'broken', number>;

/** What one run found, by outcome; `scheduled` still waits for the bank; `watched` were given up before; `seconds` count for nothing. */
export type DebitsReport = Counts<Result> & {
  open: number;
  watched: Counts<WatchedResult>;
  seconds: Counts<SecondResult>;
  dryRun: boolean;
};

const OPEN = ['creating', 'scheduled', 'canceling'] as const;

/**
 * Asks the provider about every open debit, each alone: one that fails keeps no other from its turn; then about those that were
 * given up of late, and those that stand there a second time. A dry run only asks.
 */
export async function updateDebits(deps: Deps, { dryRun }: { dryRun: boolean }): Promise<DebitsReport> {
  const open = await listOpenDebits(deps.db);
  const report = { succeeded: 0, failed: 0, canceled: 0, scheduled: 0, unknown: 0, broken: 0 };
  await countEach(deps, open, report, { follow: (debit) => update(deps, debit, dryRun), failure: 'direct debit not updated' });
  const watched = { absent: 0, adopted: 0, collected: 0, canceled: 0, unknown: 0, broken: 0 };
  await countEach(deps, await listWatchedDebits(deps.db), watched, {
    follow: (debit) => watchDebit(deps, debit, { dryRun }),
    failure: 'direct debit not watched',
  });
  const seconds = { scheduled: 0, canceled: 0, failed: 0, collected: 0, unknown: 0, broken: 0 };
  await countEach(deps, await listOpenSeconds(deps.db), seconds, {
    follow: (second) => followSecondDebit(deps, second, { dryRun }),
    failure: 'second direct debit not followed',
  });
  return { ...report, open: open.length, watched, seconds, dryRun };
}

/** Follows each alone and counts what it came to. */
async function countEach<Outcome extends string>(
  { log }: Pick<AppDeps, 'log'>,
  debits: readonly DebitRow[],
  counts: Counts<Outcome>,
  { follow, failure }: { follow: (debit: DebitRow) => Promise<Outcome>; failure: string },
): Promise<void> {
  for (const debit of debits) {
    try {
      counts[await follow(debit)] += 1;
    } catch (error) {
      log.error({ err: error, directDebitId: debit.id }, failure);
      counts.broken += 1;
    }
  }
}

async function update(deps: Deps, debit: DebitRow, dryRun: boolean): Promise<Result> {
  const found = await find(deps, debit, dryRun);
  if (found === undefined) return 'unknown';
  if (dryRun) return found === null ? 'unknown' : outcomeOf(found);
  return inTransaction(deps.db, (tx) => (found ? write(tx, deps, debit, found) : forget(tx, deps, debit)));
}

/** Null: the provider knows none; undefined: it does not answer. One that was ordered without an answer may stand there twice. */
async function find(deps: Deps, debit: DebitRow, dryRun: boolean): Promise<DirectDebit | null | undefined> {
  if (debit.providerDebitId !== null) {
    const found = await deps.payments.getDirectDebit({ debitId: debit.providerDebitId });
    return found.ok ? found.value : undefined;
  }
  const found = await deps.payments.listDirectDebits({ reference: debit.id });
  if (!found.ok) return undefined;
  const decisive = decisiveOf(found.value);
  if (!dryRun) for (const other of found.value) if (other !== decisive) await noteSecond(deps, debit, other);
  return decisive ?? null;
}

function outcomeOf(found: DirectDebit): Exclude<Result, 'unknown'> {
  return found.status === 'pending' ? 'scheduled' : found.status;
}

async function write(tx: Tx, deps: Books, debit: DebitRow, found: DirectDebit): Promise<Result> {
  const at = deps.clock.now();
  const outcome = outcomeOf(found);
  if (outcome === 'succeeded') return (await collectDebit(tx, deps, { debit, found, from: OPEN })) ? 'succeeded' : 'unknown';
  const { isToBeReordered } = debit;
  const change = { from: OPEN, to: outcome, providerDebitId: found.debitId, at };
  // Cancelled in order to be changed: the debit for the rest is ordered by job. Still there: the change begins again.
  const again = isToBeReordered && outcome === 'scheduled' ? { isToBeReordered: false } : {};
  if (!(await changeDebit(tx, debit.id, { ...change, ...again }))) return 'unknown';
  if (isToBeReordered) await deps.jobs.enqueue(tx, resizeDebitJob, { echeanceId: debit.echeanceId });
  // What was asked for has happened, though its request never heard of it.
  const isDone =
    (debit.status === 'canceling' && outcome === 'canceled') || (debit.status === 'creating' && outcome === 'scheduled');
  if (isDone) await writeAudit(tx, debit.id, { providerDebitId: found.debitId, at });
  if (outcome === 'failed' || (outcome === 'canceled' && !isToBeReordered)) await tellLost(tx, deps, debit, outcome);
  return outcome;
}

/**
 * The provider knows no such debit: once the margin after its call is over the echeance is free again. The provider may take it all
 * the same, so its reference is watched.
 */
async function forget(tx: Tx, deps: Books, debit: DebitRow): Promise<Result> {
  const at = deps.clock.now();
  if (debit.status !== 'creating' || !(await isMarginOver(tx, debit.id, deps.config.PROVIDER_RESEND_AFTER_SECONDS)))
    return 'unknown';
  const failure = 'unknown at the provider';
  if (!(await changeDebit(tx, debit.id, { from: ['creating'], to: 'failed', failure, isWatched: true, at }))) return 'unknown';
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
