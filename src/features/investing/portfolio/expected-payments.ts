// What holders of a project are still to get, payment by payment, and on which day at the earliest. Pure.

import { basisPointsOf, type Cents, centsOf, floorDivide } from '../../../core/cents.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import type { EcheanceRow } from '../../repayment/payment-schedule/index.ts';
import { couponDayFrom } from '../../repayment/payouts/index.ts';
import { deriveEcheance } from '../../repayment/schedule-computation/index.ts';
import type { RateInYear } from '../taxation/index.ts';

/** Bricks of an investor and of all holders, and the rate at which tax is withheld from coupons; 0 where none is. */
export type Holder = { brickCount: number; heldBrickCount: number; taxBpsIn: RateInYear };

/** The days of payouts: today, the day of the month, and the first day on which a coupon may still be paid out. */
export type PayoutDays = { today: Temporal.PlainDate; payoutDay: number; nextRun: Temporal.PlainDate };

/**
 * `coming`: due later; `late`: due before today, and its owner has not paid; `arrived`: the owner has paid, the run is still to come. Of a
 * late one `date` is the first on which it could be paid out.
 */
export type ExpectedPayment = {
  propertyId: PropertyId;
  kind: 'coupon' | 'capital';
  period: string;
  dueDate: Temporal.PlainDate;
  date: Temporal.PlainDate;
  grossCents: Cents;
  taxCents: Cents;
  state: 'coming' | 'late' | 'arrived';
};

/** The part of an amount that belongs to so many bricks, rounded down: the cents left over go by the largest remainder of the day. */
export function shareOf(cents: number, { brickCount, heldBrickCount }: Pick<Holder, 'brickCount' | 'heldBrickCount'>): Cents {
  if (heldBrickCount <= 0) return 0;
  return centsOf(Number(floorDivide(BigInt(cents) * BigInt(brickCount), BigInt(heldBrickCount))));
}

/** Earliest first. What a give-up has written off is expected no more. */
export function expectedPayments(rows: readonly EcheanceRow[], holder: Holder, days: PayoutDays): ExpectedPayment[] {
  return rows
    .flatMap((row) => [...couponsOf(row, days), ...capitalOf(row, days)])
    .map(({ wholeCents, ...payment }) => {
      const grossCents = shareOf(wholeCents, holder);
      const taxCents = payment.kind === 'coupon' ? basisPointsOf(grossCents, holder.taxBpsIn(payment.date.year)) : 0;
      return { ...payment, grossCents, taxCents };
    })
    .filter(({ grossCents }) => grossCents > 0)
    .toSorted((a, b) => Temporal.PlainDate.compare(a.date, b.date));
}

type Whole = Omit<ExpectedPayment, 'grossCents' | 'taxCents'> & { wholeCents: number };

function couponsOf(row: EcheanceRow, { today, payoutDay, nextRun }: PayoutDays): Whole[] {
  const { investorsReceivedCents } = deriveEcheance(row);
  const owedCents = row.interestCents + row.penaltyForInvestorsCents;
  const common = { propertyId: row.propertyId, kind: 'coupon', period: row.period, dueDate: row.dueDate } as const;
  const planned = laterOf(couponDayFrom(row.dueDate, payoutDay), nextRun);
  const lackingCents = row.isGivenUp ? 0 : owedCents - investorsReceivedCents;
  return [
    { ...common, date: planned, state: 'arrived' as const, wholeCents: investorsReceivedCents - row.couponDistributedCents },
    { ...common, date: planned, state: stateOf(row, today), wholeCents: lackingCents },
  ].filter(({ wholeCents }) => wholeCents > 0);
}

/** Capital that the owner owes and the holders have not had: what was paid out before its debit was charged back comes no second time. */
export function lackingCapital({ capitalRepaymentDueCents, paidCapitalCents, capitalDistributedCents }: EcheanceRow): Cents {
  return centsOf(Math.max(capitalRepaymentDueCents - Math.max(paidCapitalCents, capitalDistributedCents), 0));
}

function capitalOf(row: EcheanceRow, { today }: PayoutDays): Whole[] {
  const lackingCents = row.isGivenUp ? 0 : lackingCapital(row);
  const arrivedCents = Math.min(row.paidCapitalCents, row.capitalRepaymentDueCents) - row.capitalDistributedCents;
  const common = { propertyId: row.propertyId, kind: 'capital', period: row.period, dueDate: row.dueDate } as const;
  return [
    { ...common, date: today, state: 'arrived' as const, wholeCents: arrivedCents },
    { ...common, date: laterOf(row.dueDate, today), state: stateOf(row, today), wholeCents: lackingCents },
  ].filter(({ wholeCents }) => wholeCents > 0);
}

/** Late from the day after its due date on, as on the page of its project. */
function stateOf({ dueDate }: EcheanceRow, today: Temporal.PlainDate): 'coming' | 'late' {
  return Temporal.PlainDate.compare(dueDate, today) < 0 ? 'late' : 'coming';
}

function laterOf(a: Temporal.PlainDate, b: Temporal.PlainDate): Temporal.PlainDate {
  return Temporal.PlainDate.compare(a, b) < 0 ? b : a;
}
