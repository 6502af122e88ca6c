// Invariants between what an investor or an SPV sees as confirmed, what was paid for it, and what was posted.

import { type RawBuilder, sql } from 'kysely';
import { among, type Invariant, postingsAfter, type Scope, START } from './scope-queries.ts';

/**
 * A confirmed transaction says what its posting moved, for whom and as what. The posting is that of its payment, or its own where nothing
 * was ordered. One payment may have two: a coupon with the tax withheld from it, a deal with what its seller gets. What its buyer gives
 * was held before, and its hold is compared. A payment that succeeded was of what was posted for it, that of a coupon
 * without the tax.
 */
export const AMOUNTS_EQUAL_POSTINGS: Invariant = {
  name: 'amounts-equal-postings',
  violations: (scope) => sql`
    with posted as materialized (${moved(scope)})
    select
      transaction.id::text as subject,
      case
        when posted.type is null then 'not-posted'
        when posted.owners @> array[coalesce(transaction.customer_id, transaction.spv_id)] then 'posted-otherwise'
        else 'posted-for-somebody-else'
      end as code,
      jsonb_build_object(
        'type', transaction.type,
        'amountCents', transaction.amount_cents,
        'postedType', posted.type,
        'postedCents', case transaction.type
          when 'WITHHOLDING_TAX' then posted.tax_cents
          when 'COUPON_PAYOUT' then posted.cents - posted.tax_cents
          else posted.cents
        end
      ) as facts
    from wallet_transaction transaction
    left join posted
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
    select confirmed.id::text, 'posted-for-nothing-confirmed', jsonb_build_object('type', confirmed.type)
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
      and not exists (select from movement_booking_line where id = confirmed.reference)
      and not exists (select from tax_remittance where id = confirmed.reference)
      and not exists (
        select
        from payment
        where id = confirmed.reference and purpose in ('market-deal-commission', 'withheld-tax', 'tax-remittance')
      )
    union all
    ${unlikePayment(scope)}`,
};

/**
 * An administrator's booking of a movement is posted as its lines say, changes nothing once it was taken back, and is the only one: neither
 * a payment nor a wire has booked the movement too.
 */
export const BOOKED_MOVEMENTS_ARE_POSTED: Invariant = {
  name: 'booked-movements-are-posted',
  violations: () => sql`
    select
      line.id::text as subject,
      'booking-unlike-posting' as code,
      jsonb_build_object('account', line.ledger_account, 'changeCents', line.cents, 'postedCents', coalesce(posted.cents, 0)) as facts
    from movement_booking_line line
    left join lateral (
      select sum(posted.amount_cents)::bigint as cents
      from ledger_posting posting
      join ledger_line posted on posted.posting_id = posting.id
      join ledger_account account on account.id = posted.account_id
      where posting.reference = line.id
        and posting.step = 'confirm'
        and account.name = line.ledger_account
    ) posted on true
    where coalesce(posted.cents, 0) <> line.cents
    union all
    select
      line.movement_id::text,
      'taken-back-yet-booked',
      jsonb_build_object('account', line.ledger_account, 'changeCents', sum(line.cents))
    from movement_booking_line line
    join unknown_movement movement on movement.id = line.movement_id and movement.booked_at is null
    group by line.movement_id, line.ledger_account
    having sum(line.cents) <> 0
    union all
    select movement.id::text, 'booked-twice', '{}'::jsonb
    from unknown_movement movement
    where movement.booked_at is not null
      and case movement.kind
        when 'money-in' then
          exists (select from wallet_transaction where provider_money_in_id = movement.provider_id)
          or exists (select from platform_money_in where provider_money_in_id = movement.provider_id)
          or exists (select from direct_debit where provider_debit_id = movement.provider_id)
        when 'money-out' then
          exists (select from payment where kind = 'payOut' and provider_payment_id = movement.provider_id and status = 'succeeded')
          or exists (select from charge_back where provider_payout_id = movement.provider_id and wallet_transaction_id is not null)
        else
          exists (select from payment where kind = 'transfer' and provider_payment_id = movement.provider_id and status = 'succeeded')
          or exists (select from wallet_transaction where provider_transfer_id = movement.provider_id)
      end`,
};

/** Payments of another amount than `posted` has moved; a coupon is posted whole, and its tax out of it. */
function unlikePayment({ orders }: Scope): RawBuilder<unknown> {
  return sql`
    select
      payment.id::text,
      'payment-unlike-posting',
      jsonb_build_object('amountCents', payment.amount_cents, 'postedType', posted.type, 'postedCents', posted.cents)
    from payment
    join posted on posted.reference = payment.id and posted.step = 'confirm'
    where payment.status = 'succeeded'
      and ${among('payment.id', orders)}
      and payment.amount_cents <> posted.cents - case posted.type when 'COUPON_PAYOUT' then 2 * posted.tax_cents else 0 end`;
}

/** Of each posting to look at: what it moved, what of it to the platform's tax account, and whose accounts it touched. */
function moved({ transactions, orders }: Scope): RawBuilder<unknown> {
  const referred =
    transactions === undefined || orders === undefined
      ? sql`true`
      : sql`posting.reference in (
          select id from wallet_transaction where id in (${transactions})
          union
          select payment_id from wallet_transaction where id in (${transactions}) and payment_id is not null
          union
          ${orders}
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
