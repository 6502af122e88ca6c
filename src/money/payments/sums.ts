// What open payments have promised, or may have taken already, of the account that they leave.

import { sql } from 'kysely';
import type { Database } from '../../core/db/pool.ts';
import type { Tx } from '../../core/db/transaction.ts';
import type { PaymentPurpose } from './payment.ts';

/**
 * Cents that have left `accountId` at the provider, or may have, while our ledger still holds them: the slack of every comparison
 * with the provider's balance.
 */
export async function sumSentFrom(db: Database | Tx, accountId: string): Promise<number> {
  const row = await db
    .selectFrom('payment_order')
    .select((select) => select.fn.coalesce(select.fn.sum<number>('amount_cents'), sql<number>`0`).as('sum'))
    .where('from_account_id', '=', accountId)
    // Words of a partial index are written out, as in listIdlePayments.
    .where('status', '=', sql.lit('sent'))
    .executeTakeFirstOrThrow();
  return row.sum;
}

/** Cents of the open payments of one purpose: what the account they leave has promised beside its balance. */
export async function sumOpenPayments(tx: Tx, purpose: PaymentPurpose): Promise<number> {
  const row = await tx
    .selectFrom('payment_order')
    .select((select) => select.fn.coalesce(select.fn.sum<number>('amount_cents'), sql<number>`0`).as('sum'))
    .where('purpose', '=', purpose)
    // Words of a partial index are written out, as in listIdlePayments.
    .where('status', 'in', [sql.lit('created' as const), sql.lit('sent' as const)])
    .executeTakeFirstOrThrow();
  return row.sum;
}

/** Their money lies in PLAT:GIFT_CARDS, though it leaves the platform's main account. */
const OF_GIFT_CARDS: readonly PaymentPurpose[] = ['gift-card-redemption', 'gift-card-refund'];

/**
 * Cents that open payments will take from the platform's main account out of PLAT:MAIN: nothing is held there, so whoever opens one
 * more reads this under the lock of that balance.
 */
export async function sumPromisedFrom(tx: Tx, accountId: string): Promise<number> {
  const row = await tx
    .selectFrom('payment_order')
    .select((select) => select.fn.coalesce(select.fn.sum<number>('amount_cents'), sql<number>`0`).as('sum'))
    .where('from_account_id', '=', accountId)
    .where('purpose', 'not in', OF_GIFT_CARDS)
    // Words of a partial index are written out, as in listIdlePayments.
    .where('status', 'in', [sql.lit('created' as const), sql.lit('sent' as const)])
    .executeTakeFirstOrThrow();
  return row.sum;
}
