// What an investor reads of their investments: all of them in sums, page by page, and one whole with its story.

import { sumOf } from '../../../core/cents.ts';
import type { CustomerId, PropertyId } from '../../../core/db/tables.ts';
import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import { decodeCursor, toPage } from '../../../core/http/pagination.ts';
import { readSchedule } from '../../repayment/payment-schedule/index.ts';
import { expectedView, orderedView } from './payments.ts';
import { type InvestmentRow, listInvestments, listPayouts, listStory, listTrades } from './queries.ts';
import { monthsAround, type Standing, totalsOf } from './rules.ts';
import type { Investment, InvestmentDetail, PortfolioSummary } from './schemas.ts';
import { inSnapshot, type PortfolioDeps, readStandings, standingIn } from './standings.ts';
import { storyOf } from './story.ts';
import { yearlyReturnBps } from './yearly-return.ts';

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
      payments: [
        ...payouts.flatMap((row) => orderedView(row, days.payoutDay)),
        ...standingIn(standings, propertyId).expected.map((payment) => expectedView(payment, days.payoutDay)),
      ],
      story: story.map((event) => ({ ...event, date: event.date.toString() })),
    };
  });
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
