// Runs of payouts: coupons of a month, capital of a day, the price of a sold property, capital that was never lent; and the end of
// the repayment.

import { type Cents, centsOf, formatEuros } from '../../../core/cents.ts';
import { parisDate, parisYear } from '../../../core/dates.ts';
import type { Subquery } from '../../../core/db/sql-fragments.ts';
import type { EcheanceId, PropertyId } from '../../../core/db/tables.ts';
import { inTransaction, type Tx } from '../../../core/db/transaction.ts';
import { newId } from '../../../core/ids.ts';
import type { AppDeps } from '../../../deps.ts';
import { sharesOfHolders } from '../../../money/bricks/index.ts';
import { lockPurses } from '../../../money/ledger/index.ts';
import { isCertainlyUnpaid, openPayouts } from '../../../money/payments/index.ts';
import { enqueueChatMessage } from '../../../providers/chat/index.ts';
import { type CustomerTaxRate, isTaxWithheld, recordCouponTaxes, taxRatesOf } from '../../investing/taxation/index.ts';
import { changeFinancialStatus, lockMoneyAtProvider, lockProperty } from '../../projects/project-life/index.ts';
import { findSpvAccount } from '../../projects/spvs/index.ts';
import { type EcheanceRow, lockSchedule, readSchedule, type Schedule } from '../payment-schedule/index.ts';
import { deriveEcheance } from '../schedule-computation/index.ts';
import {
  hasUnpaidLines,
  listFailedLines,
  listRunsWithFailures,
  reopenFailedLines,
  sumUnpaidLines,
  unorderedLines,
  waitingTaxes,
} from './line-queries.ts';
import {
  beginCouponMonth,
  findReceivedBeforeGiveUp,
  findRun,
  finishCouponMonth,
  insertRunWithLines,
  isCouponMonthOpen,
  listPaidEcheances,
} from './queries.ts';
import {
  couponMonthOn,
  type PayoutKind,
  paymentsOfKind,
  payoutRunOf,
  purseOfKind,
  type RunKind,
  undistributed,
} from './rules.ts';

export type PayoutDeps = Pick<AppDeps, 'db' | 'clock' | 'jobs' | 'config' | 'log'>;

/** Result of one run; cents. `period` is null when no coupon run is due. A dry run counts what there is to distribute. */
export type PayoutsReport = {
  period: string | null;
  echeances: number;
  payouts: number;
  totalCents: Cents;
  taxCents: Cents;
  failures: number;
  retried: number;
  taxTransfers: number;
  finishedProjects: string[];
  dryRun: boolean;
};

/** Distributes what has come in for coupons, or for capital, and was not distributed yet. */
export async function runPayouts(deps: PayoutDeps, kind: PayoutKind, { dryRun }: { dryRun: boolean }): Promise<PayoutsReport> {
  return kind === 'coupon' ? payCoupons(deps, dryRun) : payCapital(deps, dryRun);
}

/**
 * Once a month, at the first execution on or after COUPON_PAYOUT_DAY_OF_MONTH, for the echeances that are due. A run that
 * stopped is continued by the next one: an echeance is paid once in a month. Money that comes in later waits for the next month.
 */
async function payCoupons(deps: PayoutDeps, dryRun: boolean): Promise<PayoutsReport> {
  const month = couponMonthOn(parisDate(deps.clock.now()), deps.config.COUPON_PAYOUT_DAY_OF_MONTH);
  if (month === undefined) return emptyReport(null, dryRun);
  if (dryRun) return (await isCouponMonthOpen(deps.db, month)) ? previewAll(deps, 'coupon', month) : emptyReport(null, true);
  const isOpen = await inTransaction(deps.db, (tx) => beginCouponMonth(tx, month, deps.clock.now()));
  if (!isOpen) return emptyReport(null, false);
  const report = await distributeAll(deps, 'coupon', month);
  if (report.failures === 0) await inTransaction(deps.db, (tx) => finishCouponMonth(tx, month, deps.clock.now()));
  return report;
}

/** Every day, for all capital that has come in, also before its due date. */
async function payCapital(deps: PayoutDeps, dryRun: boolean): Promise<PayoutsReport> {
  const day = parisDate(deps.clock.now()).toString();
  return dryRun ? previewAll(deps, 'capital', day) : distributeAll(deps, 'capital', day);
}

function emptyReport(period: string | null, dryRun: boolean): PayoutsReport {
  const none = { echeances: 0, payouts: 0, totalCents: 0, taxCents: 0, failures: 0, retried: 0, taxTransfers: 0 } as const;
  return { period, ...none, finishedProjects: [], dryRun };
}

