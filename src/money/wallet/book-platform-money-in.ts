// Books what arrived on one of the platform's own provider wallets, each wire once: rewards are paid from that money.

import type { Clock } from '../../core/clock.ts';
import type { Database } from '../../core/db/pool.ts';
import { inTransaction } from '../../core/db/transaction.ts';
import { newId } from '../../core/ids.ts';
import { EXTERNAL, move, PLATFORM, postToLedger } from '../ledger/index.ts';

/** One wire that the provider reports as successful; `purse` is the platform's account that it reached. */
export type PlatformWire = {
  providerMoneyInId: number;
  purse: 'MAIN' | 'ORIGINATION' | 'TAX';
  amountCents: number;
  at: Temporal.Instant;
};

/** EXT to the platform's account, without a wallet transaction: the platform has no statement. False when it was booked before. */
export async function bookPlatformMoneyIn(deps: { db: Database; clock: Clock }, wire: PlatformWire): Promise<boolean> {
  const { providerMoneyInId, purse, amountCents, at } = wire;
  const createdAt = deps.clock.now();
  return inTransaction(deps.db, async (tx) => {
    const booked = await tx
      .insertInto('platform_money_in')
      .values({
        id: newId(),
        provider_money_in_id: providerMoneyInId,
        account: PLATFORM[purse],
        amount_cents: amountCents,
        created_at: createdAt,
        event_at: at,
      })
      .onConflict((conflict) => conflict.column('provider_money_in_id').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!booked) return false;
    const lines = move(amountCents, EXTERNAL, PLATFORM[purse]);
    return postToLedger(tx, { reference: booked.id, step: 'confirm', type: 'MONEY_IN', eventAt: at, createdAt, lines });
  });
}
