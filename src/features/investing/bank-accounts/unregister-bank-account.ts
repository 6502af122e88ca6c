// The provider forgets a bank account that its owner took away.

import { inTransaction } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import type { ProviderFailure } from '../../../providers/payments/index.ts';
import { changeStatus } from './queries.ts';
import { findRemoving } from './removal-queries.ts';
import { findRegistrations } from './rules.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'payments'>;

/** Its number at the provider says that it is deactivated already. */
const DELETED_BEFORE = 220;

/**
 * Asks until the provider has none left: whatever it has under this IBAN, as the answer to a registration may have been lost. What
 * it does not answer or refuses is thrown, and asked for again; the account stays hidden, and cannot be registered anew before.
 */
export async function unregisterBankAccount(deps: Deps, bankAccountId: string): Promise<{ result: 'removed' | 'nothing-to-do' }> {
  const account = await findRemoving(deps.db, bankAccountId);
  if (!account) return { result: 'nothing-to-do' };
  const { customerId, iban } = account;
  const listed = await deps.payments.listBankAccounts(customerId);
  if (!listed.ok && listed.kind !== 'not-found') throw failed(bankAccountId, listed);
  for (const registration of listed.ok ? findRegistrations(listed.value, iban) : []) {
    const asked = { accountId: customerId, bankAccountId: registration.bankAccountId };
    const answer = await deps.payments.unregisterBankAccount(asked);
    if (!answer.ok && answer.code !== DELETED_BEFORE) throw failed(bankAccountId, answer);
  }
  await inTransaction(deps.db, (tx) =>
    changeStatus(tx, bankAccountId, { from: 'removing', to: 'removed', at: deps.clock.now() }),
  );
  return { result: 'removed' };
}

function failed(bankAccountId: string, failure: ProviderFailure): Error {
  return new Error(`the provider did not forget bank account ${bankAccountId}: ${failure.kind}`, { cause: failure });
}
