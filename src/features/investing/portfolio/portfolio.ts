// What an investor reads of their investments: all of them in sums, page by page, and one whole with its story.

import { centsOf, sumOf } from '../../../core/cents.ts';
import { parisDate, periodOf } from '../../../core/dates.ts';
import type { CustomerId, PropertyId } from '../../../core/db/tables.ts';
import { inTransaction, type Tx } from '../../../core/db/transaction.ts';
import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import { decodeCursor, toPage } from '../../../core/http/pagination.ts';
import type { AppDeps } from '../../../deps.ts';
import { type EcheanceRow, listEcheancesAhead, readSchedule } from '../../repayment/payment-schedule/index.ts';
import { couponDayFrom, isCouponMonthOpen } from '../../repayment/payouts/index.ts';
import { isTaxWithheld, readTaxRateOf, sumLossesByProject } from '../taxation/index.ts';
import type { ExpectedPayment, PayoutDays } from './expected-payments.ts';
import {
  type InvestmentRow,
  listCashFlows,
  listInvestments,
  listPayouts,
  listStory,
  listTrades,
  type PayoutRow,
} from './queries.ts';
import { monthsAround, type Standing, standingOf, totalsOf } from './rules.ts';
import type { Investment, InvestmentDetail, InvestmentPayment, PortfolioSummary } from './schemas.ts';
import { storyOf } from './story.ts';
import { yearlyReturnBps } from './yearly-return.ts';

export type PortfolioDeps = Pick<AppDeps, 'db' | 'clock' | 'config'>;

/** GET /customers/investments/summary: every figure from one snapshot. */
export async function readSummary(deps: PortfolioDeps, customerId: CustomerId): Promise<PortfolioSummary> {
  const at = deps.clock.now();
  return inSnapshot(deps, async (tx) => {
    const investments = await listInvestments(tx, { customerId, at }, 'all');
    const { standings, flows, days } = await readStandings(tx, deps, { customerId, at, investments });
    const all = [...standings.values()];
    return {
      asOf: at.toString(),
      investmentCount: investments.length,
      waitingCents: sumOf(investments.map(({ waitingCents }) => waitingCents)),
      ...totalsOf(all),
      yearlyReturnBps: yearlyReturnBps(all.flatMap(({ valued }) => valued)),
      months: monthsAround(
        flows,
        all.flatMap(({ expected }) => expected),
        days.today,
      ),
    };
  });
}

type Listed = { customerId: CustomerId; limit: number; cursor?: string };

/** GET /customers/investments: newest property first. Error: `validation-failed` for an invalid cursor. */
export async function listOwnInvestments(deps: PortfolioDeps, { customerId, limit, cursor }: Listed) {
  const at = deps.clock.now();
  const after = decodeCursor(cursor);
  return inSnapshot(deps, async (tx) => {
    const rows = await listInvestments(tx, { customerId, at }, { limit: limit + 1, after });
    const { standings } = await readStandings(tx, deps, { customerId, at, investments: rows.slice(0, limit) });
    return toPage(
      rows,
      limit,
      (row) => ({ at: row.propertyCreatedAt, id: row.propertyId }),
      (row) => viewOf(row, standings),
    );
  });
}

/** GET /customers/investments/:propertyId. Error: `not-found`. */
export async function readInvestment(
  deps: PortfolioDeps,
  { customerId, propertyId }: { customerId: CustomerId; propertyId: PropertyId },
): Promise<InvestmentDetail> {
  const at = deps.clock.now();
  return inSnapshot(deps, async (tx) => {
    const investments = await listInvestments(tx, { customerId, at }, { propertyId });
    const [investment] = investments;
    if (!investment) throw new AppError(NOT_FOUND, { detail: 'You have no investment in this project.' });
    const { standings, days } = await readStandings(tx, deps, { customerId, at, investments });
    const payouts = await listPayouts(tx, customerId, { propertyIds: [propertyId], since: undefined });
    const trades = await listTrades(tx, { customerId, propertyId });
    const rows = (await readSchedule(tx, propertyId))?.echeances ?? [];
    const story = storyOf(rows, await listStory(tx, propertyId), { holder: investment, today: days.today });
    return {
      asOf: at.toString(),
      investment: viewOf(investment, standings),
      trades: trades.map(({ cents: amountCents, at: traded, ...trade }) => ({ ...trade, amountCents, at: traded.toString() })),
      payments: [...payouts.flatMap(orderedView), ...standingIn(standings, propertyId).expected.map(expectedView)],
      story: story.map((event) => ({ ...event, date: event.date.toString() })),
    };
  });
}

function inSnapshot<T>({ db }: PortfolioDeps, read: (tx: Tx) => Promise<T>): Promise<T> {
  return inTransaction(db, read, 'repeatable read');
}

type Asked = { customerId: CustomerId; at: Temporal.Instant; investments: readonly InvestmentRow[] };

