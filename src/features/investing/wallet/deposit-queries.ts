// SQL of deposit accounts: the virtual IBAN of each investor, encrypted, and who may create it at the provider.

import { sql } from 'kysely';
import type { Cell, DataCipher } from '../../../core/data-cipher.ts';
import type { Database } from '../../../core/db/pool.ts';
import { hasOtherKey } from '../../../core/db/sql-fragments.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';

/** The virtual IBAN that an investor wires money to. */
export type DepositAccount = { iban: string; bic: string | null; holder: string };

/** The stored deposit account; undefined until one is known to exist at the provider. */
export async function findDepositAccount(
  db: Database | Tx,
  cipher: DataCipher,
  customerId: CustomerId,
): Promise<DepositAccount | undefined> {
  const row = await db
    .selectFrom('deposit_account')
    .select(['iban_ciphertext as ibanCiphertext', 'bic', 'holder'])
    .where('customer_id', '=', customerId)
    .where('iban_ciphertext', 'is not', null)
    .$narrowType<{ ibanCiphertext: Buffer; holder: string }>()
    .executeTakeFirst();
  return row && { iban: cipher.decrypt(row.ibanCiphertext, depositCell(customerId)), bic: row.bic, holder: row.holder };
}

const depositCell = (customerId: CustomerId): Cell => ({ column: 'deposit_account.iban', row: customerId });

/** True for the IBAN of any investor's deposit account. */
export async function isDepositIban(db: Database, cipher: DataCipher, iban: string): Promise<boolean> {
  const row = await db
    .selectFrom('deposit_account')
    .select('customer_id')
    .where('iban_digest', '=', (any) => any.fn.any(any.val(cipher.digests(iban, 'iban'))))
    .executeTakeFirst();
  return row !== undefined;
}

/** The exclusive right to create the account at the provider, until it expires. `number` tells it from earlier leases. */
export type Lease = { customerId: CustomerId; number: number };

/**
 * A new lease; undefined while another one is valid, and once there is an account. `isCreationPending`: a creation was sent
 * within `pendingSeconds`, so that the provider may still carry it out.
 */
export async function acquireLease(
  tx: Tx,
  customerId: CustomerId,
  { leaseSeconds, pendingSeconds, at }: { leaseSeconds: number; pendingSeconds: number; at: Temporal.Instant },
): Promise<(Lease & { isCreationPending: boolean }) | undefined> {
  const { rows } = await sql<Lease & { isCreationPending: boolean }>`
    insert into deposit_account (customer_id, turns, lease_until, created_at)
    values (${customerId}::uuid, 1, clock_timestamp() + make_interval(secs => ${leaseSeconds}), ${at}::timestamptz)
    on conflict (customer_id) do update
      set turns = deposit_account.turns + 1, lease_until = excluded.lease_until
      where deposit_account.iban_ciphertext is null
        and coalesce(deposit_account.lease_until < clock_timestamp(), true)
    returning customer_id as "customerId",
      turns as number,
      coalesce(asked_at + make_interval(secs => ${pendingSeconds}) > clock_timestamp(), false)
        as "isCreationPending"`.execute(tx);
  return rows[0];
}

/** Records that a creation is about to be sent, and extends the lease for it; false when the lease is lost: send nothing. */
export async function markCreationSent(tx: Tx, lease: Lease, leaseSeconds: number): Promise<boolean> {
  const row = await tx
    .updateTable('deposit_account')
    .set({
      asked_at: sql`clock_timestamp()`,
      lease_until: sql`clock_timestamp() + make_interval(secs => ${leaseSeconds})`,
    })
    .where('customer_id', '=', lease.customerId)
    .where('turns', '=', lease.number)
    .where('iban_ciphertext', 'is', null)
    .returning('customer_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends the lease without an account; `refused`: the provider refused the creation, which is therefore not pending any more. */
export async function releaseLease(tx: Tx, lease: Lease, { refused }: { refused: boolean }): Promise<void> {
  await tx
    .updateTable('deposit_account')
    .set({ lease_until: null, ...(refused ? { asked_at: null } : {}) })
    .where('customer_id', '=', lease.customerId)
    .where('turns', '=', lease.number)
    .execute();
}

/** Stores the account, once; an account that is stored already stays. */
export async function storeDepositAccount(
  tx: Tx,
  cipher: DataCipher,
  customerId: CustomerId,
  found: DepositAccount & { providerIbanId: number },
): Promise<void> {
  await tx
    .updateTable('deposit_account')
    .set({
      provider_iban_id: found.providerIbanId,
      ...ibanColumns(cipher, { customerId, iban: found.iban }),
      bic: found.bic,
      holder: found.holder,
      lease_until: null,
    })
    .where('customer_id', '=', customerId)
    .where('iban_ciphertext', 'is', null)
    .execute();
}

function ibanColumns(cipher: DataCipher, { customerId, iban }: { customerId: CustomerId; iban: string }) {
  return {
    iban_ciphertext: cipher.encrypt(iban, depositCell(customerId)),
    iban_digest: cipher.digest(iban, 'iban'),
    iban_end: iban.slice(-4),
  };
}

/** Encrypts at most `limit` accounts with the present key that have another one; returns how many there were. */
export async function reencryptDepositAccounts(tx: Tx, cipher: DataCipher, limit: number): Promise<number> {
  const rows = await tx
    .selectFrom('deposit_account')
    .select(['customer_id as customerId', 'iban_ciphertext as ibanCiphertext'])
    .where(hasOtherKey('iban_ciphertext', cipher))
    .$narrowType<{ ibanCiphertext: Buffer }>()
    .orderBy('customer_id')
    .limit(limit)
    .forUpdate()
    .execute();
  for (const { customerId, ibanCiphertext } of rows) {
    const iban = cipher.decrypt(ibanCiphertext, depositCell(customerId));
    await tx
      .updateTable('deposit_account')
      .set(ibanColumns(cipher, { customerId, iban }))
      .where('customer_id', '=', customerId)
      .execute();
  }
  return rows.length;
}
