// What an investor's account has received from outside, as it is booked.

import type { IncomingWire } from '../../../money/payments/index.ts';
import { type AccountMovement, isArrivedMoneyIn } from '../../../providers/payments/index.ts';

/** The money-ins that arrived, of a statement of the investor's account; transfers between wallets are booked by their orders. */
export function arrivedMoneyIns(customerId: string, statement: readonly AccountMovement[]): IncomingWire[] {
  return statement.filter(isArrivedMoneyIn).map((movement) => ({
    providerMoneyInId: movement.id,
    customerId,
    amountCents: movement.amountCents,
    at: movement.executedAt ?? movement.createdAt,
  }));
}
