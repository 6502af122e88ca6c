// SQL of bank accounts.

import { sql } from 'kysely';
import type { DataCipher } from '../../../core/data-cipher.ts';
import type { Database } from '../../../core/db/pool.ts';
import { hasOtherKey, inPeriod } from '../../../core/db/sql-fragments.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import type { CursorKey } from '../../../core/http/pagination.ts';
import { newId } from '../../../core/ids.ts';
import type { Period } from '../../../core/period.ts';
import { type BankAccountStatus, type BankDetails, ibanCell, type StoredStatus } from './rules.ts';

const COLUMNS = [
  'id',
  'kind',
  'iban_ciphertext as ibanCiphertext',
  'bic',
  'holder',
  'status',
  'provider_iban_id as providerIbanId',
  'created_at as createdAt',
  'payable_from as payableFrom',
] as const;

/** A stored bank account; `providerIbanId` is null until its registration at the provider is confirmed. */
export type BankAccountRow = NonNullable<Awaited<ReturnType<typeof findByIban>>>;

/** The investor's account with this IBAN. */
export async function findByIban(db: Database | Tx, cipher: DataCipher, key: { customerId: CustomerId; iban: string }) {
  const row = await db
    .selectFrom('bank_account')
    .select(COLUMNS)
    .where('customer_id', '=', key.customerId)
    .where('iban_digest', '=', (any) => any.fn.any(any.val(cipher.digests(key.iban, 'iban'))))
    .executeTakeFirst();
  return row && decrypted(cipher, row);
}

function decrypted<Row extends { id: string; ibanCiphertext: Buffer }>(cipher: DataCipher, { ibanCiphertext, ...row }: Row) {
  return { ...row, iban: cipher.decrypt(ibanCiphertext, ibanCell(row.id)) };
}

/** A bank account that its owner has not removed. */
export type VisibleBankAccount = BankAccountRow & { status: BankAccountStatus };

function selectVisible(db: Database | Tx, customerId: CustomerId) {
  return db
    .selectFrom('bank_account')
    .select(COLUMNS)
    .where('customer_id', '=', customerId)
    .where('status', 'not in', ['removing', 'removed'])
    .$narrowType<{ status: BankAccountStatus }>();
}

/** Every bank account of the investor except removed ones. */
export async function listAll(db: Database | Tx, cipher: DataCipher, customerId: CustomerId): Promise<VisibleBankAccount[]> {
  const rows = await selectVisible(db, customerId).execute();
  return rows.map((row) => decrypted(cipher, row));
}

/** An administrator's filters of the list. */
type BankAccountFilters = { status?: BankAccountStatus } & Period;

/** The page of them that begins after the cursor, newest first. */
export async function listPage(
  db: Database,
  cipher: DataCipher,
  customerId: CustomerId,
  page: { after: CursorKey | undefined; limit: number; filters?: BankAccountFilters },
) {
  const { after, filters = {} } = page;
  let query = selectVisible(db, customerId).where(inPeriod('created_at', filters));
  if (filters.status !== undefined) query = query.where('status', '=', filters.status);
  if (after) query = query.where(sql<boolean>`(created_at, id) < (${after.at}::timestamptz, ${after.id}::uuid)`);
  const rows = await query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(page.limit).execute();
  return rows.map((row) => decrypted(cipher, row));
}

type NewRegistration = BankDetails & {
  customerId: CustomerId;
  payableFrom: Temporal.Instant | null;
  at: Temporal.Instant;
};

/**
 * Writes the intent to register: a `waiting` row without an id at the provider, to which money may be withdrawn from `payableFrom` on. An
 * existing row whose registration has ended, or was never confirmed, starts again with the new details; any other stays as it is. Returns
 * the stored row. To be called with the customer locked.
 */
export async function openRegistration(
  tx: Tx,
  cipher: DataCipher,
  { customerId, iban, bic, holder, payableFrom, at }: NewRegistration,
): Promise<BankAccountRow> {
  const id = (await takeToPresentKey(tx, cipher, { customerId, iban })) ?? newId();
  await tx
    .insertInto('bank_account')
    .values({
      id,
      customer_id: customerId,
      ...ibanColumns(cipher, { id, iban }),
      bic,
      holder,
      status: 'waiting',
      payable_from: payableFrom,
      created_at: at,
      updated_at: at,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['customer_id', 'iban_digest'])
        .doUpdateSet({
          bic,
          holder,
          status: 'waiting',
          provider_iban_id: null,
          payable_from: payableFrom,
          // The anti-fraud rules treat a removed account that is added again as new.
          created_at: sql`
            case when bank_account.status = 'removed' then excluded.created_at else bank_account.created_at end`,
          updated_at: at,
        })
        .where((row) =>
          row.or([
            row('bank_account.status', 'in', ['refused', 'deactivated', 'removed']),
            row.and([row('bank_account.provider_iban_id', 'is', null), row('bank_account.status', '<>', 'removing')]),
          ]),
        ),
    )
    .returning('id')
    .execute();
  const row = await findByIban(tx, cipher, { customerId, iban });
  if (!row) throw new Error('the bank account disappeared while it was written');
  return row;
}

