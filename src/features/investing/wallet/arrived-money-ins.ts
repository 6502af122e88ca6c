// The money-ins of an investor's account statement at the provider, in the form in which they are booked.

import type { CustomerId } from '../../../core/db/tables.ts';
import type { ArrivedMoneyIn } from '../../../money/payments/index.ts';
import { type AccountMovement, isArrivedMoneyIn } from '../../../providers/payments/index.ts';

/** Only money from outside: transfers between wallets are booked by their own payments. */
export function arrivedMoneyIns(customerId: CustomerId, statement: readonly AccountMovement[]): ArrivedMoneyIn[] {
  return statement.filter(isArrivedMoneyIn).map((movement) => ({
    providerMoneyInId: movement.id,
    customerId,
    amountCents: movement.amountCents,
    at: movement.executedAt ?? movement.createdAt,
  }));
}
