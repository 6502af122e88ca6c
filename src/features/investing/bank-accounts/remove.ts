// The removal of bank accounts: by the investor, or when the account is given back to its former address.

import type { CustomerId } from '../../../core/db/tables.ts';
import { inTransaction, type Tx } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { lockCustomer, mailInvestor } from '../../access/customers/index.ts';
import { BANK_ACCOUNT_NOT_FOUND, WITHDRAWAL_OPEN } from './errors.ts';
import { unregisterBankAccountJob } from './jobs.ts';
import { changeStatus, hasOpenWithdrawal, lockAddedSince, lockBankAccount } from './queries.ts';
import { isRemoved } from './rules.ts';

// DELETE /customers/provider/payment-method/:bankAccountId: the investor removes a bank account.

/**
 * Locks the customer, as a withdrawal does: no withdrawal to the account is open, and none can start meanwhile. A job of the same
 * transaction removes the account at the provider, and its owner is told, as no code was asked for. Idempotent.
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

// For an account that is given back to its former address, with the customer locked: bank accounts that were added meanwhile.

/** They are hidden and paid to no more at once; a job has the provider forget them. A withdrawal that was sent to one takes its course. */
export async function forgetBankAccounts(
  tx: Tx,
  deps: Pick<AppDeps, 'clock' | 'jobs'>,
  { customerId, since }: { customerId: CustomerId; since: Temporal.Instant },
): Promise<void> {
  for (const { id, status } of await lockAddedSince(tx, customerId, since)) {
    await changeStatus(tx, id, { from: status, to: 'removing', at: deps.clock.now() });
    await deps.jobs.enqueue(tx, unregisterBankAccountJob, { bankAccountId: id });
  }
}
