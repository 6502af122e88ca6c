// States of money that tests begin with and the product does not lead to in sensible time: turns of dead processes, years of
// bookings, and damage that the ledger proof must see. All of it SQL; nothing here moves money that a test then pays out.

import { randomUUID } from 'node:crypto';
import type { CustomerId, PropertyId } from '../../src/core/db/tables.ts';
import { timePasses } from './database-time.ts';
import type { World } from './world.ts';

/** The lease of a process that died: nothing renews it. Killed processes have their own tests, which wait for it. */
export async function endLeases(world: World, paymentId?: string): Promise<void> {
  const where = 'lease_until is not null and ($2::uuid is null or id = $2)';
  await timePasses(world, { table: 'payment', columns: ['lease_until'], where, values: [paymentId ?? null] }, '1 day');
}

/** All that is watched for a second movement is looked at again at the next run, not in an hour. */
export async function lookAgain(world: World): Promise<void> {
  const where = 'watched_until is not null';
  await timePasses(world, { table: 'payment', columns: ['looked_at'], where }, '1 day');
}

/** A payment that was sent and whose settlement finds nothing to end: for the order in which open ones are taken. */
export async function strayPayment(world: World, options: { attempts: number; at: string }): Promise<string> {
  const id = randomUUID();
  // By SQL: no purpose lacks what its settlement ends.
  await world.sql(
    `insert into payment (id, kind, purpose, subject_id, status, from_account_id, to_account_id, amount_cents, attempts, last_sent_at, created_at)
     values ($1, 'transfer', 'withdrawal-fee', gen_random_uuid(), 'sent', 'nobody', 'mortar-main', 100, $2, now() - interval '1 day', $3)`,
    [id, options.attempts, options.at],
  );
  return id;
}

/** Nothing is open any more: what earlier tests of a file left. */
export async function cancelOpenPayments(world: World): Promise<void> {
  // By SQL: what earlier tests left may wait for a provider that never answers.
  await world.sql(`update payment set status = 'canceled' where status in ('created', 'sent')`);
}

/** A transaction of a wallet that nothing else goes with: bookings of past years, and those that a proof must refuse. Its id. */
export async function bookAlone(
  world: World,
  customerId: CustomerId,
  booking: { type: string; status?: string; amountCents: number; createdAt?: string; eventAt?: string },
): Promise<string> {
  const id = randomUUID();
  const { type, status = 'CONFIRMED', amountCents, createdAt = null, eventAt = null } = booking;
  // By SQL: past years, which the clock does not reach, and bookings that nothing else goes with.
  await world.sql(
    `insert into wallet_transaction (id, type, status, customer_id, amount_cents, created_at, event_at)
     values ($1, $2, $3, $4, $5, coalesce($6::timestamptz, now()), coalesce($7::timestamptz, now()))`,
    [id, type, status, customerId, amountCents, createdAt, eventAt],
  );
  return id;
}

/** Money of an investor that the books know and the provider does not, or, below zero, the reverse. */
export async function onlyInTheBooks(world: World, customerId: CustomerId, cents: number): Promise<void> {
  const type = cents > 0 ? 'MONEY_IN' : 'CHARGE_BACK';
  const reference = await bookAlone(world, customerId, { type, amountCents: Math.abs(cents) });
  // By SQL: the books cannot come to say this through the product.
  await world.sql(`select ledger_post($1, 'confirm', $2, now(), now(), array['EXT', $3], array[-$4::bigint, $4::bigint])`, [
    reference,
    type,
    `INV:${customerId}:AVAILABLE`,
    cents,
  ]);
}

/** Damage: takes such a one away again. */
export async function unbook(world: World, transactionId: string): Promise<void> {
  await world.sql(asOwner(`delete from wallet_transaction where id = '${transactionId}'`));
}

/** Damage: a transaction that was failed without its payment. */
export async function failTransaction(world: World, transactionId: string): Promise<void> {
  await world.sql(asOwner(`update wallet_transaction set status = 'FAILED' where id = '${transactionId}'`));
}