/** What a run would distribute now, before tax and without its holders; nothing is written. */
async function previewAll(deps: PayoutDeps, kind: PayoutKind, period: string): Promise<PayoutsReport> {
  const report = emptyReport(period, true);
  const schedules = new Map<PropertyId, Schedule | undefined>();
  for (const { id, propertyId } of await listPaidEcheances(deps.db, kind, parisDate(deps.clock.now()))) {
    if (!schedules.has(propertyId)) schedules.set(propertyId, await readSchedule(deps.db, propertyId));
    const schedule = schedules.get(propertyId);
    const echeance = schedule?.echeances.find((candidate) => candidate.id === id);
    const cents = schedule && echeance ? undistributed(kind, schedule, echeance) : 0;
    if (cents <= 0) continue;
    report.echeances += 1;
    report.totalCents = centsOf(report.totalCents + cents);
  }
  return report;
}

/**
 * Each echeance in its own transaction: the team is alerted about one that fails, and the others are paid. Echeances whose money is
 * not at the provider yet are no failures, which would keep the month open: the team is notified of all at once.
 */
async function distributeAll(deps: PayoutDeps, kind: PayoutKind, period: string): Promise<PayoutsReport> {
  const report = emptyReport(period, false);
  const lacking: string[] = [];
  for (const { id, propertyId, label } of await listPaidEcheances(deps.db, kind, parisDate(deps.clock.now()))) {
    try {
      const at = deps.clock.now();
      const done = await inTransaction(deps.db, (tx) => distribute(tx, deps, { kind, propertyId, echeanceId: id, period, at }));
      if (done.holders > 0) report.echeances += 1;
      report.payouts += done.holders;
      report.totalCents = centsOf(report.totalCents + done.totalCents);
      report.taxCents = centsOf(report.taxCents + done.taxCents);
      if (done.lackingCents > 0) lacking.push(`${label} (${formatEuros(done.lackingCents)})`);
    } catch (error) {
      report.failures += 1;
      deps.log.error({ err: error, echeanceId: id, kind }, 'echeance not distributed');
      await alertTeam(deps, `L’échéance ${label} n’a pas pu être distribuée (${kind}) : ${reasonOf(error)}.`);
    }
  }
  if (lacking.length > 0)
    await alertTeam(deps, `Inscrit hors du prestataire, à distribuer dès que l’argent y est (${kind}) : ${lacking.join(', ')}.`);
  return report;
}

async function alertTeam(deps: PayoutDeps, text: string): Promise<void> {
  await inTransaction(deps.db, (tx) => enqueueChatMessage(tx, deps, { channel: 'internal-alerts', text }));
}

function reasonOf(error: unknown): string {
  return error instanceof NotDistributable ? error.message : 'erreur interne, voir les journaux';
}

/** Which echeance, in which period, and at what moment. */
type Distribution = { kind: PayoutKind; propertyId: PropertyId; echeanceId: EcheanceId; period: string; at: Temporal.Instant };

/** What was opened, cents; zeros when there was nothing to distribute. `lackingCents` waits until it is at the provider. */
type Distributed = { totalCents: Cents; taxCents: Cents; holders: number; lackingCents: Cents };

/** Why an echeance is not paid until the team has acted; the message is for the team, in French. */
class NotDistributable extends Error {}

const NOTHING: Distributed = { totalCents: 0, taxCents: 0, holders: 0, lackingCents: 0 };

/**
 * Pays one echeance out to the holders of the property's bricks (payouts.md#coupon-run).
 * 1. lock the schedule, so that what was received and not yet distributed is exact; of money that was booked outside the provider only what
 * is there by now is paid, since the rest of the wallet is other projects'; 2. lock the purse, which must hold that much beside
 * the lines that still wait; 3. write the run, a line for each holder (largest remainder over the bricks as they are held now; those of
 * pending or reserved deals are the seller's) with its tax, and one payout each. The money stays in COUPON or CAPITAL, which nothing
 * else spends, until the provider has moved it. A second call in the same period does nothing.
 */
