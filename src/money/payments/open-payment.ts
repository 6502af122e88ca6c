// Opens a payment: its row, its WAITING transactions, their holds and the job that executes it, all in the caller's transaction.

import { sql } from 'kysely';
import { recordAdminAction } from '../../core/audit.ts';
import { type Cents, sumOf } from '../../core/cents.ts';
import type { CustomerId, PropertyId } from '../../core/db/tables.ts';
import type { Tx } from '../../core/db/transaction.ts';
import { newId } from '../../core/ids.ts';
import type { Jobs } from '../../core/jobs.ts';
import { traceparent } from '../../core/trace.ts';
import { availableOf, heldOf, type Purse, purseOf } from '../ledger/index.ts';
import { executePaymentJob } from './jobs.ts';
import type { Destination, PaymentAudit, PaymentPurpose } from './payment.ts';
import type { NewTransaction } from './transactions.ts';

/** What is to be paid, from which account, and why; amounts in cents. The provider is called only after the commit. */
export type NewPayment = {
  purpose: PaymentPurpose;
  subjectId: string;
  fromAccountId: string;
  amountCents: Cents;
  comment: string;
  at: Temporal.Instant;
  /** The audit row of the administrator who orders it: written with the payment, as the provider may have it from then on. */
  audit?: PaymentAudit;
} & Destination;

/** Money reserved until the payment is settled: moved from these accounts to the account `to`. */
export type Hold = { from: readonly { account: string; amountCents: Cents }[]; to: string };

/** A side of the payment: the transaction that shows it to its owner, and its hold. */
export type PaymentSide = NewTransaction & { hold?: Hold };

/** Hold of an investor's money: AVAILABLE to HELD. */
export function heldByInvestor(customerId: CustomerId, amountCents: Cents): Hold {
  return { from: [{ account: availableOf(customerId), amountCents }], to: heldOf(customerId) };
}

/** Hold of a project's money: the given cents of each purse, moved to the purse HELD. */
export function heldByProject(propertyId: PropertyId, cents: Partial<Record<Exclude<Purse, 'HELD'>, number>>): Hold {
  // Border: the keys are those of the parameter's type.
  const parts = Object.entries(cents) as [Purse, Cents][];
  const from = parts.map(([purse, amountCents]) => ({ account: purseOf(propertyId, purse), amountCents }));
  return { from, to: purseOf(propertyId, 'HELD') };
}

/** Start delay of the job when the request itself executes the payment: by then it has, or its process has died. */
const REQUEST_SECONDS = 5;

/**
 * Writes everything in one statement, then enqueues the job that calls the provider after the commit. Returns the payment's id (the
 * reference at the provider) and the ids of the transactions by the names of the sides. The caller has checked the balance under lock;
 * the constraint ledger_balance_not_negative is the safety net. `byRequest`: the request calls `carryOutPayment` itself, and the job
 * takes over when its process has died before.
 */
export async function openPayment<Name extends string = never>(
  tx: Tx,
  deps: { jobs: Jobs },
  payment: { order: NewPayment; sides: Readonly<Record<Name, PaymentSide>>; propertyId?: PropertyId; byRequest?: true },
): Promise<{ orderId: string; transactionIds: Readonly<Record<Name, string>> }> {
  const orderId = newId();
  // Border: Object.entries forgets the type of the keys.
  const named = Object.entries(payment.sides) as [Name, PaymentSide][];
  const sides = named.map(([name, side]) => ({ ...side, name, id: newId() }));
  await write(tx, { ...payment, orderId, sides });
  const { audit, at } = payment.order;
  if (audit) await recordAdminAction(tx, { ...audit, paymentId: orderId, at });
  const options = payment.byRequest ? { startAfterSeconds: REQUEST_SECONDS } : {};
  await deps.jobs.enqueue(tx, executePaymentJob, { orderId }, options);
  // Border: as above.
  const transactionIds = Object.fromEntries(sides.map(({ name, id }) => [name, id])) as Record<Name, string>;
  return { orderId, transactionIds };
}

