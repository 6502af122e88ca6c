// SQL of the wallet: balances, transactions, the yearly statement, booked money-ins and incoming wires.

import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Cents, centsOf } from '../../../core/cents.ts';
import { pipelinedRead } from '../../../core/db/driver/compiled.ts';
import type { Database } from '../../../core/db/pool.ts';
import { inPeriod } from '../../../core/db/sql-fragments.ts';
import type { CustomerId, PropertyId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import type { CursorKey } from '../../../core/http/pagination.ts';
import type { Period } from '../../../core/period.ts';
import { availableOf, heldOf, type Wallet } from '../../../money/ledger/index.ts';
import type { WalletTransactionStatus } from '../../../money/payments/index.ts';
import type { ConfirmedTransaction, InvestorTransactionType } from './rules.ts';

const findLast = pipelinedRead((db, { customerId }: { customerId: CustomerId }) =>
  db
    .selectFrom('wallet_transaction')
    .select('event_at as at')
    .where('customer_id', '=', customerId)
    .where('type', '=', sql.lit('MONEY_IN' as const))
    .orderBy('event_at', 'desc')
    .limit(1),
);

/** A transaction of the investor, with the payment that was made for it. */
export async function findTransaction(
  db: Database,
  of: { customerId: CustomerId; transactionId: string },
): Promise<{ paymentId: string | null } | undefined> {
  return db
    .selectFrom('wallet_transaction')
    .select('payment_id as paymentId')
    .where('id', '=', of.transactionId)
    .where('customer_id', '=', of.customerId)
    .executeTakeFirst();
}

/** When the newest booked money-in of the investor arrived; undefined when there is none. */
export async function findLastMoneyIn(db: Database, customerId: CustomerId): Promise<Temporal.Instant | undefined> {
  const [row] = await findLast(db, { customerId });
  return row?.at;
}

/**
 * What an investor had at the end of each Paris month in which it changed, the last 36 of them, oldest first; cents. As statements count.
 */
export async function listMonthEnds(db: Database, customerId: CustomerId) {
  const { rows } = await sql<{ period: string; balanceCents: Cents }>`
    select to_char(month, 'YYYY-MM') as period, balance_cents as "balanceCents"
    from (
      select month, sum(sum(cents)) over (order by month)::bigint as balance_cents
      from (
        select date_trunc('month', at at time zone 'Europe/Paris') as month, cents
        from (${changesOf(customerId)}) change
      ) dated
      group by month
      order by month desc
      limit 36
    ) months
    order by month`.execute(db);
  return rows;
}

/** Which of these ids of money-ins at the provider are booked. */
export async function findBookedMoneyIns(db: Database, providerMoneyInIds: readonly number[]): Promise<Set<number>> {
  const rows = await db
    .selectFrom('wallet_transaction')
    .select('provider_money_in_id as id')
    .where('provider_money_in_id', '=', (any) => any.fn.any(any.val([...providerMoneyInIds])))
    .execute();
  return new Set(rows.flatMap(({ id }) => (id === null ? [] : [id])));
}

/** Which of these UUIDs are ids of customers, which are also their account ids at the provider. */
export async function findCustomerIds(db: Database, ids: readonly CustomerId[]): Promise<Set<CustomerId>> {
  const rows = await db
    .selectFrom('customer')
    .select('id')
    .where('id', '=', (any) => any.fn.any(any.val([...ids])))
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Which of these provider accounts are wallets of SPVs. */
export async function findSpvAccountIds(db: Database, accountIds: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('spv')
    .select('provider_external_id as accountId')
    .where('provider_external_id', '=', (any) => any.fn.any(any.val([...accountIds])))
    .execute();
  return new Set(rows.flatMap(({ accountId }) => (accountId === null ? [] : [accountId])));
}

/** The moment up to which incoming wires were read; undefined before the first run. */
export async function findScannedUntil(db: Database): Promise<Temporal.Instant | undefined> {
  return (await db.selectFrom('incoming_wire_scan').select('scanned_until as at').executeTakeFirst())?.at;
}

/** Sets that moment, also to an earlier one when the test clock was set back. */
export async function markScannedUntil(tx: Tx, at: Temporal.Instant): Promise<void> {
  await tx
    .insertInto('incoming_wire_scan')
    .values({ scanned_until: at })
    .onConflict((conflict) => conflict.column('only_row').doUpdateSet({ scanned_until: at }))
    .execute();
}

/**
 * The wallet as the investor sees it, from one snapshot, in cents. The commission of a confirmed deal does not count as theirs,
 * though it stays in HELD until its payment succeeds (A-marketplace-2).
 */
export async function readShownWallet(db: Database, customerId: CustomerId): Promise<Wallet> {
  const { rows } = await sql<{ availableCents: Cents; heldCents: Cents }>`
    select coalesce(sum(balance_cents) filter (where name = ${availableOf(customerId)}), 0)::bigint as "availableCents",
      (
        coalesce(sum(balance_cents) filter (where name = ${heldOf(customerId)}), 0) - (
          select coalesce(sum(commission_cents), 0)
          from market_deal
          where buyer_id = ${customerId} and commission_status in ('waiting', 'refused')
        )
      )::bigint as "heldCents"
    from ledger_account
    where name = any (${[availableOf(customerId), heldOf(customerId)]}::text[])`.execute(db);
  const [sums] = rows;
  if (!sums) throw new Error('the sums of a wallet came without a row');
  const { availableCents, heldCents } = sums;
  return { availableCents, heldCents, balanceCents: centsOf(availableCents + heldCents) };
}

/** The investor's balance by the ledger, held money included, at two moments: the sum of all changes before each, in cents. */
export async function sumPostingsBefore(
  tx: Tx,
  customerId: CustomerId,
  moments: { from: Temporal.Instant; until: Temporal.Instant },
): Promise<{ openingCents: Cents; closingCents: Cents }> {
  const { rows } = await sql<{ openingCents: Cents; closingCents: Cents }>`
    select coalesce(sum(cents) filter (where at < ${moments.from}::timestamptz), 0)::bigint as "openingCents",
      coalesce(sum(cents), 0)::bigint as "closingCents"
    from (${changesOf(customerId)}) change
    where at < ${moments.until}::timestamptz`.execute(tx);
  const [sums] = rows;
  if (!sums) throw new Error('the sums of postings came without a row');
  return sums;
}

/**
 * Every change of the investor's balance: `at`, `cents`. The commission of a deal counts at the confirmation of the deal, as the deal's
 * transaction includes it, not when it was paid. Two indexes hold all of it.
 */
function changesOf(customerId: CustomerId): RawBuilder<unknown> {
  return sql`
    select line.event_at as at, line.amount_cents as cents
    from ledger_account account
    join ledger_line line on line.account_id = account.id
    where account.name = any (${[availableOf(customerId), heldOf(customerId)]}::text[])
      and line.type <> 'market-deal-commission'
    union all
    select confirmed_at, -commission_cents
    from market_deal
    where buyer_id = ${customerId}
      and commission_status <> 'none'`;
}

/**
 * Transactions that were confirmed in the period, oldest first, at most `limit`. Names are looked up once a property: of a line each, they
 * would be most of what a long statement reads.
 */
export async function listConfirmedTransactions(
  tx: Tx,
  customerId: CustomerId,
  period: { from: Temporal.Instant; until: Temporal.Instant; limit: number },
): Promise<ConfirmedTransaction[]> {
  const rows = await tx
    .selectFrom('wallet_transaction as transaction')
    .select([
      'transaction.type',
      'transaction.amount_cents as amountCents',
      'transaction.event_at as eventAt',
      'transaction.property_id as propertyId',
      // The reference at the provider.
      sql<string>`coalesce(
        transaction.payment_id::text,
        transaction.provider_money_in_id::text,
        transaction.id::text
      )`.as('reference'),
    ])
    .where('transaction.customer_id', '=', customerId)
    .where('transaction.status', '=', sql.lit('CONFIRMED' as const))
    .where('transaction.event_at', '>=', period.from)
    .where('transaction.event_at', '<', period.until)
    .orderBy('transaction.event_at')
    .orderBy('transaction.created_at')
    // Of one instant those of a payment stand together, as in the list of the wallet.
    .orderBy('transaction.payment_id')
    // By name, which puts a coupon before its tax and a withdrawal before its fee.
    .orderBy('transaction.type')
    .orderBy('transaction.id')
    .limit(period.limit)
    .execute();
  const names = await readPropertyNames(
    tx,
    rows.flatMap(({ propertyId }) => propertyId ?? []),
  );
  return rows.map(({ propertyId, ...row }) => ({
    ...row,
    propertyName: propertyId === null ? null : (names.get(propertyId) ?? null),
  }));
}

async function readPropertyNames(tx: Tx, propertyIds: readonly PropertyId[]): Promise<Map<PropertyId, string>> {
  const rows = await tx
    .selectFrom('property')
    .select(['id', 'name'])
    .where('id', '=', (any) => any.fn.any(any.val([...new Set(propertyIds)])))
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** An administrator's filters of the list; the period is that of the transaction's creation. */
export type TransactionFilters = {
  type?: InvestorTransactionType;
  status?: WalletTransactionStatus;
  propertyId?: PropertyId;
} & Period;

/** A transaction with its payment and the payment's outcome; cents. */
export type TransactionRow = Awaited<ReturnType<typeof listWalletTransactions>>[number];

/**
 * Order of the investor's transactions, each part descending. Of one instant those of a payment stand together, what is withheld or charged
 * below what it is of.
 */
const NEWEST_FIRST = [
  sql`wallet_transaction.created_at`,
  sql`coalesce(wallet_transaction.payment_id, wallet_transaction.id)`,
  sql`wallet_transaction.type not in ('WITHHOLDING_TAX', 'WITHDRAWAL_FEE')`,
  sql`wallet_transaction.id`,
];

/** The page of the investor's transactions that begins after the cursor, newest first. */
export async function listWalletTransactions(
  db: Database,
  customerId: CustomerId,
  page: { after: CursorKey | undefined; limit: number; filters?: TransactionFilters },
) {
  const { after, filters = {} } = page;
  const { type, status, propertyId } = filters;
  let query = db
    .selectFrom('wallet_transaction')
    .leftJoin('payment', 'payment.id', 'wallet_transaction.payment_id')
    .leftJoin('property', 'property.id', 'wallet_transaction.property_id')
    .select([
      'wallet_transaction.id',
      'wallet_transaction.type',
      'wallet_transaction.status',
      'wallet_transaction.amount_cents as amountCents',
      'wallet_transaction.created_at as createdAt',
      'wallet_transaction.event_at as eventAt',
      'wallet_transaction.payment_id as paymentId',
      'wallet_transaction.provider_money_in_id as providerMoneyInId',
      'wallet_transaction.property_id as propertyId',
      'property.name as propertyName',
      'payment.status as paymentStatus',
      'payment.provider_payment_id as providerPaymentId',
      'payment.failure',
    ])
    .where('wallet_transaction.customer_id', '=', customerId)
    .where(inPeriod('wallet_transaction.created_at', filters));
  if (type !== undefined) query = query.where('wallet_transaction.type', '=', type);
  if (status !== undefined) query = query.where('wallet_transaction.status', '=', status);
  if (propertyId !== undefined) query = query.where('wallet_transaction.property_id', '=', propertyId);
  if (after)
    // The instant again, for the index.
    query = query.where('wallet_transaction.created_at', '<=', after.at).where(
      sql<SqlBool>`
      (${sql.join(NEWEST_FIRST)}) < (select ${sql.join(NEWEST_FIRST)} from wallet_transaction where id = ${after.id}::uuid)`,
    );
  return NEWEST_FIRST.reduce((ordered, part) => ordered.orderBy(part, 'desc'), query)
    .limit(page.limit)
    .execute();
}
