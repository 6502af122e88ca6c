// Whether the provider would pay out to a bank account: asked before the payment is written, so that a wrong id is told as such.

import { AppError, VALIDATION_FAILED } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { TRANSFER_FAILED_AT_PROVIDER } from '../../projects/funding/index.ts';

/** Which wallet is paid from, to which of its bank accounts, and for whom it is asked. */
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
