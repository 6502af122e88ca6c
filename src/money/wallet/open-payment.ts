// A payment begins: its order, its WAITING transactions, the hold of the money and the job, all in the caller's transaction.

import { sql } from 'kysely';
import type { Tx } from '../../core/db/transaction.ts';
import { newId } from '../../core/ids.ts';
import type { Jobs } from '../../core/jobs.ts';
import { availableOf, heldOf } from '../ledger/index.ts';
import { executePaymentOrderJob } from './jobs.ts';
import type { NewPaymentOrder } from './payment-orders.ts';
import type { NewTransaction } from './transactions.ts';

/**
 * A side of the payment. `held`: an investor's own money, moved from AVAILABLE to HELD until the payment is settled.
 * `orderedLater`: held now, and moved by an order of its own that `orderHeldTransaction` writes once this payment succeeded.
 */
export type PaymentSide = NewTransaction & { held: boolean; orderedLater?: true };

/** A request that carries its order out itself is long over by then, or has died. */
const REQUEST_SECONDS = 30;

/**
 * Writes everything in one statement, then the job that will call the provider after the commit. Returns the order's id
 * (the provider's reference) and the transactions' ids in the order given. The caller has checked the balance under lock;
 * were it too low all the same, the database refuses (`isInsufficientBalance`). `byRequest`: the request calls
 * `carryOutPaymentOrder` itself, and the job only looks whether it did.
 */
export async function openPayment(
  tx: Tx,
  deps: { jobs: Jobs },
  payment: { order: NewPaymentOrder; sides: readonly PaymentSide[]; propertyId?: string; byRequest?: true },
): Promise<{ orderId: string; transactionIds: string[] }> {
  const { order, propertyId = null } = payment;
  const orderId = newId();
  const sides = payment.sides.map((side) => ({ ...side, id: newId() }));
  const held = sides.flatMap((side) =>
    side.held && 'customerId' in side.owner ? [{ ...side, customerId: side.owner.customerId }] : [],
  );
  const toAccountId = order.kind === 'transfer' ? order.toAccountId : null;
  const bankAccountId = order.kind === 'payOut' ? order.providerBankAccountId : null;
  await sql`
    with placed as (
      insert into payment_order (id, kind, purpose, subject_id, from_account_id, to_account_id, provider_bank_account_id, amount_cents, comment, created_at)
      values (${orderId}, ${order.kind}, ${order.purpose}, ${order.subjectId}, ${order.fromAccountId}, ${toAccountId}, ${bankAccountId}::bigint,
        ${order.amountCents}, ${order.comment}, ${order.at})
    ), written as (
      insert into wallet_transaction (id, type, status, customer_id, spv_id, amount_cents, payment_order_id, property_id, created_at, event_at)
      select side.id, side.type, 'WAITING', side.customer_id, side.spv_id, side.amount_cents, side.order_id, ${propertyId}::uuid, ${order.at}::timestamptz, ${order.at}::timestamptz
      from unnest(${sides.map((side) => side.id)}::uuid[], ${sides.map((side) => side.type)}::text[],
        ${sides.map((side) => ('customerId' in side.owner ? side.owner.customerId : null))}::uuid[],
        ${sides.map((side) => ('spvId' in side.owner ? side.owner.spvId : null))}::uuid[],
        ${sides.map((side) => side.amountCents)}::bigint[],
        ${sides.map((side) => (side.orderedLater ? null : orderId))}::uuid[]) as side (id, type, customer_id, spv_id, amount_cents, order_id)
    )
    select ledger_post(side.id, 'hold', side.type, ${order.at}::timestamptz, ${order.at}::timestamptz,
      array[side.available, side.held], array[-side.amount_cents, side.amount_cents])
    from unnest(${held.map((side) => side.id)}::uuid[], ${held.map((side) => side.type)}::text[], ${held.map((side) => side.amountCents)}::bigint[],
      ${held.map((side) => availableOf(side.customerId))}::text[], ${held.map((side) => heldOf(side.customerId))}::text[])
      as side (id, type, amount_cents, available, held)`.execute(tx);
  const options = payment.byRequest ? { startAfterSeconds: REQUEST_SECONDS } : {};
  await deps.jobs.enqueue(tx, executePaymentOrderJob, { orderId }, options);
  return { orderId, transactionIds: sides.map((side) => side.id) };
}
