// Wires to the platform's own accounts, booked beside those of investors (A-wallet-2).

import type { AppDeps } from '../../deps.ts';
import { bookPlatformMoneyIn, type PlatformWire } from '../../money/wallet/index.ts';
import type { IncomingWire as ProviderWire } from '../../providers/payments/index.ts';

type Accounts = Pick<
  AppDeps['config'],
  'PLATFORM_MAIN_ACCOUNT_ID' | 'PLATFORM_ORIGINATION_ACCOUNT_ID' | 'PLATFORM_TAX_ACCOUNT_ID'
>;

/** Books those that are not booked yet. */
export async function bookPlatformMoneyIns(
  deps: Pick<AppDeps, 'db' | 'clock'> & { config: Accounts },
  wires: readonly ProviderWire[],
): Promise<void> {
  for (const wire of wires) {
    const purse = purseOf(deps.config, wire);
    if (purse === undefined) continue;
    const { wireId, amountCents, executedAt, createdAt } = wire;
    await bookPlatformMoneyIn(deps, { providerMoneyInId: wireId, purse, amountCents, at: executedAt ?? createdAt });
  }
}

/** Whether the wire reached an account of the platform. */
export function isOfPlatform(config: Accounts, wire: ProviderWire): boolean {
  return purseOf(config, wire) !== undefined;
}

function purseOf(config: Accounts, { accountId }: ProviderWire): PlatformWire['purse'] | undefined {
  if (accountId === config.PLATFORM_MAIN_ACCOUNT_ID) return 'MAIN';
  if (accountId === config.PLATFORM_ORIGINATION_ACCOUNT_ID) return 'ORIGINATION';
  return accountId === config.PLATFORM_TAX_ACCOUNT_ID ? 'TAX' : undefined;
}
