// Reads balances, and locks them for callers that are about to spend.

import { sql } from 'kysely';
import { type Cents, centsOf } from '../../core/cents.ts';
import { compiledOnce, pipelinedRead } from '../../core/db/driver/compiled.ts';
import type { Database } from '../../core/db/pool.ts';
import type { CustomerId, PropertyId } from '../../core/db/tables.ts';
import type { Tx } from '../../core/db/transaction.ts';
import { availableOf, heldOf, type Purse, purseOf } from './accounts.ts';

type NamedBalance = { name: string; balance_cents: Cents };

/** An investor's wallet in cents: available, held, and the sum of both, which is the balance shown. */
export type Wallet = { availableCents: Cents; heldCents: Cents; balanceCents: Cents };

/** Wallet of an investor; zeros when nothing was ever posted. */
export async function readWallet(db: Database | Tx, customerId: CustomerId): Promise<Wallet> {
  return toWallet(await selectBalances(db, accountsOf(customerId)), customerId);
}

/** A wallet with the versions of both accounts, which every posting changes; zero for an account without any. */
export type VersionedWallet = Wallet & { availableVersion: number; heldVersion: number };

/** Accounts with the versions that were read, as the SQL function `ledger_unchanged` takes them; null: only locked. */
export type SeenAccounts = { names: readonly string[]; versions: readonly (number | null)[] };

/** Both accounts of a wallet as they were read, or of one that is only locked. */
export function seenWallet(
  customerId: CustomerId,
  read?: Pick<VersionedWallet, 'availableVersion' | 'heldVersion'>,
): SeenAccounts {
  return {
    names: [availableOf(customerId), heldOf(customerId)],
    versions: read ? [read.availableVersion, read.heldVersion] : [null, null],
  };
}

/** Wallet and versions of an investor. */
export async function readWalletWithVersions(db: Database | Tx, customerId: CustomerId): Promise<VersionedWallet> {
  const rows = await selectWithVersions(db, accountsOf(customerId));
  return toVersionedWallet(new Map(rows.map((row) => [row.name, row])), customerId);
}

/**
 * The wallet and its versions, with the sum of its postings, from one snapshot: a difference means that the ledger is corrupt
 * (withdrawals.md#balance-check).
 */
export async function readWalletWithPostings(
  db: Database | Tx,
  customerId: CustomerId,
): Promise<{ stored: VersionedWallet; posted: Wallet }> {
  const rows = await selectWithPostings(db, accountsOf(customerId));
  const posted = rows.map((row) => ({ name: row.name, balance_cents: row.posted_cents ?? 0 }));
  return {
    stored: toVersionedWallet(new Map(rows.map((row) => [row.name, row])), customerId),
    posted: toWallet(posted, customerId),
  };
}

type Accounts = { available: string; held: string };

function accountsOf(customerId: CustomerId): Accounts {
  return { available: availableOf(customerId), held: heldOf(customerId) };
}

const selectBalances = pipelinedRead((db, { available, held }: Accounts) =>
  db.selectFrom('ledger_account').select(['name', 'balance_cents']).where('name', 'in', [available, held]),
);

const selectWithVersions = pipelinedRead((db, { available, held }: Accounts) =>
  db.selectFrom('ledger_account').select(['name', 'balance_cents', 'version']).where('name', 'in', [available, held]),
);

const selectWithPostings = compiledOnce((db, { available, held }: Accounts) =>
  db
    .selectFrom('ledger_account')
    .select(['name', 'balance_cents', 'version'])
    .select((account) =>
      account
        .selectFrom('ledger_line')
        .whereRef('ledger_line.account_id', '=', 'ledger_account.id')
        .select((line) => line.fn.coalesce(line.fn.sum<Cents>('amount_cents'), sql<0>`0`).as('sum'))
        .as('posted_cents'),
    )
    .where('name', 'in', [available, held]),
);

/**
 * Wallets of several investors, locked until the end of the transaction in the order of account ids, so that opposite trades do not
 * deadlock. An account that does not exist yet reads as zero.
 */
export async function lockWallets(tx: Tx, customerIds: readonly CustomerId[]): Promise<Map<CustomerId, VersionedWallet>> {
  const names = customerIds.flatMap((id) => [availableOf(id), heldOf(id)]);
  const { rows } = await sql<NamedBalance & { version: number }>`
    select name, balance_cents, version
    from ledger_lock(${names}::text[])`.execute(tx);
  const accounts = new Map(rows.map((row) => [row.name, row]));
  return new Map(customerIds.map((id) => [id, toVersionedWallet(accounts, id)]));
}

/** Balance of one account in cents; zero when nothing was ever posted. */
export async function readBalance(db: Database | Tx, account: string): Promise<Cents> {
  const row = await db.selectFrom('ledger_account').select('balance_cents').where('name', '=', account).executeTakeFirst();
  return row?.balance_cents ?? 0;
}

/** Balance of one account in cents, locked until the end of the transaction; zero and not locked when nothing was ever posted. */
export async function lockBalance(tx: Tx, account: string): Promise<Cents> {
  return (await lockBalances(tx, [account])).get(account) ?? 0;
}

/** Balances of several accounts in cents, locked together until the end of the transaction; those that were never posted to are left out. */
export async function lockBalances(tx: Tx, accounts: readonly string[]): Promise<Map<string, Cents>> {
  const { rows } = await sql<NamedBalance>`
    select name, balance_cents
    from ledger_lock(${accounts}::text[])`.execute(tx);
  return new Map(rows.map((row) => [row.name, row.balance_cents]));
}

/**
 * Balances of purses of a project in cents, locked together until the end of the transaction in the order of account ids. Include the
 * purse that the money will move to. A purse that was never used reads as zero and is not locked.
 */
export async function lockPurses<Name extends Purse>(
  tx: Tx,
  propertyId: PropertyId,
  purses: readonly Name[],
): Promise<Readonly<Record<Name, Cents>>> {
  const balances = await lockBalances(
    tx,
    purses.map((purse) => purseOf(propertyId, purse)),
  );
  // Border: Object.fromEntries forgets the type of the keys.
  return Object.fromEntries(purses.map((purse) => [purse, balances.get(purseOf(propertyId, purse)) ?? 0])) as Record<Name, Cents>;
}

/** True once money was posted to or from a purse of the project. */
export async function wasEverUsed(db: Database | Tx, propertyId: PropertyId): Promise<boolean> {
  // An account exists from its first posting on.
  const row = await db.selectFrom('ledger_account').select('id').where('owner_id', '=', propertyId).limit(1).executeTakeFirst();
  return row !== undefined;
}

function toWallet(rows: readonly NamedBalance[], customerId: CustomerId): Wallet {
  const balance = (name: string) => rows.find((row) => row.name === name)?.balance_cents ?? 0;
  const availableCents = balance(availableOf(customerId));
  const heldCents = balance(heldOf(customerId));
  return { availableCents, heldCents, balanceCents: centsOf(availableCents + heldCents) };
}

/** The wallet of an investor out of accounts by their names; zeros for one that is missing. */
export function toVersionedWallet(
  accounts: ReadonlyMap<string, NamedBalance & { version: number }>,
  customerId: CustomerId,
): VersionedWallet {
  const [available, held] = [accounts.get(availableOf(customerId)), accounts.get(heldOf(customerId))];
  return {
    ...toWallet(
      [available, held].filter((account) => account !== undefined),
      customerId,
    ),
    availableVersion: available?.version ?? 0,
    heldVersion: held?.version ?? 0,
  };
}
