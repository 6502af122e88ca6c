// Payments to an investor as they are shown: ordered by runs and expected, of one project or of all.

import { centsOf } from '../../../core/cents.ts';
import { parisDate } from '../../../core/dates.ts';
import type { CustomerId, PropertyId } from '../../../core/db/tables.ts';
import { couponDayFrom } from '../../repayment/payouts/index.ts';
import type { ExpectedPayment } from './expected-payments.ts';
import { listInvestments, listPayouts, type PayoutRow } from './queries.ts';
import type { InvestmentPayment } from './schemas.ts';
import { inSnapshot, type PortfolioDeps, readStandings, standingIn } from './standings.ts';

/** A payment with the project that it comes from. */
export type ProjectPayment = InvestmentPayment & { propertyId: PropertyId; propertyName: string };

/** Of all investments, those ordered or paid from `since` on or still on their way, and those expected until `until`, by day. */
export async function readPayments(
  deps: PortfolioDeps,
  { customerId, since, until }: { customerId: CustomerId; since: Temporal.PlainDate; until: Temporal.PlainDate },
): Promise<ProjectPayment[]> {
  const at = deps.clock.now();
  return inSnapshot(deps, async (tx) => {
    const investments = await listInvestments(tx, { customerId, at }, 'all');
    const { standings, days } = await readStandings(tx, deps, { customerId, at, investments });
    const propertyIds = investments.map(({ propertyId }) => propertyId);
    const payouts = Map.groupBy(await listPayouts(tx, customerId, { propertyIds, since }), ({ propertyId }) => propertyId);
    const payments = investments.flatMap(({ propertyId, propertyName }) => {
      const ordered = (payouts.get(propertyId) ?? [])
        .flatMap((row) => orderedView(row, days.payoutDay))
        .filter(({ state, date }) => state !== 'paid' || Temporal.PlainDate.compare(date, since) >= 0);
      const expected = standingIn(standings, propertyId)
        .expected.filter(({ date }) => Temporal.PlainDate.compare(date, until) <= 0)
        .map((payment) => expectedView(payment, days.payoutDay));
      return [...ordered, ...expected].map((payment) => ({ propertyId, propertyName, ...payment }));
    });
    return payments.toSorted((a, b) => (a.date === b.date ? 0 : a.date < b.date ? -1 : 1));
  });
}

const ORDERED = {
  waiting: 'on-its-way',
  paid: 'paid',
  paidOutside: 'paid',
  failed: 'refused',
  blocked: 'refused',
} as const;

/** A line of a run as a payment; a run that had none for the investor is none. */
export function orderedView(row: PayoutRow, payoutDay: number): InvestmentPayment[] {
  const { kind, runDate, dueDate, period, status, grossCents, taxCents, settledAt } = row;
  if (status === null || grossCents === null || taxCents === null) return [];
  const state = ORDERED[status];
  return [
    {
      date: (state === 'paid' && settledAt !== null ? parisDate(settledAt) : runDate).toString(),
      plannedDate: dueDate === null ? null : plannedOn(kind, dueDate, payoutDay).toString(),
      kind: kind === 'unlent-capital' ? 'capital' : kind,
      ...{ period, state, grossCents, taxCents },
      netCents: centsOf(grossCents - taxCents),
    },
  ];
}

/** A payment that is expected. */
export function expectedView(payment: ExpectedPayment, payoutDay: number): InvestmentPayment {
  const { date, dueDate, kind, period, state, grossCents, taxCents } = payment;
  return {
    date: date.toString(),
    plannedDate: plannedOn(kind, dueDate, payoutDay).toString(),
    ...{ kind, period, state, grossCents, taxCents },
    netCents: centsOf(grossCents - taxCents),
  };
}

/** When it was to be paid out by its schedule. */
function plannedOn(kind: PayoutRow['kind'], dueDate: Temporal.PlainDate, payoutDay: number): Temporal.PlainDate {
  return kind === 'coupon' ? couponDayFrom(dueDate, payoutDay) : dueDate;
}
