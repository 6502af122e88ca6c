// Payouts that a test made up: as the queries that opening them and recording their taxes take, and how they end.

import { sql } from 'kysely';
import { centsOf } from '../../src/core/cents.ts';
import type { Subquery } from '../../src/core/db/sql-fragments.ts';
import type { CustomerId } from '../../src/core/db/tables.ts';
import { inTransaction } from '../../src/core/db/transaction.ts';
import type { CouponTax, TaxRate } from '../../src/features/investing/taxation/index.ts';
import {
  type EndedPayment,
  NOTHING_TO_POST,
  type PaymentOutcome,
  type Payout,
  payoutLines,
  settle,
} from '../../src/money/payments/index.ts';
import type { World } from './world.ts';

export type TestPayout = { subjectId: string; customerId: CustomerId; grossCents: number; taxCents?: number; rate?: TaxRate };

export function payoutQuery(payouts: readonly TestPayout[]): Subquery<Payout & CouponTax> {
  const rows = payouts.map(({ subjectId, customerId, grossCents, taxCents = 0, rate }) => ({
    ...{ subject_id: subjectId, customer_id: customerId, gross_cents: grossCents, tax_cents: taxCents },
    ...{ income_tax_bps: rate?.incomeTaxBps ?? 0, social_bps: rate?.socialBps ?? 0 },
  }));
  return sql`
    select subject_id, customer_id, gross_cents, tax_cents, income_tax_bps, social_bps from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as payout (subject_id uuid, customer_id uuid, gross_cents bigint, tax_cents bigint, income_tax_bps integer, social_bps integer)`;
}

/** The newest payment of a payout ends as given, and is settled here: no room has a row of it, and the provider no such account. */
export async function endPayout(
  world: World,
  payout: TestPayout,
  end: { fromAccount: string; outcome: PaymentOutcome },
): Promise<void> {
  const { subjectId, customerId, grossCents, taxCents = 0 } = payout;
  const [newest] = await world.sql<{ id: string }>(
    'select id from payment where subject_id = $1 order by created_at desc limit 1',
    [subjectId],
  );
  if (!newest) throw new Error(`there is no payment of ${subjectId}`);
  const payment: EndedPayment = {
    ...{ id: newest.id, purpose: 'property-sale', subjectId, fromAccountId: 'spv', kind: 'transfer', toAccountId: customerId },
    ...{
      amountCents: centsOf(grossCents - taxCents),
      comment: '',
      providerPaymentId: null,
      attempts: 1,
      sendCount: 1,
      refusal: null,
    },
    outcome: end.outcome,
  };
  await inTransaction(world.deps.db, (tx) =>
    settle(tx, payment, {
      succeeded: async () =>
        payoutLines({ fromAccount: end.fromAccount, customerId, grossCents: centsOf(grossCents), taxCents: centsOf(taxCents) }),
      failed: async () => NOTHING_TO_POST,
    }),
  );
}