async function distribute(tx: Tx, deps: PayoutDeps, input: Distribution): Promise<Distributed> {
  const { kind, propertyId, echeanceId, period, at } = input;
  const schedule = await lockSchedule(tx, propertyId);
  const echeance = schedule?.echeances.find(({ id }) => id === echeanceId);
  if (!schedule || !echeance || schedule.spvId === null)
    throw new NotDistributable(`l’échéance ${echeanceId} n’a plus d’échéancier ou de SPV`);
  const { dueCents, isRecovery } = await amountOf(tx, kind, schedule, echeance);
  if (dueCents <= 0) return NOTHING;
  const totalCents = centsOf(Math.min(dueCents, await lockMoneyAtProvider(tx, propertyId, 'anything')));
  const lackingCents = centsOf(dueCents - totalCents);
  if (totalCents === 0) return { ...NOTHING, lackingCents };
  await assertInPurse(tx, { kind, propertyId, totalCents });
  const accountId = await findSpvAccount(tx, schedule.spvId);
  if (accountId === null) throw new NotDistributable(`le SPV du projet ${propertyId} n’a pas de portefeuille`);
  const run = { id: newId(), kind, propertyId, echeanceId, period, runDate: parisDate(at), totalCents, isRecovery, at };
  const rates = kind === 'coupon' ? await couponRates(tx, deps, { schedule, totalCents, at }) : undefined;
  const written = await insertRunWithLines(tx, run, rates);
  if (!written) return { ...NOTHING, lackingCents };
  const payouts = payoutRunOf({ kind, propertyId, accountId, label: echeance.period, at });
  await openPayouts(tx, deps, payouts, unorderedLines(run.id));
  if (kind === 'coupon') await recordCouponTaxes(tx, waitingTaxes(run.id));
  return { totalCents, ...written, lackingCents };
}

/**
 * What there is to distribute. Capital of a given-up project that came in before, and is not lost, leaves in its own run: the
 * recovery waits for the next day, so that each run is one or the other for the holders' tax papers.
 */
async function amountOf(
  tx: Tx,
  kind: PayoutKind,
  schedule: Schedule,
  echeance: EcheanceRow,
): Promise<{ dueCents: Cents; isRecovery: boolean }> {
  const dueCents = undistributed(kind, schedule, echeance);
  const receivedCents = kind === 'capital' && dueCents > 0 ? await findReceivedBeforeGiveUp(tx, echeance.id) : undefined;
  if (receivedCents === undefined) return { dueCents, isRecovery: false };
  const keptCents = centsOf(Math.max(receivedCents - echeance.capitalDistributedCents, 0));
  return keptCents === 0
    ? { dueCents, isRecovery: true }
    : { dueCents: centsOf(Math.min(dueCents, keptCents)), isRecovery: false };
}

/** Each holder's rate in the Paris year; undefined when the issuer withholds no tax (tax.md#withholding). */
async function couponRates(
  tx: Tx,
  deps: PayoutDeps,
  coupon: { schedule: Schedule; totalCents: Cents; at: Temporal.Instant },
): Promise<Subquery<CustomerTaxRate> | undefined> {
  const { schedule, totalCents, at } = coupon;
  const issuer = { issuerCountry: schedule.spvCountry, contractType: schedule.investorContractType };
  if (!isTaxWithheld(issuer, deps.config.ROYALTY_WITHHOLDING)) return undefined;
  return taxRatesOf(tx, deps, { customers: sharesOfHolders(schedule.propertyId, totalCents), year: parisYear(at) });
}

/** The project's own purse must hold the amount: when it does not, rows and ledger disagree, and the team must find out why. */
async function assertInPurse(tx: Tx, due: { kind: PayoutKind; propertyId: PropertyId; totalCents: Cents }): Promise<void> {
  const { kind, propertyId, totalCents } = due;
  const purse = purseOfKind(kind);
  const balances = await lockPurses(tx, propertyId, [purse]);
  const freeCents = centsOf(balances[purse] - (await sumUnpaidLines(tx, propertyId, purse)));
  if (freeCents < totalCents)
    throw new NotDistributable(`${formatEuros(totalCents)} à distribuer, ${formatEuros(freeCents)} dans ${purse}`);
}

/** A sale, the SPV's wallet, and the price in cents, which is in CAPITAL. */
type SoldProperty = {
  propertyId: PropertyId;
  saleId: string;
  accountId: string;
  totalCents: Cents;
  at: Temporal.Instant;
};

/** Writes the run, its lines without tax, and one payout each; the daily capital run retries those that are refused. */
export async function openSaleRun(tx: Tx, deps: Pick<AppDeps, 'jobs'>, sold: SoldProperty): Promise<{ holders: number }> {
  const { propertyId, saleId, accountId, totalCents, at } = sold;
  const runDate = parisDate(at);
  const label = runDate.toString();
  const run = { id: newId(), kind: 'sale', propertyId, saleId, period: label, runDate, totalCents, at } as const;
  const written = await insertRunWithLines(tx, run);
  if (!written) throw new Error(`the price of sale ${saleId} was distributed before`);
  await openPayouts(tx, deps, payoutRunOf({ kind: run.kind, propertyId, accountId, label, at }), unorderedLines(run.id));
  return { holders: written.holders };
}

