// Reads how investments stand: a fixed number of statements for any number of them, from one snapshot.

import { parisDate, periodOf } from '../../../core/dates.ts';
import type { CustomerId, PropertyId } from '../../../core/db/tables.ts';
import { inTransaction, type Tx } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { type EcheanceRow, listEcheancesAhead } from '../../repayment/payment-schedule/index.ts';
import { couponDayFrom, isCouponMonthOpen } from '../../repayment/payouts/index.ts';
import { isTaxWithheld, readTaxRateOf, sumLossesByProject } from '../taxation/index.ts';
import type { PayoutDays } from './expected-payments.ts';
import { type InvestmentRow, listCashFlows, listPayouts, type PayoutRow } from './queries.ts';
import { type Standing, standingOf } from './rules.ts';

export type PortfolioDeps = Pick<AppDeps, 'db' | 'clock' | 'config'>;

/** All that one answer shows is of one moment. */
export function inSnapshot<T>({ db }: PortfolioDeps, read: (tx: Tx) => Promise<T>): Promise<T> {
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

/** That of one project. */
export function standingIn(standings: ReadonlyMap<PropertyId, Standing>, propertyId: PropertyId): Standing {
  const standing = standings.get(propertyId);
  if (!standing) throw new Error(`the standing of ${propertyId} was not read`);
  return standing;
}
