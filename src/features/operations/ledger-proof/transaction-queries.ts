// Invariants between what an investor or an SPV sees as confirmed and what was posted for it.

import { type RawBuilder, sql } from 'kysely';
import { among, type Invariant, postingsAfter, type Scope, START } from './scope-queries.ts';

/**
 * A confirmed transaction says what its posting moved, for whom and as what. The posting is that of its payment, or its own where nothing
 * was ordered. One payment may have two: a coupon with the tax withheld from it, a deal with what its seller gets. What its buyer gives
 * was held before, and its hold is compared.
 */
export const AMOUNTS_EQUAL_POSTINGS: Invariant = {
  name: 'amounts-equal-postings',
  violations: (scope) => sql`
    select
      transaction.id::text as subject,
      transaction.type || ' of ' || transaction.amount_cents || ' is ' || coalesce(
        'posted as ' || posted.type || ' of ' || case transaction.type
          when 'WITHHOLDING_TAX' then posted.tax_cents
          when 'COUPON_PAYOUT' then posted.cents - posted.tax_cents
          else posted.cents
        end || case when posted.owners @> array[coalesce(transaction.customer_id, transaction.spv_id)] then '' else ', for somebody else' end,
        'not posted'
      ) as detail
    from wallet_transaction transaction
    left join (${moved(scope)}) posted
      on posted.reference = case transaction.type when 'BUYING_DEAL' then transaction.id
        else coalesce(transaction.payment_id, transaction.id) end
      and posted.step = case transaction.type when 'BUYING_DEAL' then 'hold' else 'confirm' end
    where transaction.status = 'CONFIRMED'
      and ${among('transaction.id', scope.transactions)}
      and not coalesce(
        transaction.amount_cents = case transaction.type
          when 'WITHHOLDING_TAX' then posted.tax_cents
          when 'COUPON_PAYOUT' then posted.cents - posted.tax_cents
          else posted.cents
        end
        and posted.type = case transaction.type
          when 'SELLING_DEAL' then 'BUYING_DEAL'
          when 'WITHHOLDING_TAX' then case when transaction.payment_id is null then 'WITHHOLDING_TAX' else 'COUPON_PAYOUT' end
          else transaction.type
        end
        and (transaction.customer_id is null or posted.owners @> array[transaction.customer_id]),
        false
      )
    union all
    select confirmed.id::text, confirmed.type || ' is posted for a transaction that is not there or not confirmed'
    from ${scope.after === START ? sql`ledger_posting` : writtenOrTouched(scope)} confirmed
    where confirmed.step = 'confirm'
      and not exists (
        select
        from wallet_transaction
        where id = confirmed.reference and status = 'CONFIRMED'
      )
      and not exists (
        select
        from wallet_transaction
        where payment_id = confirmed.reference and status = 'CONFIRMED'
      )
      -- Money that no investor and no SPV sees is posted for other rows.
      and not exists (select from platform_money_in where id = confirmed.reference)
      and not exists (select from tax_remittance where id = confirmed.reference)
      and not exists (
        select
        from payment
        where id = confirmed.reference and purpose in ('market-deal-commission', 'withheld-tax', 'tax-remittance')
      )`,
};

/** Of each posting to look at: what it moved, what of it to the platform's tax account, and whose accounts it touched. */
function moved({ transactions }: Scope): RawBuilder<unknown> {
  const referred =
    transactions === undefined
      ? sql`true`
      : sql`posting.reference in (
          select id from wallet_transaction where id in (${transactions})
          union
          select payment_id from wallet_transaction where id in (${transactions}) and payment_id is not null
        )`;
  return sql`
    select
      posting.reference,
      posting.step,
      posting.type,
      sum(line.amount_cents) filter (where line.amount_cents > 0) as cents,
      coalesce(sum(line.amount_cents) filter (where line.amount_cents > 0 and account.name = 'PLAT:TAX'), 0) as tax_cents,
      array_agg(account.owner_id) as owners
    from ledger_posting posting
    join ledger_line line on line.posting_id = posting.id
    join ledger_account account on account.id = line.account_id
    where posting.step <> 'release'
      and ${referred}
    group by posting.id`;
}

/** Postings that are new, and those whose transaction or payment has changed since. */
function writtenOrTouched({ after, transactions, orders }: Scope): RawBuilder<unknown> {
  return sql`(
    select * from ${postingsAfter(after)} as written
    union
    select * from ledger_posting where reference in (${transactions ?? sql`select null::uuid`})
    union
    select * from ledger_posting where reference in (${orders ?? sql`select null::uuid`})
  )`;
}
