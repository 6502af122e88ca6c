// The coupon run of a month and the capital run of a day: each echeance in a transaction of its own, then what every run ends with.

import { formatEuros } from '../../../core/cents.ts';
import { parisDate } from '../../../core/dates.ts';
import { inTransaction, type Tx } from '../../../core/db/transaction.ts';
import { newId } from '../../../core/ids.ts';
import type { AppDeps } from '../../../deps.ts';
import { lockPurses } from '../../../money/ledger/index.ts';
import { openPayment } from '../../../money/payments/index.ts';
import { enqueueChatMessage } from '../../../providers/chat/index.ts';
import { findSpvAccount } from '../../projects/spvs/index.ts';
import { lockSchedule, readSchedule, type Schedule } from '../payment-schedule/index.ts';
import { finishRepaidProject } from './finish-repaid-project.ts';
import { listRunsWithFailures, reopenFailedLines, sumUnpaidLines } from './line-queries.ts';
import { openLines } from './open-lines.ts';
import {
  beginCouponMonth,
  findRun,
  finishCouponMonth,
  isCouponMonthOpen,
  listPaidEcheances,
  listRepaidProjects,
} from './queries.ts';
import { couponMonthOn, type PayoutKind, purseOfKind, undistributed } from './rules.ts';
import { listSpvsWithTaxes, lockTaxesToMove, writeTaxOrder } from './tax-queries.ts';
import { writeRun } from './write-run.ts';

/** What a run needs. */
export type PayoutDeps = Pick<AppDeps, 'db' | 'clock' | 'jobs' | 'config' | 'log'>;

/** What one run did; cents. `period` is null when no coupon run is due. A dry run tells what there is to distribute. */
export type PayoutsReport = {
  period: string | null;
  echeances: number;
  payouts: number;
  totalCents: number;
  taxCents: number;
  failures: number;
  retried: number;
  taxTransfers: number;
  finishedProjects: string[];
  dryRun: boolean;
};

/** Refused payouts are ordered again too, the tax of paid ones is moved, and projects that have repaid all are finished. */
export async function runPayouts(deps: PayoutDeps, kind: PayoutKind, { dryRun }: { dryRun: boolean }): Promise<PayoutsReport> {
  const report = kind === 'coupon' ? await payCoupons(deps, dryRun) : await payCapital(deps, dryRun);
  return report.dryRun ? report : finishRun(deps, kind, report);
}

/**
 * Once a month, at the first execution on or after COUPON_PAYOUT_DAY_OF_MONTH, for the echeances that are due. A run that died
 * goes on where it stopped: an echeance is paid once in a month. Later payments wait for the next month.
 */
async function payCoupons(deps: PayoutDeps, dryRun: boolean): Promise<PayoutsReport> {
  const month = couponMonthOn(parisDate(deps.clock.now()), deps.config.COUPON_PAYOUT_DAY_OF_MONTH);
  if (month === undefined) return emptyReport(null, dryRun);
  if (dryRun) return (await isCouponMonthOpen(deps.db, month)) ? foresee(deps, 'coupon', month) : emptyReport(null, true);
  const isOpen = await inTransaction(deps.db, (tx) => beginCouponMonth(tx, month, deps.clock.now()));
  if (!isOpen) return emptyReport(null, false);
  const report = await distributeAll(deps, 'coupon', month);
  if (report.failures === 0) await inTransaction(deps.db, (tx) => finishCouponMonth(tx, month, deps.clock.now()));
  return report;
}

/** Every day, for whatever capital has come in, due or early. */
async function payCapital(deps: PayoutDeps, dryRun: boolean): Promise<PayoutsReport> {
  const day = parisDate(deps.clock.now()).toString();
  return dryRun ? foresee(deps, 'capital', day) : distributeAll(deps, 'capital', day);
}

