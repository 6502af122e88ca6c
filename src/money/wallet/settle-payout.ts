// What follows the provider's answer to one payout of a run: the investor has the money, or it stays with the SPV.

import type { Tx } from '../../core/db/transaction.ts';
import { availableOf, PLATFORM, postToLedger } from '../ledger/index.ts';
import type { PaymentOrder } from './payment-orders.ts';
import { settleTransactionsOfOrder, type WalletTransaction } from './transactions.ts';

/**
 * WAITING to CONFIRMED with one posting: the gross amount from `fromAccount` to the investor's AVAILABLE, the withheld tax from
 * there to PLAT TAX. Returns the payout's own transaction. Throws when nothing waits for the order.
 */
export async function confirmPayout(
  tx: Tx,
  order: PaymentOrder,
  settlement: { fromAccount: string; at: Temporal.Instant },
): Promise<WalletTransaction & { customerId: string }> {
  const { fromAccount, at } = settlement;
  const { main, taxCents } = await settlePayout(tx, order, { to: 'CONFIRMED', at });
  const wallet = availableOf(main.customerId);
  await postToLedger(tx, {
    reference: main.id,
    step: 'confirm',
    type: main.type,
    eventAt: at,
    createdAt: at,
    lines: [
      { account: fromAccount, amountCents: -main.amountCents },
      { account: wallet, amountCents: main.amountCents },
      { account: wallet, amountCents: -taxCents },
      { account: PLATFORM.TAX, amountCents: taxCents },
    ],
  });
  return main;
}

/** WAITING to FAILED: no posting, the money is where the caller put it aside. Returns the payout's own transaction. */
export async function failPayout(
  tx: Tx,
  order: PaymentOrder,
  at: Temporal.Instant,
): Promise<WalletTransaction & { customerId: string }> {
  return (await settlePayout(tx, order, { to: 'FAILED', at })).main;
}

async function settlePayout(tx: Tx, order: PaymentOrder, end: { to: 'CONFIRMED' | 'FAILED'; at: Temporal.Instant }) {
  const settled = await settleTransactionsOfOrder(tx, order.id, end);
  const main = settled.find((transaction) => transaction.type !== 'WITHHOLDING_TAX');
  if (!main?.customerId) throw new Error(`payment order ${order.id} has no payout that waits`);
  const tax = settled.find((transaction) => transaction.type === 'WITHHOLDING_TAX');
  return { main: { ...main, customerId: main.customerId }, taxCents: tax?.amountCents ?? 0 };
}
