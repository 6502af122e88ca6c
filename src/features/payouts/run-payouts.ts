// The coupon run of a month and the capital run of a day: every echeance that has something to distribute, each alone.

import { parisDate } from '../../core/dates.ts';
import { inTransaction } from '../../core/db/transaction.ts';
import type { AppDeps } from '../../deps.ts';
import { findEcheance } from '../payment-schedule/index.ts';
import { distribute, undistributed } from './distribute.ts';
import { finishRepaidProjects } from './finish-repaid-projects.ts';
import { moveTaxes } from './move-taxes.ts';
import { beginCouponMonth, finishCouponMonth, isCouponMonthOpen, listPaidEcheances, type PayoutKind } from './queries.ts';
import { retryLines } from './retry-lines.ts';
import { couponMonthOn } from './rules.ts';

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

/**
 * Once a month, at the first execution on or after COUPON_PAYOUT_DAY_OF_MONTH, for the echeances that are due. A run that died
 * goes on where it stopped: an echeance is paid once in a month. Later payments wait for the next month.
 */
export async function runCouponPayout(deps: PayoutDeps, { dryRun }: { dryRun: boolean }): Promise<PayoutsReport> {
  const month = couponMonthOn(parisDate(deps.clock.now()), deps.config.COUPON_PAYOUT_DAY_OF_MONTH);
  if (month === undefined) return afterwards(deps, 'coupon', nothing(null, dryRun));
  if (dryRun) {
    const isOpen = await isCouponMonthOpen(deps.db, month);
    return isOpen ? foresee(deps, 'coupon', month) : nothing(null, true);
  }
  const isOpen = await inTransaction(deps.db, (tx) => beginCouponMonth(tx, month, deps.clock.now()));
  if (!isOpen) return afterwards(deps, 'coupon', nothing(null, false));
  const report = await distributeAll(deps, 'coupon', month);
  if (report.failures === 0) await inTransaction(deps.db, (tx) => finishCouponMonth(tx, month, deps.clock.now()));
  return afterwards(deps, 'coupon', report);
}

/** Every day, for whatever capital has come in, due or early. */
export async function runCapitalPayout(deps: PayoutDeps, { dryRun }: { dryRun: boolean }): Promise<PayoutsReport> {
  const day = parisDate(deps.clock.now()).toString();
  if (dryRun) return foresee(deps, 'capital', day);
  return afterwards(deps, 'capital', await distributeAll(deps, 'capital', day));
}

function nothing(period: string | null, dryRun: boolean): PayoutsReport {
  const none = { echeances: 0, payouts: 0, totalCents: 0, taxCents: 0, failures: 0, retried: 0, taxTransfers: 0 };
  return { period, ...none, finishedProjects: [], dryRun };
}

/** One echeance that cannot be paid keeps no other from its turn. */
async function distributeAll(deps: PayoutDeps, kind: PayoutKind, period: string): Promise<PayoutsReport> {
  const report = nothing(period, false);
  for (const { id, propertyId } of await listPaidEcheances(deps.db, kind, parisDate(deps.clock.now()))) {
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
    }
  }
  return report;
}

/** Refused payouts again, the tax of paid ones, and the end of what is all repaid. */
async function afterwards(deps: PayoutDeps, kind: PayoutKind, report: PayoutsReport): Promise<PayoutsReport> {
  if (report.dryRun) return report;
  const retried = await retryLines(deps, kind);
  const taxTransfers = kind === 'coupon' ? await moveTaxes(deps) : 0;
  return { ...report, retried, taxTransfers, finishedProjects: await finishRepaidProjects(deps) };
}

async function foresee(deps: PayoutDeps, kind: PayoutKind, period: string): Promise<PayoutsReport> {
  const report = nothing(period, true);
  for (const { id } of await listPaidEcheances(deps.db, kind, parisDate(deps.clock.now()))) {
    const echeance = await findEcheance(deps.db, id);
    const cents = echeance ? undistributed(kind, echeance) : 0;
    if (cents <= 0) continue;
    report.echeances += 1;
    report.totalCents += cents;
  }
  return report;
}