/** A report with nothing in it yet. */
function emptyReport(period: string | null, dryRun: boolean): PayoutsReport {
  const none = { echeances: 0, payouts: 0, totalCents: 0, taxCents: 0, failures: 0, retried: 0, taxTransfers: 0 };
  return { period, ...none, finishedProjects: [], dryRun };
}

/** What a run would distribute now, before tax; nothing is written, and who would get them is not asked. */
async function foresee(deps: PayoutDeps, kind: PayoutKind, period: string): Promise<PayoutsReport> {
  const report = emptyReport(period, true);
  const schedules = new Map<string, Schedule | undefined>();
  for (const { id, propertyId } of await listPaidEcheances(deps.db, kind, parisDate(deps.clock.now()))) {
    if (!schedules.has(propertyId)) schedules.set(propertyId, await readSchedule(deps.db, propertyId));
    const schedule = schedules.get(propertyId);
    const echeance = schedule?.echeances.find((candidate) => candidate.id === id);
    const cents = schedule && echeance ? undistributed(kind, schedule, echeance) : 0;
    if (cents <= 0) continue;
    report.echeances += 1;
    report.totalCents += cents;
  }
  return report;
}

/** One echeance that cannot be paid keeps no other from its turn; the team is told of it. */
async function distributeAll(deps: PayoutDeps, kind: PayoutKind, period: string): Promise<PayoutsReport> {
  const report = emptyReport(period, false);
  for (const { id, propertyId, label } of await listPaidEcheances(deps.db, kind, parisDate(deps.clock.now()))) {
    try {
      const at = deps.clock.now();
      const done = await inTransaction(deps.db, (tx) => distribute(tx, deps, { kind, propertyId, echeanceId: id, period, at }));
      if (done.holders > 0) report.echeances += 1;
      report.payouts += done.holders;
      report.totalCents += done.totalCents;
      report.taxCents += done.taxCents;
    } catch (error) {
      report.failures += 1;
      deps.log.error({ err: error, echeanceId: id, kind }, 'echeance not distributed');
      await tellTeam(deps, `L’échéance ${label} n’a pas pu être distribuée (${kind}) : ${reasonOf(error)}.`);
    }
  }
  return report;
}

async function tellTeam(deps: PayoutDeps, text: string): Promise<void> {
  await inTransaction(deps.db, (tx) => enqueueChatMessage(tx, deps, { channel: 'internal-alerts', text }));
}

function reasonOf(error: unknown): string {
  return error instanceof NotDistributable ? error.message : 'erreur interne, voir les journaux';
}

/** Which echeance, in which period, and at what moment. */
type Distribution = { kind: PayoutKind; propertyId: string; echeanceId: string; period: string; at: Temporal.Instant };

/** What was opened, cents; zeros when there was nothing to distribute. */
type Distributed = { totalCents: number; taxCents: number; holders: number };

/** Why an echeance waits until somebody has looked; the message is for the team, in French. */
class NotDistributable extends Error {}

const NOTHING: Distributed = { totalCents: 0, taxCents: 0, holders: 0 };

/**
 * Pays one echeance out to the holders of the property's bricks (payouts.md#coupon-run).
 * 1. lock the schedule: what was received and not yet distributed is exact, and of the capital what is the holders'; 2. lock the
 * purse: it has that much beside what other lines wait for; 3. write the run, its lines by largest remainder, and one payout each.
 * The money stays in COUPON or CAPITAL, which nothing else spends, until the provider has moved it (A-payouts-1). Run again in the
 * same period, nothing happens.
 */
