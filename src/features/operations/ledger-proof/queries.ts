// SQL of the proof: its runs, incidents, and what the provider should have.

import { type RawBuilder, sql } from 'kysely';
import type { Cents } from '../../../core/cents.ts';
import type { Database } from '../../../core/db/pool.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { OFF_PROVIDER, OPEN_CLAIMS } from './received-queries.ts';
import { type Position, postingsAfter } from './scope-queries.ts';

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

/** A provider account with its balance in our books, and the cents of movements that may have left it at the provider. */
export type KnownWallet = { accountId: string; ledgerCents: Cents; inFlightCents: Cents };

/**
 * Every provider account we know. With `moved`: those among `accountIds`, those whose balance changed after the posting, and those with
 * an open difference.
 */
export async function listKnownWallets(
  db: Database,
  config: PlatformAccounts,
  moved?: { after: Position; accountIds: readonly string[] },
): Promise<KnownWallet[]> {
  const { rows } = await sql<KnownWallet>`
    with
      wanted as materialized (${moved ? movedAccounts(config, moved) : sql`select null::text as account_id where false`}),
      owners as materialized (${OWNERS}),
      booked as (
        select account_id, sum(cents)::bigint as cents
        from (${knownAccounts(config, moved !== undefined)}) known
        where ${moved ? sql`account_id in (select account_id from wanted)` : sql`true`}
        group by account_id
      ),
      in_flight as (${movementsInFlight(config.PLATFORM_TAX_ACCOUNT_ID)}),
      off_provider as (
        -- Booked, and not on the wallet there.
        select spv.provider_external_id as account_id, sum(outside.cents)::bigint as cents
        from (${OFF_PROVIDER}) outside
        join property on property.id = outside.property_id
        join spv on spv.id = property.spv_id
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

/** Provider accounts to look at. */
function movedAccounts(
  config: PlatformAccounts,
  { after, accountIds }: { after: Position; accountIds: readonly string[] },
): RawBuilder<unknown> {
  return sql`
    select unnest(${[...accountIds]}::text[]) as account_id
    union
    select account_id
    from reconciliation_difference
    where closed_at is null
    union
    select account_id
    from (
      select ${providerAccount(config)} as account_id, sum(line.amount_cents) as cents
      from ${postingsAfter(after)} posting
      join ledger_line line on line.posting_id = posting.id
      join ledger_account account on account.id = line.account_id and account.name <> 'EXT'
      left join property on property.id = account.owner_id
      left join spv on spv.id = coalesce(property.spv_id, account.owner_id)
      group by 1
    ) changed
    where cents <> 0`;
}

/** Customers, SPVs and properties whose money lies on one of these accounts: a customer's has the customer's id. */
const OWNERS = sql`
  select account_id::uuid as id
  from wanted
  where account_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
  union
  select spv.id
  from spv
  where provider_external_id in (select account_id from wanted)
  union
  select property.id
  from property
  join spv on spv.id = property.spv_id
  where provider_external_id in (select account_id from wanted)`;

/** The provider account of a ledger account, joined with its SPV. */
function providerAccount(config: PlatformAccounts): RawBuilder<unknown> {
  return sql`case account.name
        when 'PLAT:MAIN' then ${config.PLATFORM_MAIN_ACCOUNT_ID}::text
        when 'PLAT:GIFT_CARDS' then ${config.PLATFORM_MAIN_ACCOUNT_ID}::text
        when 'PLAT:ORIGINATION' then ${config.PLATFORM_ORIGINATION_ACCOUNT_ID}::text
        when 'PLAT:TAX' then ${config.PLATFORM_TAX_ACCOUNT_ID}::text
        else coalesce(spv.provider_external_id, account.owner_id::text)
      end`;
}

/**
 * Ledger balances by provider account, and 0 for every account, so that one without any booking is listed too. With `ofOwners`: only
 * those of the owners, and the platform's.
 */
function knownAccounts(config: PlatformAccounts, ofOwners: boolean): RawBuilder<unknown> {
  const platformAccounts = [
    config.PLATFORM_MAIN_ACCOUNT_ID,
    config.PLATFORM_ORIGINATION_ACCOUNT_ID,
    config.PLATFORM_TAX_ACCOUNT_ID,
  ];
  const isOwner = (column: string) => (ofOwners ? sql`${sql.ref(column)} in (select id from owners)` : sql`true`);
  return sql`
    select
      ${providerAccount(config)} as account_id,
      account.balance_cents as cents
    from ledger_account account
    left join property on property.id = account.owner_id
    left join spv on spv.id = coalesce(property.spv_id, account.owner_id)
    where account.owner_id is not null
      and ${isOwner('account.owner_id')}
    union all
    select ${providerAccount(config)}, account.balance_cents
    from ledger_account account
    left join spv on spv.id = account.owner_id
    where account.owner_id is null
      and account.name <> 'EXT'
    union all
    select id::text, 0
    from customer
    where ${isOwner('id')}
    union all
    select provider_external_id, 0
    from spv
    where provider_external_id is not null
      and ${isOwner('id')}
    union all
    select unnest(${platformAccounts}::text[]), 0`;
}

function movementsInFlight(taxAccountId: string): RawBuilder<unknown> {
  return sql`
    select from_account_id as account_id, amount_cents as cents
    from payment
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
    where line.status in ('paid', 'paidOutside')
      and line.tax_cents > 0
      and line.tax_payment_id is null
    union all
    select ${taxAccountId}::text, line.tax_cents
    from payment moved
    join payout_line line on line.tax_payment_id = moved.id
    where moved.status <> 'succeeded'
      and line.status in ('paid', 'paidOutside')
      and line.tax_cents > 0`;
}

/** How a proof went. `walletsMissingMoney`: wallets with less at the provider than in our books. */
export type ProofRun = {
  scope: 'changes' | 'everything';
  at: Temporal.Instant;
  durationMs: number;
  isSound: boolean;
  violations: number;
  walletsMissingMoney: number;
};

/** Replaces the last run of its scope. */
export async function writeProofRun(tx: Tx, run: ProofRun): Promise<void> {
  const values = {
    ran_at: run.at,
    duration_ms: Math.round(run.durationMs),
    is_sound: run.isSound,
    violations: run.violations,
    wallets_missing_money: run.walletsMissingMoney,
  };
  await tx
    .insertInto('proof_run')
    .values({ scope: run.scope, ...values })
    .onConflict((conflict) => conflict.column('scope').doUpdateSet(values))
    .execute();
}

/** The last run of each scope. */
export async function listProofRuns(db: Database): Promise<ProofRun[]> {
  return db
    .selectFrom('proof_run')
    .select([
      'scope',
      'ran_at as at',
      'duration_ms as durationMs',
      'is_sound as isSound',
      'violations',
      'wallets_missing_money as walletsMissingMoney',
    ])
    .execute();
}
