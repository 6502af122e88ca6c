// SQL of the proof beside its invariants: our balance of each provider account, and the sum of all ledger accounts.

import { type RawBuilder, sql } from 'kysely';
import type { Cents } from '../../../core/cents.ts';
import type { Database } from '../../../core/db/pool.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { OPEN_CLAIMS } from './received-queries.ts';

/** Sum of all ledger accounts, cents: 0 if the books are sound. */
export async function sumOfBalances(tx: Tx): Promise<Cents> {
  const row = await tx
    .selectFrom('ledger_account')
    .select((select) => select.fn.coalesce(select.fn.sum<Cents>('balance_cents'), sql<0>`0`).as('sum'))
    .executeTakeFirstOrThrow();
  return row.sum;
}

type PlatformAccounts = Pick<
  AppDeps['config'],
  'PLATFORM_MAIN_ACCOUNT_ID' | 'PLATFORM_ORIGINATION_ACCOUNT_ID' | 'PLATFORM_TAX_ACCOUNT_ID'
>;

/** Every provider account we know with its balance in our books, and the cents of movements that may have left it at the provider. */
export async function listKnownWallets(
  db: Database,
  config: PlatformAccounts,
): Promise<{ accountId: string; ledgerCents: Cents; inFlightCents: Cents }[]> {
  const { rows } = await sql<{ accountId: string; ledgerCents: Cents; inFlightCents: Cents }>`
    with
      booked as (
        select account_id, sum(cents)::bigint as cents
        from (${knownAccounts(config)}) known
        group by account_id
      ),
      in_flight as (${movementsInFlight(config.PLATFORM_TAX_ACCOUNT_ID)}),
      off_provider as (
        -- Payments made outside the provider are booked (flag offProvider, ledger.md#accounts), but never reach the wallet there.
        select spv.provider_external_id as account_id, sum(payment.amount_cents) as cents
        from payment_to_be_assigned payment
        join spv on spv.id = payment.spv_id
        where payment.source = 'other'
          and payment.status <> 'archivedNotAssigned'
        group by 1
      )
    select
      booked.account_id as "accountId",
      booked.cents - coalesce(off_provider.cents, 0) as "ledgerCents",
      coalesce(sum(in_flight.cents), 0) as "inFlightCents"
    from booked
    left join in_flight using (account_id)
    left join off_provider using (account_id)
    group by booked.account_id, booked.cents, off_provider.cents
    order by booked.account_id`.execute(db);
  return rows;
}

/** Ledger balances by provider account, and 0 for every account, so that one without any booking is listed too. */
function knownAccounts(config: PlatformAccounts): RawBuilder<unknown> {
  const platformAccounts = [
    config.PLATFORM_MAIN_ACCOUNT_ID,
    config.PLATFORM_ORIGINATION_ACCOUNT_ID,
    config.PLATFORM_TAX_ACCOUNT_ID,
  ];
  return sql`
    select
      case account.name
        when 'PLAT:MAIN' then ${config.PLATFORM_MAIN_ACCOUNT_ID}::text
        when 'PLAT:GIFT_CARDS' then ${config.PLATFORM_MAIN_ACCOUNT_ID}::text
        when 'PLAT:ORIGINATION' then ${config.PLATFORM_ORIGINATION_ACCOUNT_ID}::text
        when 'PLAT:TAX' then ${config.PLATFORM_TAX_ACCOUNT_ID}::text
        else coalesce(spv.provider_external_id, account.owner_id::text)
      end as account_id,
      account.balance_cents as cents
    from ledger_account account
    left join property on property.id = account.owner_id
    left join spv on spv.id = coalesce(property.spv_id, account.owner_id)
    where account.name <> 'EXT'
    union all
    select id::text, 0
    from customer
    union all
    select provider_external_id, 0
    from spv
    where provider_external_id is not null
    union all
    select unnest(${platformAccounts}::text[]), 0`;
}

function movementsInFlight(taxAccountId: string): RawBuilder<unknown> {
  return sql`
    select from_account_id as account_id, amount_cents as cents
    from payment_order
    where status = 'sent'
    union all
    -- Taken back by the bank: a claim against the owner.
    select spv.provider_external_id, claim.cents
    from (${OPEN_CLAIMS}) claim
    join property on property.id = claim.property_id
    join spv on spv.id = property.spv_id
    where spv.provider_external_id is not null
    union all
    -- Withheld tax is booked with each coupon, and transferred later for many coupons at once.
    select ${taxAccountId}::text, line.tax_cents
    from payout_line line
    left join payment_order moved on moved.id = line.tax_order_id
    where line.status in ('paid', 'paidOutside')
      and line.tax_cents > 0
      and coalesce(moved.status, 'created') <> 'succeeded'`;
}
