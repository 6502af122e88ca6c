// Money that arrives on the platform's own accounts.

import type { Cents } from '../../../core/cents.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { EXTERNAL, move, PLATFORM, postToLedger } from '../../../money/ledger/index.ts';
import { oldestFirst } from '../../../money/payments/index.ts';
import { isArrivedMoneyIn, readingPeriod } from '../../../providers/payments/index.ts';
import { findLastMoneyIn, insertMoneyInOnce } from './queries.ts';

/** Returns how many money-ins were new. A failure of the provider is logged, not thrown: a later reading books what it missed. */
export async function syncPlatformMoney(deps: Pick<AppDeps, 'db' | 'clock' | 'config' | 'payments' | 'log'>): Promise<number> {
  const accountId = deps.config.PLATFORM_MAIN_ACCOUNT_ID;
  const period = readingPeriod(await findLastMoneyIn(deps.db), deps.clock.now());
  const statement = await deps.payments.listAccountTransactions(accountId, { ...period, by: 'execution' });
  if (!statement.ok) {
    deps.log.warn({ accountId, failure: statement.kind, reason: statement.message }, 'statement of the platform not read');
    return 0;
  }
  const arrived = statement.value.filter(isArrivedMoneyIn).map(({ id, amountCents, executedAt, createdAt }) => ({
    providerMoneyInId: id,
    accountId,
    amountCents,
    at: executedAt ?? createdAt,
  }));
  return bookPlatformWires(deps, oldestFirst(arrived));
}

/** One money-in that the provider reports as successful. */
export type PlatformWire = { providerMoneyInId: number; accountId: string; amountCents: Cents; at: Temporal.Instant };

/**
 * EXT to the account's ledger account, without a wallet transaction: the platform has no statement. Wires to other accounts are
 * ignored. Returns how many were new.
 */
export async function bookPlatformWires(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config'>,
  wires: readonly PlatformWire[],
): Promise<number> {
  const accounts = new Map([
    [deps.config.PLATFORM_MAIN_ACCOUNT_ID, PLATFORM.MAIN],
    [deps.config.PLATFORM_ORIGINATION_ACCOUNT_ID, PLATFORM.ORIGINATION],
    [deps.config.PLATFORM_TAX_ACCOUNT_ID, PLATFORM.TAX],
  ] as const);
  const createdAt = deps.clock.now();
  let count = 0;
  for (const { providerMoneyInId, accountId, amountCents, at } of wires) {
    const account = accounts.get(accountId);
    if (account === undefined) continue;
    const isNew = await inTransaction(deps.db, async (tx) => {
      const reference = await insertMoneyInOnce(tx, { providerMoneyInId, account, amountCents, at, createdAt });
      if (reference === undefined) return false;
      const lines = move(amountCents, EXTERNAL, account);
      return postToLedger(tx, { reference, step: 'confirm', type: 'MONEY_IN', eventAt: at, createdAt, lines });
    });
    if (isNew) count += 1;
  }
  return count;
}
