// What follows from money that was taken back from a wallet. Pure.

import type { Cents } from '../../../core/cents.ts';
import type { CustomerId } from '../../../core/db/tables.ts';

/**
 * Consequences of a charge-back on an investor's wallet (A-provider-webhooks-11): the investor is frozen, and the amount is booked
 * if it was really taken. Our own pay-out (no `originId`) is never booked; a movement of another account has no consequence.
 */
export function consequencesOf(
  payout: {
    accountId: string;
    originId: number | null;
    amountCents: Cents;
    status: 'pending' | 'succeeded' | 'failed' | 'canceled';
  },
  customerId: CustomerId,
): { freeze: boolean; book: 'now' | 'later' | 'never' } {
  if (payout.accountId.toLowerCase() !== customerId) return { freeze: false, book: 'never' };
  if (payout.originId === null || payout.amountCents === 0) return { freeze: true, book: 'never' };
  if (payout.status === 'pending') return { freeze: true, book: 'later' };
  return { freeze: true, book: payout.status === 'succeeded' ? 'now' : 'never' };
}

/**
 * The same for an SPV's wallet: nobody is frozen, and a direct debit that was taken back is booked (A-direct-debits-6), even when the
 * amount is 0 because the wallet was empty.
 */
export function bookingOfSpv(
  payout: { accountId: string; originId: number | null; status: 'pending' | 'succeeded' | 'failed' | 'canceled' },
  accountId: string,
): 'now' | 'later' | 'never' {
  if (payout.accountId.toLowerCase() !== accountId.toLowerCase() || payout.originId === null) return 'never';
  if (payout.status === 'pending') return 'later';
  return payout.status === 'succeeded' ? 'now' : 'never';
}
