// Checks a bank account at the provider before a pay-out is written, so that a wrong id is refused with an error of its own.

import { AppError, VALIDATION_FAILED } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { TRANSFER_FAILED_AT_PROVIDER } from '../../projects/funding/index.ts';

/** A wallet, one of its bank accounts, and the end user of the request. */
export type PayableAccount = {
  accountId: string;
  bankAccountId: number;
  endUser: { address: string; userAgent: string | undefined };
};

/**
 * Passes for a bank account of the wallet that is activated and not virtual. Errors: `validation-failed` for any other,
 * `transfer-failed-at-provider` when the provider cannot be asked.
 */
export async function assertPayableAccount({ payments }: Pick<AppDeps, 'payments'>, asked: PayableAccount): Promise<void> {
  const { accountId, bankAccountId, endUser } = asked;
  const listed = await payments.listBankAccounts(accountId, { userAddress: endUser.address, userAgent: endUser.userAgent });
  if (!listed.ok) throw new AppError(TRANSFER_FAILED_AT_PROVIDER, { detail: listed.message, cause: listed });
  const found = listed.value.find((candidate) => candidate.bankAccountId === bankAccountId && !candidate.virtual);
  if (found?.status === 'activated') return;
  const reason = found ? 'is not activated at the provider' : 'is no bank account of the wallet';
  throw new AppError(VALIDATION_FAILED, { faults: [{ path: 'body/providerWithdrawBankAccountId', reason }] });
}
