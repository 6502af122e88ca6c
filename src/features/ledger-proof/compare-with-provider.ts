// Balances at the provider beside ours: what the ledger promises must be there.

import { sql } from 'kysely';
import type { Database } from '../../core/db/pool.ts';
import { AppError, INTERNAL_ERROR } from '../../core/errors.ts';
import type { AppDeps } from '../../deps.ts';

/**
 * A wallet whose two balances differ, in cents. `missing`: the provider has less than our books say, beyond what is on its
 * way; `surplus`: it has more, money that came in and is not booked (not a fault, DOMAIN §5.1).
 */
export type ProviderDifference = {
  accountId: string;
  ledgerCents: number;
  providerCents: number;
  inFlightCents: number;
  kind: 'missing' | 'surplus';
};

const SINCE_EVER = Temporal.Instant.from('2000-01-01T00:00Z');

/** Compares every wallet that we have booked anything on. Throws `internal-error` when the provider cannot be read. */
export async function compareWithProvider(deps: Pick<AppDeps, 'db' | 'payments' | 'config'>): Promise<ProviderDifference[]> {
  const balances = await deps.payments.getBalances(SINCE_EVER);
  if (!balances.ok) throw new AppError(INTERNAL_ERROR, { cause: balances });
  const atProvider = new Map(balances.value.map((balance) => [balance.accountId, balance.balanceCents]));
  const ours = await listBookedWallets(deps.db, deps.config);
  return ours.flatMap(({ accountId, ledgerCents, inFlightCents }) => {
    const providerCents = atProvider.get(accountId) ?? 0;
    if (providerCents === ledgerCents) return [];
    const missing = providerCents < ledgerCents - inFlightCents;
    const surplus = providerCents > ledgerCents;
    return missing || surplus
      ? [{ accountId, ledgerCents, providerCents, inFlightCents, kind: missing ? ('missing' as const) : ('surplus' as const) }]
      : [];
  });
}

/** Balance per provider account by our books, and the cents of orders that may have left it already. */
async function listBookedWallets(
  db: Database,
  config: AppDeps['config'],
): Promise<{ accountId: string; ledgerCents: number; inFlightCents: number }[]> {
  const result = await sql<{ accountId: string; ledgerCents: number; inFlightCents: number }>`
    with booked as (
      select case account.name
          when 'PLAT:MAIN' then ${config.PLATFORM_MAIN_ACCOUNT_ID}::text
          when 'PLAT:ORIGINATION' then ${config.PLATFORM_ORIGINATION_ACCOUNT_ID}::text
          when 'PLAT:TAX' then ${config.PLATFORM_TAX_ACCOUNT_ID}::text
          else coalesce(spv.provider_external_id, account.owner_id::text) end as account_id,
        sum(account.balance_cents) as cents
      from ledger_account account left join spv on spv.id = account.owner_id
      where account.name <> 'EXT' group by 1
    ), in_flight as (
      select from_account_id as account_id, amount_cents as cents from payment_order where status = 'sent'
      union all
      -- Booked by the ledger with its deal; the transfer of its own may still be on its way.
      select to_account_id, amount_cents from payment_order where purpose = 'market-deal-commission' and status in ('created', 'sent')
    )
    select booked.account_id as "accountId", booked.cents as "ledgerCents", coalesce(sum(in_flight.cents), 0) as "inFlightCents"
    from booked left join in_flight using (account_id) group by booked.account_id, booked.cents order by booked.account_id`.execute(
    db,
  );
  return result.rows;
}