async function write(
  tx: Tx,
  payment: { order: NewPayment; orderId: string; sides: readonly (PaymentSide & { id: string })[]; propertyId?: PropertyId },
): Promise<void> {
  const { order, orderId, sides, propertyId = null } = payment;
  const toAccountId = order.kind === 'transfer' ? order.toAccountId : null;
  const bankAccountId = order.kind === 'payOut' ? order.providerBankAccountId : null;
  const holds = sides.flatMap((side) => holdLines(side));
  await sql`
    with placed as (
      insert into payment_order (
        id, kind, purpose, subject_id, from_account_id, to_account_id, provider_bank_account_id,
        amount_cents, comment, audit_kind, created_at, traceparent
      )
      values (
        ${orderId}, ${order.kind}, ${order.purpose}, ${order.subjectId}, ${order.fromAccountId}, ${toAccountId}, ${bankAccountId}::bigint,
        ${order.amountCents}, ${order.comment}, ${order.audit?.kind ?? null}, ${order.at},
        ${traceparent() ?? null}
      )
    ), written as (
      insert into wallet_transaction (
        id, type, status, customer_id, spv_id,
        amount_cents, payment_order_id, property_id, created_at, event_at
      )
      select
        side.id, side.type, 'WAITING', side.customer_id, side.spv_id,
        side.amount_cents, ${orderId}::uuid, ${propertyId}::uuid, ${order.at}::timestamptz, ${order.at}::timestamptz
      from unnest(
        ${sides.map((side) => side.id)}::uuid[],
        ${sides.map((side) => side.type)}::text[],
        ${sides.map((side) => ('customerId' in side.owner ? side.owner.customerId : null))}::uuid[],
        ${sides.map((side) => ('spvId' in side.owner ? side.owner.spvId : null))}::uuid[],
        ${sides.map((side) => side.amountCents)}::bigint[]
      ) as side (id, type, customer_id, spv_id, amount_cents)
    )
    select ledger_post(
      hold.id, 'hold', hold.type, ${order.at}::timestamptz, ${order.at}::timestamptz,
      array_agg(hold.account), array_agg(hold.amount_cents)
    )
    from unnest(
      ${holds.map((line) => line.id)}::uuid[],
      ${holds.map((line) => line.type)}::text[],
      ${holds.map((line) => line.account)}::text[],
      ${holds.map((line) => line.amountCents)}::bigint[]
    ) as hold (id, type, account, amount_cents)
    group by hold.id, hold.type`.execute(tx);
}

function holdLines({ id, type, hold }: PaymentSide & { id: string }) {
  if (hold === undefined) return [];
  const parts = hold.from.filter(({ amountCents }) => amountCents !== 0);
  const totalCents = sumOf(parts.map(({ amountCents }) => amountCents));
  return [
    ...parts.map(({ account, amountCents }) => ({ id, type, account, amountCents: -amountCents })),
    { id, type, account: hold.to, amountCents: totalCents },
  ];
}

/**
 * Opens the payment of a transaction whose money was held without one, in the transaction that settles the payment before it.
 * Returns the new payment's id. Throws when the transaction is not WAITING or has a payment already.
 */
export async function orderHeldTransaction(
  tx: Tx,
  deps: { jobs: Jobs },
  held: { transactionId: string; order: NewPayment },
): Promise<string> {
  const { orderId } = await openPayment(tx, deps, { order: held.order, sides: {} });
  const ordered = await tx
    .updateTable('wallet_transaction')
    .set({ payment_order_id: orderId })
    .where('id', '=', held.transactionId)
    .where('status', '=', 'WAITING')
    .where('payment_order_id', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!ordered) throw new Error(`transaction ${held.transactionId} waits for no payment`);
  return orderId;
}
