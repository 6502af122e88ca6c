// Invariants of payment schedules and of payouts to holders.

import { sql } from 'kysely';
import { among, type Invariant } from './scope-queries.ts';

export const REPAYMENT_INVARIANTS: readonly Invariant[] = [
  {
    name: 'schedules-add-up',
    violations: ({ projects }) => sql`
      select
        schedule.property_id::text as subject,
        'schedule-unlike-loan' as code,
        jsonb_build_object(
          'echeances', months.count,
          'planned', months.planned,
          'gaps', months.gaps,
          'dueCents', months.due,
          'lentCents', months.lent
        ) as facts
      from payment_schedule schedule
      cross join lateral (
        select
          count(*) as count,
          coalesce(sum(capital_repayment_due_cents), 0) as due,
          count(*) filter (where start_date is distinct from expected) as gaps,
          coalesce((
            select max(duration_in_months)
            from prorogation
            where property_id = schedule.property_id
          ), schedule.duration_in_months) as planned,
          schedule.initial_capital_loaned_cents + coalesce((
            select sum(amount_cents - given_up_cents)
            from capital_event
            where property_id = schedule.property_id
              and type = 'capitalLoaned'
          ), 0) as lent
        from (
          select
            start_date,
            capital_repayment_due_cents,
            lag(end_date, 1, schedule.initial_capital_loaned_date) over (order by number) as expected
          from echeance
          where property_id = schedule.property_id
        ) echeance
      ) months
      where ${among('schedule.property_id', projects)}
        and (months.count <> months.planned or months.gaps > 0 or months.due <> months.lent)`,
  },
  {
    name: 'payouts-add-up',
    violations: ({ runs, projects }) => sql`
      select
        run.id::text as subject,
        'shares-unlike-run' as code,
        jsonb_build_object(
          'sharesCents', coalesce(sum(line.gross_cents), 0), 'totalCents', run.total_cents,
          'sharedTaxCents', coalesce(sum(line.tax_cents), 0), 'taxCents', run.tax_cents,
          'shares', count(line.id), 'holders', run.holder_count
        ) as facts
      from payout_run run
      left join payout_line line on line.run_id = run.id
      where ${among('run.id', runs)}
      group by run.id
      having coalesce(sum(line.gross_cents), 0) <> run.total_cents
        or coalesce(sum(line.tax_cents), 0) <> run.tax_cents
        or count(line.id) <> run.holder_count
      union all
      select line.id::text, 'share-unlike-orders', jsonb_build_object('status', line.status, 'orders', count(placed.id))
      from payout_line line
      left join payment placed on placed.subject_id = line.id and placed.status = 'succeeded'
      where ${among('line.run_id', runs)}
      group by line.id
      having count(placed.id) <> case line.status when 'paid' then 1 else 0 end
      union all
      -- Money owed to holders stays in its purse until the provider has moved it.
      select
        owed.name,
        'holds-unlike-owed',
        jsonb_build_object('heldCents', coalesce(account.balance_cents, 0), 'owedCents', owed.cents)
      from (
        select
          'PRO:' || run.property_id || case run.kind when 'coupon' then ':COUPON' else ':CAPITAL' end as name,
          sum(line.gross_cents) as cents
        from payout_line line
        join payout_run run on run.id = line.run_id
        where line.status in ('waiting', 'failed', 'blocked')
        group by 1
      ) owed
      left join ledger_account account on account.name = owed.name
      where coalesce(account.balance_cents, 0) < owed.cents
      union all
      select
        echeance.id::text,
        'distributed-more-than-paid',
        jsonb_build_object('distributedCents', handed.cents, 'paidCents', coalesce(paid.cents, 0))
      from (
        select echeance_id, kind, sum(total_cents) as cents
        from payout_run
        where kind <> 'unlent-capital'
          and ${among('property_id', projects)}
        group by 1, 2
      ) handed
      join echeance on echeance.id = handed.echeance_id
      left join lateral (
        select sum(amount_cents) as cents
        from received_payment
        where assigned_echeance_id = echeance.id
          and payment_for = case handed.kind when 'coupon' then 'mensualite' else 'capitalRepayment' end
      ) paid on true
      left join lateral (
        select sum(amount_cents) as cents
        from charge_back_claim
        where echeance_id = echeance.id
          and payment_for = case handed.kind when 'coupon' then 'mensualite' else 'capitalRepayment' end
      ) lost on true
      where handed.cents > coalesce(paid.cents, 0) + coalesce(lost.cents, 0)`,
  },
  {
    name: 'echeances-count-payments',
    violations: ({ projects }) => sql`
      select
        echeance.id::text as subject,
        'echeance-unlike-payments' as code,
        jsonb_build_object(
          'mensualiteCents', echeance.mensualite_paid_cents,
          'capitalCents', echeance.capital_paid_cents,
          'couponCents', echeance.coupon_distributed_cents,
          'repaidCents', echeance.capital_distributed_cents,
          'mensualiteRowsCents', paid.mensualite,
          'capitalRowsCents', paid.capital,
          'couponRowsCents', distributed.coupon,
          'repaidRowsCents', distributed.capital
        ) as facts
      from echeance
      cross join lateral (
        select
          coalesce(sum(amount_cents) filter (where payment_for = 'mensualite'), 0) as mensualite,
          coalesce(sum(amount_cents) filter (where payment_for = 'capitalRepayment'), 0) as capital
        from received_payment
        where assigned_echeance_id = echeance.id
      ) paid
      cross join lateral (
        select
          coalesce(sum(total_cents) filter (where kind = 'coupon'), 0) as coupon,
          coalesce(sum(total_cents) filter (where kind = 'capital'), 0) as capital
        from payout_run
        where echeance_id = echeance.id
      ) distributed
      where ${among('echeance.property_id', projects)}
        and (
          echeance.mensualite_paid_cents,
          echeance.capital_paid_cents,
          echeance.coupon_distributed_cents,
          echeance.capital_distributed_cents
        ) <> (paid.mensualite, paid.capital, distributed.coupon, distributed.capital)`,
  },
  {
    name: 'coupon-years-add-up',
    violations: ({ couponHolders }) => sql`
      select
        customer_id || ' in ' || paris_year || ', ' || contract_type || ' at ' || social_bps as subject,
        'coupon-year-unlike-coupons' as code,
        jsonb_build_object(
          'couponsCents', coalesce(stored.coupon_cents, 0),
          'countedCouponsCents', coalesce(counted.coupon_cents, 0),
          'taxCents', coalesce(stored.tax_cents, 0),
          'countedTaxCents', coalesce(counted.tax_cents, 0),
          'incomeTaxCents', coalesce(stored.income_tax_cents, 0),
          'socialCents', coalesce(stored.social_cents, 0),
          'countedIncomeTaxCents', coalesce(counted.income_tax_cents, 0),
          'countedSocialCents', coalesce(counted.social_cents, 0)
        ) as facts
      from (
        select *
        from coupon_year
        where ${among('customer_id', couponHolders)}
      ) stored
      full join (
        select
          transaction.customer_id,
          extract(year from transaction.created_at at time zone 'Europe/Paris')::integer as paris_year,
          coalesce(property.investor_contract_type, 'none') as contract_type,
          coalesce(coupon.social_bps, tax.social_bps, -1) as social_bps,
          coalesce(sum(transaction.amount_cents) filter (where transaction.type = 'COUPON_PAYOUT'), 0) as coupon_cents,
          coalesce(sum(transaction.amount_cents) filter (where transaction.type = 'WITHHOLDING_TAX'), 0) as tax_cents,
          coalesce(sum(tax.income_tax_cents), 0) as income_tax_cents,
          coalesce(sum(tax.social_cents), 0) as social_cents,
          count(*) filter (where transaction.type = 'WITHHOLDING_TAX' and tax.social_cents is null) as unsplit_count
        from wallet_transaction transaction
        left join property on property.id = transaction.property_id
        left join coupon_tax coupon on coupon.coupon_transaction_id = transaction.id
        left join coupon_tax tax on tax.wallet_transaction_id = transaction.id
        where transaction.type in ('COUPON_PAYOUT', 'WITHHOLDING_TAX')
          and transaction.status = 'CONFIRMED'
          and ${among('transaction.customer_id', couponHolders)}
        group by 1, 2, 3, 4
      ) counted using (customer_id, paris_year, contract_type, social_bps)
      where (
        coalesce(stored.coupon_cents, 0),
        coalesce(stored.tax_cents, 0),
        coalesce(stored.income_tax_cents, 0),
        coalesce(stored.social_cents, 0),
        coalesce(stored.unsplit_count, 0)
      ) <> (
        coalesce(counted.coupon_cents, 0),
        coalesce(counted.tax_cents, 0),
        coalesce(counted.income_tax_cents, 0),
        coalesce(counted.social_cents, 0),
        coalesce(counted.unsplit_count, 0)
      )`,
  },
];