/** Damage: moves the paid withdrawals of an investor from one status to another, their fees unchanged. */
export async function shiftWithdrawals(world: World, customerId: CustomerId, from: string, to: string): Promise<void> {
  await world.sql(
    asOwner(
      `update wallet_transaction set status = '${to}'
       where type = 'WITHDRAWAL' and status = '${from}' and payment_id is not null and customer_id = '${customerId}'`,
    ),
  );
}

/** A change of transactions or payments that have ended, as only the owner of the table can make it, who switches its trigger off. */
export function asOwner(change: string, table: 'wallet_transaction' | 'payment' = 'wallet_transaction'): string {
  return `alter table ${table} disable trigger ${table}_end_is_final;
    ${change};
    alter table ${table} enable trigger ${table}_end_is_final`;
}

/** Damage: a balance that is one cent less than its postings. */
export async function damageBalance(world: World, account: string): Promise<void> {
  await world.sql('update ledger_account set balance_cents = balance_cents - 1 where name = $1', [account]);
}

/** Changes of a bank account. By SQL: no notification brings them in this order. `aged`: known for so many hours. */
export const bankAccountIs = {
  aged: (world: World, id: string, hours: number) =>
    timePasses(world, { table: 'bank_account', columns: ['created_at'], where: 'id = $2', values: [id] }, `${hours} hours`),
  withoutNumber: (world: World, id: string) => world.sql('update bank_account set provider_iban_id = null where id = $1', [id]),
  refusedWithoutNumber: (world: World, id: string) =>
    world.sql(`update bank_account set provider_iban_id = null, status = 'refused' where id = $1`, [id]),
};

/** The number of an investor to wire money to: the turn of a dead process, and margins of the database's own time. */
export const depositAccount = {
  leased: (world: World, customerId: CustomerId) =>
    // By SQL: the turn of a process that died.
    world.sql(
      `insert into deposit_account (customer_id, turns, lease_until, created_at) values ($1, 1, clock_timestamp() + interval '1 hour', now())`,
      [customerId],
    ),
  leaseOver: (world: World, customerId: CustomerId) =>
    timePasses(world, { ...DEPOSIT_ACCOUNT, columns: ['lease_until'], values: [customerId] }, '1 day'),
  marginOver: (world: World, customerId: CustomerId) =>
    timePasses(world, { ...DEPOSIT_ACCOUNT, columns: ['asked_at'], values: [customerId] }, '1 day'),
};
const DEPOSIT_ACCOUNT = { table: 'deposit_account', where: 'customer_id = $2' };

/** Rewards of an earlier year. */
export async function rewardsAreOf(world: World, year: number, of: { referrerId: CustomerId } | { year: number }): Promise<void> {
  const [referrerId, from] = 'year' in of ? [null, of.year] : [of.referrerId, null];
  // By SQL: the clock of a world does not go back.
  await world.sql(
    'update referral_reward set year = $1 where ($2::uuid is null or referrer_customer_id = $2) and ($3::integer is null or year = $3)',
    [year, referrerId, from],
  );
}

/** Damage: what the proof must see: rewards, shares of holders and assigned money of one project, changed by some cents. */
export const damage = {
  rewards: (world: World, propertyId: PropertyId, cents: number) =>
    world.sql('update referral_payout set amount_cents = amount_cents + $2 where property_id = $1', [propertyId, cents]),
  shares: (world: World, propertyId: PropertyId, cents: number) =>
    world.sql(`update payout_line set gross_cents = gross_cents + $2 ${LINES_OF}`, [propertyId, cents]),
  shareStatus: (world: World, propertyId: PropertyId, status: 'paid' | 'waiting') =>
    world.sql(`update payout_line set status = $2, settled_at = case $2 when 'waiting' then null else now() end ${LINES_OF}`, [
      propertyId,
      status,
    ]),
  assigned: (world: World, propertyId: PropertyId, cents: number) =>
    world.sql('update received_payment set amount_cents = amount_cents + $2 where property_id = $1', [propertyId, cents]),
};
const LINES_OF = 'where run_id in (select id from payout_run where property_id = $1)';

/** Another request has taken this one for dead, and its Idempotency-Key. By SQL: through HTTP it takes seconds in which a process is silent. */
export async function takeKeyOver(world: World, key: string): Promise<void> {
  await world.sql('update idempotency_key set lock_token = gen_random_uuid() where key = $1', [key]);
}
