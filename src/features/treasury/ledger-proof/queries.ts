// What the proof reads beside its invariants: our books per provider account, and their sum.

import { sql } from 'kysely';
import type { Database } from '../../../core/db/pool.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { OPEN_CLAIMS } from './purse-queries.ts';

/** Cents of all ledger accounts together; zero, or money came from nowhere. */
export async function sumOfBalances(tx: Tx): Promise<number> {
  const row = await tx
    .selectFrom('ledger_account')
    .select((select) => select.fn.coalesce(select.fn.sum<number>('balance_cents'), sql<number>`0`).as('sum'))
    .executeTakeFirstOrThrow();
  return row.sum;
}

/**
 * Balance per provider account by our books, zero where nothing was ever booked, and the cents of orders that may have left it
 * already.
 */
export async function listKnownWallets(
  db: Database,
  config: Pick<AppDeps['config'], 'PLATFORM_MAIN_ACCOUNT_ID' | 'PLATFORM_ORIGINATION_ACCOUNT_ID' | 'PLATFORM_TAX_ACCOUNT_ID'>,
): Promise<{ accountId: string; ledgerCents: number; inFlightCents: number }[]> {
  const result = await sql<{ accountId: string; ledgerCents: number; inFlightCents: number }>`
    with ledger as (
      select case account.name
          when 'PLAT:MAIN' then ${config.PLATFORM_MAIN_ACCOUNT_ID}::text
          when 'PLAT:GIFT_CARDS' then ${config.PLATFORM_MAIN_ACCOUNT_ID}::text
          when 'PLAT:ORIGINATION' then ${config.PLATFORM_ORIGINATION_ACCOUNT_ID}::text
          when 'PLAT:TAX' then ${config.PLATFORM_TAX_ACCOUNT_ID}::text
          else coalesce(spv.provider_external_id, account.owner_id::text) end as account_id,
        account.balance_cents as cents
      from ledger_account account left join property on property.id = account.owner_id
      left join spv on spv.id = coalesce(property.spv_id, account.owner_id) where account.name <> 'EXT'
    ), booked as (
      select account_id, sum(cents)::bigint as cents from (
        select account_id, cents from ledger
        union all select id::text, 0 from customer
        union all select provider_external_id, 0 from spv where provider_external_id is not null
        union all select unnest(${[config.PLATFORM_MAIN_ACCOUNT_ID, config.PLATFORM_ORIGINATION_ACCOUNT_ID, config.PLATFORM_TAX_ACCOUNT_ID]}::text[]), 0) known
      group by account_id
    ), in_flight as (
      select from_account_id as account_id, amount_cents as cents from payment_order where status = 'sent'
      union all
      -- Taken back by the bank, and told: the owner has to pay it again.
      select spv.provider_external_id, claim.cents from (${OPEN_CLAIMS}) claim
      join property on property.id = claim.property_id join spv on spv.id = property.spv_id where spv.provider_external_id is not null
      union all
      -- Booked with each coupon; the transfer that takes the tax of many follows.
      select ${config.PLATFORM_TAX_ACCOUNT_ID}::text, line.tax_cents from payout_line line left join payment_order moved on moved.id = line.tax_order_id
      where line.status in ('paid', 'paidOutside') and line.tax_cents > 0 and coalesce(moved.status, 'created') <> 'succeeded'
    ), off_provider as (
      -- Paid outside the provider and booked all the same (flag offProvider, ledger.md#accounts): it never was on the wallet there.
      select spv.provider_external_id as account_id, sum(payment.amount_cents) as cents
      from payment_to_be_assigned payment join spv on spv.id = payment.spv_id
      where payment.source = 'other' and payment.status <> 'archivedNotAssigned' group by 1
    )
    select booked.account_id as "accountId", booked.cents - coalesce(off_provider.cents, 0) as "ledgerCents",
      coalesce(sum(in_flight.cents), 0) as "inFlightCents"
    from booked left join in_flight using (account_id) left join off_provider using (account_id)
    group by booked.account_id, booked.cents, off_provider.cents order by booked.account_id`.execute(db);
  return result.rows;
}
