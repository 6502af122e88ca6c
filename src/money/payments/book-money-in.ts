// Books money received on an investor's wallet, each movement once, whether a job, a trade or a look at the wallet finds it first.

import type { Cents } from '../../core/cents.ts';
import type { Clock } from '../../core/clock.ts';
import type { Database } from '../../core/db/pool.ts';
import type { CustomerId } from '../../core/db/tables.ts';
import { inTransaction, type Tx, violatedConstraint } from '../../core/db/transaction.ts';
import { availableOf, EXTERNAL, move } from '../ledger/index.ts';
import { bookTransaction } from './transactions.ts';

/** A money-in (wire, card, cheque ...) that the provider reports as successful. */
export type ArrivedMoneyIn = { providerMoneyInId: number; customerId: CustomerId; amountCents: Cents; at: Temporal.Instant };

/**
 * MONEY_IN: EXT to the investor's AVAILABLE. Returns false when this movement was booked before. `alongside` runs in the transaction of
 * the booking, so once per movement.
 */
export async function bookMoneyIn(
  deps: { db: Database; clock: Clock },
  moneyIn: ArrivedMoneyIn,
  alongside: (tx: Tx) => Promise<void> = async () => {},
): Promise<boolean> {
  try {
    return await inTransaction(deps.db, async (tx) => {
      if (await isBooked(tx, moneyIn.providerMoneyInId)) return false;
      await bookTransaction(tx, {
        type: 'MONEY_IN',
        owner: { customerId: moneyIn.customerId },
        amountCents: moneyIn.amountCents,
        at: deps.clock.now(),
        eventAt: moneyIn.at,
        providerMoneyInId: moneyIn.providerMoneyInId,
        lines: move(moneyIn.amountCents, EXTERNAL, availableOf(moneyIn.customerId)),
      });
      await alongside(tx);
      return true;
    });
  } catch (error) {
    if (violatedConstraint(error) === 'wallet_transaction_provider_money_in_id_key') return false;
    throw error;
  }
}

async function isBooked(tx: Tx, providerMoneyInId: number): Promise<boolean> {
  return (
    (await tx
      .selectFrom('wallet_transaction')
      .select('id')
      .where('provider_money_in_id', '=', providerMoneyInId)
      .executeTakeFirst()) !== undefined
  );
}
