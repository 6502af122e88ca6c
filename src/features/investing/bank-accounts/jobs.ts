// Background job of bank accounts: removes one at the provider after its owner has removed it.

import { dataCipher } from '../../../core/data-cipher.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { defineJob } from '../../../core/jobs/jobs.ts';
import type { AppDeps } from '../../../deps.ts';
import type { ProviderFailure } from '../../../providers/payments/index.ts';
import { changeStatus, findRemoving } from './queries.ts';
import { findRegistrations } from './rules.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'payments'>;

/** Idempotent. */
export const unregisterBankAccountJob = defineJob<Deps, { bankAccountId: string }>({
  name: 'unregister-bank-account',
  pollSeconds: 2,
  work: (deps, { bankAccountId }) => unregisterBankAccount(deps, bankAccountId),
});

/** The provider's error code for a bank account that is deactivated already. */
const ALREADY_DELETED = 220;

/**
 * Unregisters every registration of the IBAN, as the answer to one may have been lost. Throws when the provider refuses or does
 * not answer, so that the job is retried; until it succeeds the account stays hidden and cannot be added again.
 */
async function unregisterBankAccount(deps: Deps, bankAccountId: string): Promise<{ result: 'removed' | 'nothing-to-do' }> {
  const account = await findRemoving(deps.db, dataCipher(deps.config), bankAccountId);
  if (!account) return { result: 'nothing-to-do' };
  const { customerId, iban } = account;
  const listed = await deps.payments.listBankAccounts(customerId);
  if (!listed.ok && listed.kind !== 'not-found') throw failed(bankAccountId, listed);
  for (const registration of listed.ok ? findRegistrations(listed.value, iban) : []) {
    const asked = { accountId: customerId, bankAccountId: registration.bankAccountId };
    const answer = await deps.payments.unregisterBankAccount(asked);
    if (!answer.ok && answer.code !== ALREADY_DELETED) throw failed(bankAccountId, answer);
  }
  await inTransaction(deps.db, (tx) =>
    changeStatus(tx, bankAccountId, { from: 'removing', to: 'removed', at: deps.clock.now() }),
  );
  return { result: 'removed' };
}

function failed(bankAccountId: string, failure: ProviderFailure): Error {
  return new Error(`bank account ${bankAccountId} not unregistered at the provider: ${failure.kind}`, { cause: failure });
}