async function distribute(tx: Tx, deps: PayoutDeps, input: Distribution): Promise<Distributed> {
  const { kind, propertyId, echeanceId, period, at } = input;
  const schedule = await lockSchedule(tx, propertyId);
  const echeance = schedule?.echeances.find(({ id }) => id === echeanceId);
  if (!schedule || !echeance || schedule.spvId === null)
    throw new NotDistributable(`l’échéance ${echeanceId} n’a plus d’échéancier ou de SPV`);
  const totalCents = undistributed(kind, schedule, echeance);
  if (totalCents <= 0) return NOTHING;
  await assertInPurse(tx, { kind, propertyId, totalCents });
  const accountId = await findSpvAccount(tx, schedule.spvId);
  if (accountId === null) throw new NotDistributable(`le SPV du projet ${propertyId} n’a pas de portefeuille`);
  const run = { id: newId(), kind, propertyId, echeanceId, period, runDate: parisDate(at), totalCents, at };
  const written = await writeRun(tx, deps, run, { accountId, label: echeance.period, schedule });
  return written ? { totalCents, ...written } : NOTHING;
}

/** Never more than the project's own purse has: what the rows promise and the ledger lacks is a fault to look into, not to pay. */
async function assertInPurse(tx: Tx, due: { kind: PayoutKind; propertyId: string; totalCents: number }): Promise<void> {
  const { kind, propertyId, totalCents } = due;
  const purse = purseOfKind(kind);
  const balances = await lockPurses(tx, propertyId, [purse]);
  const freeCents = balances[purse] - (await sumUnpaidLines(tx, propertyId, purse));
  if (freeCents < totalCents)
    throw new NotDistributable(`${formatEuros(totalCents)} à distribuer, ${formatEuros(freeCents)} dans ${purse}`);
}

/** Refused payouts again, the tax of paid ones, and the end of what is all repaid. */
async function finishRun(deps: PayoutDeps, kind: PayoutKind, report: PayoutsReport): Promise<PayoutsReport> {
  const retried = await retryLines(deps, kind);
  const taxTransfers = kind === 'coupon' ? await moveTaxes(deps) : 0;
  return { ...report, retried, taxTransfers, finishedProjects: await finishRepaidProjects(deps) };
}

/** Opens a new payout to the same holder for every failed line of the kind, at the rate of its run (A-payouts-3). Returns how many. */
async function retryLines(deps: PayoutDeps, kind: PayoutKind): Promise<number> {
  let retried = 0;
  for (const { runId } of await listRunsWithFailures(deps.db, kind)) {
    retried += await inTransaction(deps.db, async (tx) => {
      const { accountId, ...run } = await findRun(tx, runId);
      if (accountId === null) return 0;
      const reopened = await reopenFailedLines(tx, runId);
      await openLines(tx, deps, { ...run, id: runId, accountId, at: deps.clock.now() });
      return reopened;
    });
  }
  return retried;
}

/**
 * The tax of paid coupons follows to the platform's tax account at the provider: orders a transfer per SPV of what none has taken yet (A-payouts-4);
 * each line's tax leaves once. Returns how many were ordered. One transfer may carry the tax of several projects: the ledger took it from each project's own purse before.
 */
async function moveTaxes(deps: PayoutDeps): Promise<number> {
  let ordered = 0;
  for (const { spvId, accountId } of await listSpvsWithTaxes(deps.db)) {
    ordered += await inTransaction(deps.db, async (tx) => {
      const { ids, taxCents } = await lockTaxesToMove(tx, spvId);
      if (taxCents === 0) return 0;
      const { orderId } = await openPayment(tx, deps, {
        order: {
          kind: 'transfer',
          purpose: 'withheld-tax',
          subjectId: newId(),
          fromAccountId: accountId,
          toAccountId: deps.config.PLATFORM_TAX_ACCOUNT_ID,
          amountCents: taxCents,
          comment: `Withheld tax ${spvId}`,
          at: deps.clock.now(),
        },
        sides: {},
      });
      await writeTaxOrder(tx, ids, orderId);
      return 1;
    });
  }
  return ordered;
}

/** Returns the ids of the projects that have finished now. */
async function finishRepaidProjects(deps: PayoutDeps): Promise<string[]> {
  const finished: string[] = [];
  for (const propertyId of await listRepaidProjects(deps.db, deps.config.OWNER_DEBT_STATUSES))
    if (await finishRepaidProject(deps, propertyId)) finished.push(propertyId);
  return finished;
}
