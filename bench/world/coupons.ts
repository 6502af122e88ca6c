// SQL of a world's coupons: the wires that paid them, and the share, payment and tax of every holder.

import type { Step } from './people-and-projects.ts';
import {
  BRICKS_EACH,
  buyerSql,
  COUPON_CENTS,
  holders,
  IN_REPAYMENT,
  idSql,
  lineNumber,
  MONTHS,
  monthCents,
  monthNumber,
  months,
  PAID_MONTHS,
  PURCHASES,
  paidAt,
  type Size,
  TAX_CENTS,
} from './plan.ts';

/** Wires that paid the first months, and their runs. */
export function runSteps(size: Size): Step[] {
  const arrived = `(${paidAt} - interval '5 days')`;
  return [
    {
      makes: 'transactions of wires',
      sql: `insert into wallet_transaction (id, type, status, spv_id, amount_cents, provider_money_in_id, property_id, created_at, event_at)
        select ${idSql('wirePayment', monthNumber)}, 'SPV_WIRE_IN', 'CONFIRMED', ${idSql('spv', 'p')}, ${monthCents}, 1000000000 + ${monthNumber},
          ${idSql('property', 'p')}, ${arrived}, ${arrived}
        from ${months(size)} where ${IN_REPAYMENT}`,
    },
    {
      makes: 'transactions of assignments',
      sql: `insert into wallet_transaction (id, type, status, spv_id, amount_cents, property_id, created_at, event_at)
        select ${idSql('assignment', monthNumber)}, 'ASSIGNMENT', 'CONFIRMED', ${idSql('spv', 'p')}, ${monthCents}, ${idSql('property', 'p')}, ${arrived}, ${arrived}
        from ${months(size)} where ${IN_REPAYMENT}`,
    },
    {
      makes: 'wires',
      sql: `insert into received_payment (id, property_id, spv_id, status, amount_cents, payment, source, provider_wire_id, wallet_transaction_id,
          payment_date, assigned_echeance_id, payment_for, assigned_at, created_at)
        select ${idSql('wire', monthNumber)}, ${idSql('property', 'p')}, ${idSql('spv', 'p')}, 'assigned', ${monthCents}, 'wire', 'wire', 1000000000 + ${monthNumber},
          ${idSql('wirePayment', monthNumber)}, ${arrived}, ${idSql('echeance', `p * ${MONTHS} + e`)}, 'mensualite', ${arrived}, ${arrived}
        from ${months(size)} where ${IN_REPAYMENT}`,
    },
    {
      makes: 'months of coupons',
      sql: `insert into coupon_month (period, started_at, finished_at)
        select distinct to_char(${paidAt}, 'YYYY-MM'), ${paidAt}, ${paidAt} from generate_series(0, ${PAID_MONTHS - 1}) as e`,
    },
    {
      makes: 'runs',
      sql: `insert into payout_run (id, kind, property_id, echeance_id, period, run_date, total_cents, holder_count, tax_cents, created_at)
        select ${idSql('run', monthNumber)}, 'coupon', ${idSql('property', 'p')}, ${idSql('echeance', `p * ${MONTHS} + e`)}, to_char(${paidAt}, 'YYYY-MM'),
          ${paidAt}, ${monthCents}, ${PURCHASES}, ${PURCHASES * TAX_CENTS}, ${paidAt}
        from ${months(size)} where ${IN_REPAYMENT}`,
    },
    {
      makes: 'transfers of tax',
      sql: `insert into payment (id, kind, purpose, subject_id, status, from_account_id, to_account_id, amount_cents, comment, provider_payment_id,
          attempts, send_count, first_sent_at, last_sent_at, created_at, settled_at)
        select ${idSql('taxOrder', monthNumber)}, 'transfer', 'withheld-tax', ${idSql('taxOrder', monthNumber)}, 'succeeded', ${idSql('spv', 'p')}::text, 'mortar-tax',
          ${PURCHASES * TAX_CENTS}, 'Withheld tax', 2000000000 + ${monthNumber}, 1, 1, ${paidAt}, ${paidAt}, ${paidAt}, ${paidAt}
        from ${months(size)} where ${IN_REPAYMENT}`,
    },
  ];
}

/** What every holder got of each run. */
export function shareSteps(size: Size): Step[] {
  return [
    {
      makes: 'shares of holders',
      sql: `insert into payout_line (id, run_id, customer_id, brick_count, gross_cents, tax_cents, income_tax_bps, social_bps, status, tax_payment_id, settled_at)
        select ${idSql('line', lineNumber)}, ${idSql('run', monthNumber)}, ${idSql('customer', buyerSql(size))}, ${BRICKS_EACH}, ${COUPON_CENTS}, ${TAX_CENTS}, 1280, 1860,
          'paid', ${idSql('taxOrder', monthNumber)}, ${paidAt}
        from ${holders(size)} where ${IN_REPAYMENT}`,
    },
    {
      makes: 'payments of coupons',
      sql: `insert into payment (id, kind, purpose, subject_id, status, from_account_id, to_account_id, amount_cents, comment, provider_payment_id,
          attempts, send_count, first_sent_at, last_sent_at, created_at, settled_at)
        select ${idSql('couponOrder', lineNumber)}, 'transfer', 'coupon', ${idSql('line', lineNumber)}, 'succeeded', ${idSql('spv', 'p')}::text,
          ${idSql('customer', buyerSql(size))}::text, ${COUPON_CENTS - TAX_CENTS}, 'Coupon', 3000000000 + ${lineNumber}, 1, 1, ${paidAt}, ${paidAt}, ${paidAt}, ${paidAt}
        from ${holders(size)} where ${IN_REPAYMENT}`,
    },
    ...(
      [
        ['coupons', 'coupon', 'COUPON_PAYOUT', COUPON_CENTS],
        ['taxes', 'tax', 'WITHHOLDING_TAX', TAX_CENTS],
      ] as const
    ).map(([makes, kind, type, cents]) => ({
      makes: `transactions of ${makes}`,
      sql: `insert into wallet_transaction (id, type, status, customer_id, amount_cents, payment_id, property_id, created_at, event_at)
        select ${idSql(kind, lineNumber)}, '${type}', 'CONFIRMED', ${idSql('customer', buyerSql(size))}, ${cents}, ${idSql('couponOrder', lineNumber)},
          ${idSql('property', 'p')}, ${paidAt}, ${paidAt}
        from ${holders(size)} where ${IN_REPAYMENT}`,
    })),
    {
      makes: 'parts of taxes',
      sql: `insert into coupon_tax (wallet_transaction_id, coupon_transaction_id, gross_cents, income_tax_bps, social_bps, income_tax_cents, social_cents)
        select ${idSql('tax', lineNumber)}, ${idSql('coupon', lineNumber)}, ${COUPON_CENTS}, 1280, 1860, 19, 28 from ${holders(size)} where ${IN_REPAYMENT}`,
    },
    {
      makes: 'coupons of years',
      sql: `insert into coupon_year (customer_id, paris_year, contract_type, social_bps, coupon_cents, tax_cents, income_tax_cents, social_cents)
        select ${idSql('customer', buyerSql(size))}, extract(year from ${paidAt} at time zone 'Europe/Paris'), property.investor_contract_type, 1860,
          sum(${COUPON_CENTS}), sum(${TAX_CENTS}), sum(19), sum(28)
        from ${holders(size)}, property
        where property.id = ${idSql('property', 'p')} and ${IN_REPAYMENT}
        group by 1, 2, 3`,
    },
  ];
}