/** Of a stored IBAN, the columns: the present key's. */
function ibanColumns(cipher: DataCipher, { id, iban }: { id: string; iban: string }) {
  return {
    iban_ciphertext: cipher.encrypt(iban, ibanCell(id)),
    iban_digest: cipher.digest(iban, 'iban'),
    iban_end: iban.slice(-4),
  };
}

/** The id of the investor's account with this IBAN, which has the digest of the present key from now on: a new row then conflicts with it. */
async function takeToPresentKey(
  tx: Tx,
  cipher: DataCipher,
  key: { customerId: CustomerId; iban: string },
): Promise<string | undefined> {
  const known = await findByIban(tx, cipher, key);
  if (known) await tx.updateTable('bank_account').set(ibanColumns(cipher, known)).where('id', '=', known.id).execute();
  return known?.id;
}

/** Encrypts at most `limit` accounts with the present key that have another one; returns how many there were. */
export async function reencryptBankAccounts(tx: Tx, cipher: DataCipher, limit: number): Promise<number> {
  const rows = await tx
    .selectFrom('bank_account')
    .select(['id', 'iban_ciphertext as ibanCiphertext'])
    .where(hasOtherKey('iban_ciphertext', cipher))
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .execute();
  for (const row of rows)
    await tx
      .updateTable('bank_account')
      .set(ibanColumns(cipher, decrypted(cipher, row)))
      .where('id', '=', row.id)
      .execute();
  return rows.length;
}

/** Stores the account's id at the provider, once; false when it is stored already or the row is not `waiting`. */
export async function setRegistration(
  tx: Tx,
  id: string,
  registration: { providerIbanId: number; status: BankAccountStatus; at: Temporal.Instant },
): Promise<boolean> {
  const row = await tx
    .updateTable('bank_account')
    .set({ provider_iban_id: registration.providerIbanId, status: registration.status, updated_at: registration.at })
    .where('id', '=', id)
    .where('provider_iban_id', 'is', null)
    .where('status', '=', 'waiting')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** An intent whose registration was never stored -> `removing`; false when it was, or the row is not `waiting`. */
export async function abandonRegistration(tx: Tx, id: string, at: Temporal.Instant): Promise<boolean> {
  const row = await tx
    .updateTable('bank_account')
    .set({ status: 'removing', updated_at: at })
    .where('id', '=', id)
    .where('provider_iban_id', 'is', null)
    .where('status', '=', 'waiting')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** `from` -> `to`; false when the account is in another status. */
export async function changeStatus(
  tx: Tx,
  id: string,
  change: { from: StoredStatus; to: StoredStatus; at: Temporal.Instant },
): Promise<boolean> {
  const row = await tx
    .updateTable('bank_account')
    .set({ status: change.to, updated_at: change.at })
    .where('id', '=', id)
    .where('status', '=', change.from)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

// SQL of the removal of bank accounts by their owners.

/** The investor's own bank account in any status, locked; undefined for another investor's. */
export async function lockBankAccount(tx: Tx, key: { customerId: CustomerId; bankAccountId: string }) {
  return tx
    .selectFrom('bank_account')
    .select(['id', 'status', 'iban_end as ibanEnd'])
    .where('id', '=', key.bankAccountId)
    .where('customer_id', '=', key.customerId)
    .forUpdate()
    .executeTakeFirst();
}

/** The investor's bank accounts that were added since, locked, without removed ones. */
export async function lockAddedSince(tx: Tx, customerId: CustomerId, since: Temporal.Instant) {
  return tx
    .selectFrom('bank_account')
    .select(['id', 'status'])
    .where('customer_id', '=', customerId)
    .where('created_at', '>=', since)
    .where('status', 'not in', ['removing', 'removed'])
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** True while a withdrawal to it is open. Exact only while the customer is locked, so that no new one starts. */
export async function hasOpenWithdrawal(tx: Tx, bankAccountId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('withdrawal')
    .innerJoin('wallet_transaction', 'wallet_transaction.id', 'withdrawal.wallet_transaction_id')
    .select('withdrawal.id')
    .where('withdrawal.bank_account_id', '=', bankAccountId)
    .where('wallet_transaction.status', '=', 'WAITING')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** A removed bank account that may still be registered at the provider; undefined in any other status. */
export async function findRemoving(db: Database, cipher: DataCipher, bankAccountId: string) {
  const row = await db
    .selectFrom('bank_account')
    .select(['id', 'customer_id as customerId', 'iban_ciphertext as ibanCiphertext'])
    .where('id', '=', bankAccountId)
    .where('status', '=', 'removing')
    .executeTakeFirst();
  return row && decrypted(cipher, row);
}
