// GET /administration/payouts/tax-account/bank-accounts: the bank accounts to which the tax account may pay out.

import { AppError, INTERNAL_ERROR } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import type { TaxBankAccounts } from './schemas.ts';

/** In any status, without virtual ones, which only receive money; of the IBAN its end (A-payouts-11). Error: `internal-error`. */
export async function listTaxBankAccounts(
  deps: Pick<AppDeps, 'config' | 'payments'>,
  endUser: { address: string; userAgent: string | undefined },
): Promise<TaxBankAccounts> {
  const context = { userAddress: endUser.address, userAgent: endUser.userAgent };
  const listed = await deps.payments.listBankAccounts(deps.config.PLATFORM_TAX_ACCOUNT_ID, context);
  if (!listed.ok && listed.kind === 'not-found') return [];
  if (!listed.ok) throw new AppError(INTERNAL_ERROR, { detail: 'The call of the payment provider failed.', cause: listed });
  return listed.value
    .filter(({ virtual }) => !virtual)
    .map(({ bankAccountId, iban, holder, status }) => ({ id: bankAccountId, ibanEnd: iban.slice(-4), holder, status }));
}
