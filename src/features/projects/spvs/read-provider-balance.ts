// GET /administration/spv/:id/provider-balance-available: the present balance of the SPV's wallet.

import { AppError } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { askWallet, type WalletQuestion } from './ask-wallet.ts';
import { SPV_PROVIDER_WALLET_NOT_FOUND } from './errors.ts';
import type { ProviderBalance } from './schemas.ts';

/** Cents, read from the provider each time. Errors: `not-found`, `spv.provider.wallet.not-found`, `internal-error`. */
export async function readProviderBalance(
  deps: Pick<AppDeps, 'db' | 'payments'>,
  input: WalletQuestion,
): Promise<ProviderBalance> {
  const account = await askWallet(deps, input, (accountId, context) => deps.payments.getAccount(accountId, context));
  if (account === null) throw new AppError(SPV_PROVIDER_WALLET_NOT_FOUND);
  return { availableBalanceCents: account.balanceCents };
}
