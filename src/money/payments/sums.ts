// Sums of open payments: what they have reserved, or may already have taken, of the account that they are paid from.

import { sql } from 'kysely';
import type { Cents } from '../../core/cents.ts';
import { quickRead } from '../../core/db/compiled.ts';
import type { Database } from '../../core/db/pool.ts';
import type { Tx } from '../../core/db/transaction.ts';
import type { PaymentPurpose } from './payment.ts';

const sumOfSent = quickRead((db, { accountId }: { accountId: string }) =>
  db
    .selectFrom('payment_order')
    .select((select) => select.fn.coalesce(select.fn.sum<Cents>('amount_cents'), sql<0>`0`).as('sum'))
    .where('from_account_id', '=', accountId)
    // Literals for the partial index, as in listIdlePayments.
    .where('status', '=', sql.lit('sent')),
);

/**
 * Cents that have left `accountId` at the provider, or may have, while they are still held on our ledger: the tolerance of every
 * comparison with the provider's balance.
 */
export async function sumSentFrom(db: Database | Tx, accountId: string): Promise<Cents> {
  const [row] = await sumOfSent(db, { accountId });
  return row?.sum ?? 0;
}

/** The same of several accounts; nothing for one from which nothing was sent. */
export async function sumSentFromEach(db: Database | Tx, accountIds: readonly string[]): Promise<Map<string, Cents>> {
  const rows = await db
    .selectFrom('payment_order')
    .select((select) => ['from_account_id as accountId', select.fn.sum<Cents>('amount_cents').as('sum')])
    .where('from_account_id', '=', (any) => any.fn.any(any.val([...accountIds])))
    .where('status', '=', sql.lit('sent'))
    .groupBy('from_account_id')
    .execute();
  return new Map(rows.map(({ accountId, sum }) => [accountId, sum]));
}

/** Cents of the open payments of one purpose. */
export async function sumOpenPayments(tx: Tx, purpose: PaymentPurpose): Promise<Cents> {
  const row = await tx
    .selectFrom('payment_order')
    .select((select) => select.fn.coalesce(select.fn.sum<Cents>('amount_cents'), sql<0>`0`).as('sum'))
    .where('purpose', '=', purpose)
    // Literals for the partial index, as in listIdlePayments.
    .where('status', 'in', [sql.lit('created' as const), sql.lit('sent' as const)])
    .executeTakeFirstOrThrow();
  return row.sum;
}

/** Paid from the platform's main account at the provider, and on the ledger from PLAT:GIFT_CARDS. */
const OF_GIFT_CARDS: readonly PaymentPurpose[] = ['gift-card-redemption', 'gift-card-refund'];

/**
 * Cents that open payments will take out of PLAT:MAIN. That account has no holds, so read this sum under the lock of its balance before
 * you open another payment.
 */
export async function sumPromisedFrom(tx: Tx, accountId: string): Promise<Cents> {
  const row = await tx
    .selectFrom('payment_order')
    .select((select) => select.fn.coalesce(select.fn.sum<Cents>('amount_cents'), sql<0>`0`).as('sum'))
    .where('from_account_id', '=', accountId)
    .where('purpose', 'not in', OF_GIFT_CARDS)
    // Literals for the partial index, as in listIdlePayments.
    .where('status', 'in', [sql.lit('created' as const), sql.lit('sent' as const)])
    .executeTakeFirstOrThrow();
  return row.sum;
}