/** A project, its last echeance, the SPV's wallet, and the capital in cents, which is in CAPITAL. */
type UnlentCapital = {
  propertyId: PropertyId;
  echeanceId: EcheanceId;
  accountId: string;
  totalCents: Cents;
  at: Temporal.Instant;
};

/** Not a date, so that a second run of the project is found by the unique constraint of echeance, kind and period. */
const PERIOD = 'final-settlement';

/** Writes the run, its lines without tax, and one payout each; the daily capital run retries those that are refused. */
export async function openUnlentCapitalRun(
  tx: Tx,
  deps: Pick<AppDeps, 'jobs'>,
  { propertyId, echeanceId, accountId, totalCents, at }: UnlentCapital,
): Promise<{ runId: string; holders: number }> {
  const run = { id: newId(), kind: 'unlent-capital', propertyId, echeanceId, period: PERIOD, totalCents, at } as const;
  const written = await insertRunWithLines(tx, { ...run, runDate: parisDate(at) });
  if (!written) throw new Error(`the unlent capital of property ${propertyId} was distributed before`);
  const payouts = payoutRunOf({ kind: run.kind, propertyId, accountId, label: PERIOD, at });
  await openPayouts(tx, deps, payouts, unorderedLines(run.id));
  return { runId: run.id, holders: written.holders };
}

type Deps = Pick<AppDeps, 'db' | 'clock' | 'jobs'>;

/** Writes `repayment-finished` if it applies (payouts.md#end-of-the-repayment); true when it was written now. */
export async function finishRepaidProject(deps: Deps, propertyId: PropertyId): Promise<boolean> {
  return inTransaction(deps.db, (tx) => finish(tx, deps, propertyId));
}

async function finish(tx: Tx, deps: Deps, propertyId: PropertyId): Promise<boolean> {
  await lockProperty(tx, propertyId);
  const schedule = await lockSchedule(tx, propertyId);
  if (!schedule || !isRepaid(schedule) || (await hasUnpaidLines(tx, propertyId))) return false;
  if (!(await changeFinancialStatus(tx, propertyId, 'everything-repaid', deps.clock.now()))) return false;
  await enqueueChatMessage(tx, deps, {
    channel: 'payment-schedule',
    text: `Le projet ${schedule.propertyName} est entièrement remboursé.`,
  });
  return true;
}

function isRepaid(schedule: Schedule): boolean {
  return schedule.echeances.every((echeance) => {
    const { remainingToBePaidCents, capitalRepaymentRemainingCents } = deriveEcheance(echeance);
    const isPaid = remainingToBePaidCents === 0 && capitalRepaymentRemainingCents === 0;
    return isPaid && undistributed('coupon', schedule, echeance) === 0 && undistributed('capital', schedule, echeance) === 0;
  });
}

type RetryDeps = PayoutDeps & Pick<AppDeps, 'mover'>;

/**
 * A new payout to the same holder for every failed line of the kind, with the tax rate of its run, once the provider has
 * shown that no earlier payment of the line moved money. Returns how many.
 */
export async function retryFailedLines(deps: RetryDeps, kind: PayoutKind): Promise<number> {
  let retried = 0;
  for (const failed of await listRunsWithFailures(deps.db, kind)) {
    const { runId } = failed;
    const lineIds = await listUnpaid(deps, failed);
    if (lineIds.length === 0) continue;
    retried += await inTransaction(deps.db, async (tx) => {
      const { accountId, ...run } = await findRun(tx, runId);
      if (accountId === null) return 0;
      const reopened = await reopenFailedLines(tx, runId, lineIds);
      await openPayouts(tx, deps, payoutRunOf({ ...run, accountId, at: deps.clock.now() }), unorderedLines(runId));
      if (run.kind === 'coupon') await recordCouponTaxes(tx, waitingTaxes(runId));
      return reopened;
    });
  }
  return retried;
}

async function listUnpaid(deps: RetryDeps, { runId, kind }: { runId: string; kind: RunKind }): Promise<string[]> {
  const { purpose } = paymentsOfKind(kind);
  const unpaid: string[] = [];
  for (const subjectId of await listFailedLines(deps.db, runId)) {
    if (await isCertainlyUnpaid(deps, { purpose, subjectId })) unpaid.push(subjectId);
    else deps.log.warn({ lineId: subjectId }, 'refused payout not ordered again: an earlier payment may have moved money');
  }
  return unpaid;
}
