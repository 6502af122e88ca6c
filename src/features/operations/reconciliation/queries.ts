// SQL of the reconciliation: its runs and the differences that it found.

import { sql } from 'kysely';
import type { Database } from '../../../core/db/pool.ts';
import { inPeriod } from '../../../core/db/sql-fragments.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import type { CursorKey } from '../../../core/http/pagination.ts';
import { newId } from '../../../core/ids.ts';
import type { Period } from '../../../core/period.ts';
import type { ProviderDifference } from '../ledger-proof/index.ts';

/** A difference with its history; cents. */
export type DifferenceRow = Awaited<ReturnType<typeof findDifferences>>[number];

/**
 * Writes what a comparison found at `at`: counts it on the open row of the account and kind, or opens one. A row that a later
 * comparison has already written is not changed.
 */
export async function writeDifferences(tx: Tx, found: readonly ProviderDifference[], at: Temporal.Instant): Promise<void> {
  // In a fixed order, so that two concurrent runs cannot deadlock.
  const ordered = found.toSorted((a, b) => (`${a.accountId} ${a.kind}` < `${b.accountId} ${b.kind}` ? -1 : 1));
  await sql`
    insert into reconciliation_difference (
      id,
      account_id,
      kind,
      opened_at,
      last_seen_at,
      first_ledger_cents,
      first_provider_cents,
      ledger_cents,
      provider_cents,
      in_flight_cents
    )
    select
      seen.id,
      seen.account_id,
      seen.kind,
      ${at}::timestamptz,
      ${at}::timestamptz,
      seen.ledger_cents,
      seen.provider_cents,
      seen.ledger_cents,
      seen.provider_cents,
      seen.in_flight_cents
    from unnest(
      ${ordered.map(() => newId())}::uuid[],
      ${ordered.map(({ accountId }) => accountId)}::text[],
      ${ordered.map(({ kind }) => kind)}::text[],
      ${ordered.map(({ ledgerCents }) => ledgerCents)}::bigint[],
      ${ordered.map(({ providerCents }) => providerCents)}::bigint[],
      ${ordered.map(({ inFlightCents }) => inFlightCents)}::bigint[]
    )
    with ordinality as seen (id, account_id, kind, ledger_cents, provider_cents, in_flight_cents, position)
    order by seen.position
    on conflict (account_id, kind)
    where closed_at is null
    do update set
      last_seen_at = excluded.last_seen_at,
      times_seen = reconciliation_difference.times_seen + 1,
      ledger_cents = excluded.ledger_cents,
      provider_cents = excluded.provider_cents,
      in_flight_cents = excluded.in_flight_cents
    where reconciliation_difference.last_seen_at <= excluded.last_seen_at`.execute(tx);
}

/** Closes open rows that were not found at `at`; to be called after {@link writeDifferences} of that moment. */
export async function closeUnseen(tx: Tx, at: Temporal.Instant): Promise<void> {
  await tx
    .updateTable('reconciliation_difference')
    .set({ closed_at: at })
    .where('closed_at', 'is', null)
    .where('last_seen_at', '<', at)
    .execute();
}

/** Newest first, one more than `limit` when there are more. */
export async function findDifferences(
  db: Database,
  filters: Period & { isOpen?: boolean; accountId?: string },
  page: { limit: number; after: CursorKey | undefined },
) {
  let query = db
    .selectFrom('reconciliation_difference')
    .select([
      'id',
      'account_id as accountId',
      'kind',
      'opened_at as openedAt',
      'last_seen_at as lastSeenAt',
      'times_seen as timesSeen',
      'first_ledger_cents as firstLedgerCents',
      'first_provider_cents as firstProviderCents',
      'ledger_cents as ledgerCents',
      'provider_cents as providerCents',
      'in_flight_cents as inFlightCents',
      'closed_at as closedAt',
    ])
    .where(inPeriod('opened_at', filters));
  if (filters.isOpen !== undefined) query = query.where('closed_at', filters.isOpen ? 'is' : 'is not', null);
  if (filters.accountId !== undefined) query = query.where('account_id', '=', filters.accountId);
  if (page.after) query = query.where(sql<boolean>`(opened_at, id) < (${page.after.at}, ${page.after.id})`);
  return query
    .orderBy('opened_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute();
}

/** How a reconciliation went. `unreadAccounts`: those that could not be read one by one. */
export type LastRun = {
  at: Temporal.Instant;
  durationMs: number;
  isComplete: boolean;
  wallets: number;
  unreadAccounts: number;
};

/** Replaces the last run. */
export async function writeLastRun(tx: Tx, run: LastRun): Promise<void> {
  const values = {
    ran_at: run.at,
    duration_ms: Math.round(run.durationMs),
    is_complete: run.isComplete,
    wallets: run.wallets,
    unread_accounts: run.unreadAccounts,
  };
  await tx
    .insertInto('reconciliation_run')
    .values(values)
    .onConflict((conflict) => conflict.column('only_row').doUpdateSet(values))
    .execute();
}

/** The last run; undefined before the first. */
export async function readLastRun(db: Database): Promise<LastRun | undefined> {
  return db
    .selectFrom('reconciliation_run')
    .select([
      'ran_at as at',
      'duration_ms as durationMs',
      'is_complete as isComplete',
      'wallets',
      'unread_accounts as unreadAccounts',
    ])
    .executeTakeFirst();
}

/** Open differences of each kind, also of one that has none. */
export async function countOpenDifferences(db: Database) {
  const { rows } = await sql<{ kind: string; count: number }>`
    select kind.kind, count(open.id) as count
    from unnest(array['missing', 'surplus']) as kind (kind)
    left join reconciliation_difference open
      on open.kind = kind.kind
      and open.closed_at is null
    group by kind.kind`.execute(db);
  return rows;
}