/** How these investments stand: a fixed number of statements, whatever their number. */
export async function readStandings(tx: Tx, deps: PortfolioDeps, { customerId, at, investments }: Asked) {
  const days = await readPayoutDays(tx, deps, at);
  const propertyIds = investments.map(({ propertyId }) => propertyId);
  const since = days.today.with({ day: 1 }).subtract({ months: 1 });
  const flows = await listCashFlows(tx, customerId, propertyIds);
  const payouts = await listPayouts(tx, customerId, { propertyIds, since });
  const rows = await listEcheancesAhead(tx, propertyIds, since);
  const losses = await sumLossesByProject(tx, customerId);
  const taxBpsIn = await readTaxRateOf({ ...deps, db: tx }, customerId);
  const [flowsOf, payoutsOf, rowsOf] = [byProject(flows), byProject<PayoutRow>(payouts), byProject<EcheanceRow>(rows)];
  const standings = new Map(
    investments.map((investment): [PropertyId, Standing] => {
      const { propertyId, issuerCountry, contractType } = investment;
      const isTaxed = isTaxWithheld({ issuerCountry, contractType }, deps.config.ROYALTY_WITHHOLDING);
      const standing = standingOf({
        investment,
        ...{ flows: flowsOf.get(propertyId) ?? [], payouts: payoutsOf.get(propertyId) ?? [] },
        ...{ rows: rowsOf.get(propertyId) ?? [], lossCents: losses.get(propertyId) ?? 0 },
        ...{ taxBpsIn: isTaxed ? taxBpsIn : () => 0, days },
      });
      return [propertyId, standing];
    }),
  );
  return { standings, flows, days };
}

function byProject<Row extends { propertyId: PropertyId }>(rows: readonly Row[]): Map<PropertyId, Row[]> {
  return Map.groupBy(rows, ({ propertyId }) => propertyId);
}

/** The next coupon run: this month's while it is to come or still going on, else that of the next month. */
async function readPayoutDays(tx: Tx, { config }: PortfolioDeps, at: Temporal.Instant): Promise<PayoutDays> {
  const today = parisDate(at);
  const payoutDay = config.COUPON_PAYOUT_DAY_OF_MONTH;
  const isOver = today.day >= payoutDay && !(await isCouponMonthOpen(tx, periodOf(today)));
  const isGoingOn = today.day >= payoutDay && !isOver;
  const nextRun = isGoingOn ? today : couponDayFrom(isOver ? today.with({ day: 1 }).add({ months: 1 }) : today, payoutDay);
  return { today, payoutDay, nextRun };
}

function standingIn(standings: ReadonlyMap<PropertyId, Standing>, propertyId: PropertyId): Standing {
  const standing = standings.get(propertyId);
  if (!standing) throw new Error(`the standing of ${propertyId} was not read`);
  return standing;
}

function viewOf(row: InvestmentRow, standings: ReadonlyMap<PropertyId, Standing>): Investment {
  const { propertyId, propertyName, contractType, state, brickCount, sellingBrickCount, waitingBrickCount, waitingCents } = row;
  const standing = standingIn(standings, propertyId);
  const { figures, lateSince, next, noCoupon } = standing;
  return {
    ...{ propertyId, propertyName, investorContractType: contractType, state },
    ...{ brickCount, sellingBrickCount, waitingBrickCount, waitingCents },
    ...figures,
    lateSince: lateSince?.toString() ?? null,
    yearlyReturnBps: standing.yearlyReturnBps,
    next: next && { ...next, date: next.date.toString() },
    noCoupon: noCoupon && {
      reason: noCoupon.reason,
      since: noCoupon.since?.toString() ?? null,
      nextDate: noCoupon.nextDate?.toString() ?? null,
    },
  };
}

const ORDERED = {
  waiting: 'on-its-way',
  paid: 'paid',
  paidOutside: 'paid',
  failed: 'refused',
  blocked: 'refused',
} as const;

/** A line of a run as a payment; a run that had none for the investor is none. */
export function orderedView(row: PayoutRow): InvestmentPayment[] {
  const { kind, runDate, period, status, grossCents, taxCents, settledAt } = row;
  if (status === null || grossCents === null || taxCents === null) return [];
  const state = ORDERED[status];
  return [
    {
      date: (state === 'paid' && settledAt !== null ? parisDate(settledAt) : runDate).toString(),
      kind: kind === 'unlent-capital' ? 'capital' : kind,
      ...{ period, state, grossCents, taxCents },
      netCents: centsOf(grossCents - taxCents),
    },
  ];
}

/** A payment that is expected. */
export function expectedView({ date, kind, period, state, grossCents, taxCents }: ExpectedPayment): InvestmentPayment {
  return { date: date.toString(), kind, period, state, grossCents, taxCents, netCents: centsOf(grossCents - taxCents) };
}
