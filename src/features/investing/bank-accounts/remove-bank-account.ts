// DELETE /customers/provider/payment-method/:bankAccountId: the investor removes a bank account.

import type { CustomerId } from '../../../core/db/tables.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { lockCustomer, mailInvestor } from '../../access/customers/index.ts';
import { BANK_ACCOUNT_NOT_FOUND, WITHDRAWAL_OPEN } from './errors.ts';
import { unregisterBankAccountJob } from './jobs.ts';
import { changeStatus } from './queries.ts';
import { hasOpenWithdrawal, lockBankAccount } from './removal-queries.ts';
import { isRemoved } from './rules.ts';

/**
 * Locks the customer, as a withdrawal does: no withdrawal to the account is open, and none can start meanwhile. A job of the same
 * transaction removes the account at the provider, and its owner is told, as no code was asked for (A-bank-accounts-7). Idempotent.
 * Errors: `bank-account.not-found`, `bank-account.withdrawal-open`.
 */
export async function removeBankAccount(
  deps: Pick<AppDeps, 'db' | 'clock' | 'jobs'>,
  key: { customerId: CustomerId; bankAccountId: string },
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    await lockCustomer(tx, key.customerId);
    const account = await lockBankAccount(tx, key);
    if (!account) throw new AppError(BANK_ACCOUNT_NOT_FOUND);
    if (isRemoved(account.status)) return;
    if (await hasOpenWithdrawal(tx, account.id)) throw new AppError(WITHDRAWAL_OPEN);
    const at = deps.clock.now();
    await changeStatus(tx, account.id, { from: account.status, to: 'removing', at });
    await deps.jobs.enqueue(tx, unregisterBankAccountJob, { bankAccountId: account.id });
    await mailInvestor(tx, deps, {
      customerId: key.customerId,
      template: 'bank-account-removed',
      data: { ibanEnd: account.iban.slice(-4), removedAt: at.toString() },
    });
  });
}
