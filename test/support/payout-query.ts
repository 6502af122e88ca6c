// Payouts that a test made up, as the queries that opening them and recording their taxes take.

import { sql } from 'kysely';
import type { Subquery } from '../../src/core/db/subquery.ts';
import type { CouponTax, TaxRate } from '../../src/features/taxation/index.ts';
import type { Payout } from '../../src/money/wallet/index.ts';

export type TestPayout = { subjectId: string; customerId: string; grossCents: number; taxCents?: number; rate?: TaxRate };

export function payoutQuery(payouts: readonly TestPayout[]): Subquery<Payout & CouponTax> {
  const rows = payouts.map(({ subjectId, customerId, grossCents, taxCents = 0, rate }) => ({
    ...{ subject_id: subjectId, customer_id: customerId, gross_cents: grossCents, tax_cents: taxCents },
    ...{ income_tax_bps: rate?.incomeTaxBps ?? 0, social_bps: rate?.socialBps ?? 0 },
  }));
  return sql`
    select subject_id, customer_id, gross_cents, tax_cents, income_tax_bps, social_bps from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as payout (subject_id uuid, customer_id uuid, gross_cents bigint, tax_cents bigint, income_tax_bps integer, social_bps integer)`;
}
