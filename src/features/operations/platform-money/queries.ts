// SQL of the platform's own money.

import type { Cents } from '../../../core/cents.ts';
import type { Database } from '../../../core/db/pool.ts';
import type { PlatformMoneyIn } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { newId } from '../../../core/ids.ts';

/** A money-in to be booked, in cents. */
export type NewMoneyIn = {
  providerMoneyInId: number;
  account: PlatformMoneyIn['account'];
  amountCents: Cents;
  at: Temporal.Instant;
  createdAt: Temporal.Instant;
};

/** Writes the money-in and returns its id, the reference of its posting; undefined when it was booked before. */
export async function insertMoneyInOnce(tx: Tx, moneyIn: NewMoneyIn): Promise<string | undefined> {
  const row = await tx
    .insertInto('platform_money_in')
    .values({
      id: newId(),
      provider_money_in_id: moneyIn.providerMoneyInId,
      account: moneyIn.account,
      amount_cents: moneyIn.amountCents,
      created_at: moneyIn.createdAt,
      event_at: moneyIn.at,
    })
    .onConflict((conflict) => conflict.column('provider_money_in_id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** When the newest booked money-in of the main account arrived; undefined when none ever did. */
export async function findLastMoneyIn(db: Database): Promise<Temporal.Instant | undefined> {
  const row = await db
    .selectFrom('platform_money_in')
    .select('event_at as at')
    .where('account', '=', 'PLAT:MAIN')
    .orderBy('event_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.at;
}
