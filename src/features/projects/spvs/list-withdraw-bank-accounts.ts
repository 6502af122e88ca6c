// GET /administration/spv/:id/withdraw-bank-accounts: the bank accounts to which the SPV's wallet may pay out.

import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { askWallet, type WalletQuestion } from './ask-wallet.ts';
import type { WithdrawBankAccounts } from './schemas.ts';

/**
 * IBANs registered on the wallet, unmasked, in any status, without virtual ones, which only receive money (A-spvs-5).
 * Errors: `not-found` (no SPV, or no wallet), `internal-error`.
 */
export async function listWithdrawBankAccounts(
  deps: Pick<AppDeps, 'db' | 'payments'>,
  input: WalletQuestion,
): Promise<WithdrawBankAccounts> {
  const accounts = await askWallet(deps, input, (accountId, context) => deps.payments.listBankAccounts(accountId, context));
  if (accounts === null) throw new AppError(NOT_FOUND, { detail: 'The SPV has no provider wallet' });
  return accounts
    .filter((account) => !account.virtual)
    .map(({ bankAccountId, iban, bic, holder, status }) => ({ id: bankAccountId, iban, bic, holder, status }));
}
