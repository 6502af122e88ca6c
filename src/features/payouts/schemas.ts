// What the payouts' route takes and answers.

import { type Static, Type } from 'typebox';
import { Cents, PlainDate, Uuid, Words } from '../../core/http/schemas.ts';
import { Period } from '../payment-schedule/index.ts';

export const PeriodParams = Type.Object({ period: Period });

/** Payouts of a Paris month, cents; `taxRemittance` is what the tax office is owed for its coupons, by rate. */
export const PayoutsOfMonth = Type.Object({
  period: Period,
  runs: Type.Array(
    Type.Object({
      id: Uuid,
      kind: Words(['coupon', 'capital', 'unlent-capital']),
      propertyId: Uuid,
      propertyName: Type.String(),
      echeanceId: Uuid,
      echeancePeriod: Period,
      runDate: PlainDate,
      totalCents: Cents,
      taxCents: Cents,
      paidCents: Cents,
      waitingCents: Cents,
      failedCents: Cents,
      holderCount: Type.Integer(),
    }),
  ),
  totals: Type.Object({ couponCents: Cents, capitalCents: Cents, taxCents: Cents }),
  taxRemittance: Type.Object({
    incomeTaxCents: Cents,
    socialCents: Cents,
    totalCents: Cents,
    rates: Type.Array(
      Type.Object({
        incomeTaxRate: Type.Number({ description: 'percent' }),
        socialRate: Type.Number({ description: 'percent' }),
        grossCents: Cents,
        incomeTaxCents: Cents,
        socialCents: Cents,
        investorCount: Type.Integer(),
      }),
    ),
  }),
});
export type PayoutsOfMonth = Static<typeof PayoutsOfMonth>;
