// Bank accounts at the provider: their statuses come from it, and it is told of those that were removed.

import type { CustomerId } from '../../../core/db/tables.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import type { ProviderFailure } from '../../../providers/payments/index.ts';
import { mailInvestor } from '../../access/customers/index.ts';
import { changeStatus, findRemoving, listAll, setRegistration } from './queries.ts';
import { changesOf, findRegistrations } from './rules.ts';

// Copies the provider's statuses of an investor's bank accounts: after a notification, before a list and before a withdrawal.

/**
 * A row without an id at the provider (the answer to its registration was lost) is matched by IBAN. Returns false when the
 * provider did not answer, which is logged: the caller may retry later.
 */
export async function syncBankAccounts(
  deps: Pick<AppDeps, 'db' | 'clock' | 'jobs' | 'payments' | 'log'>,
  customerId: CustomerId,
): Promise<boolean> {
  const known = await listAll(deps.db, customerId);
  if (known.length === 0) return true;
  const listed = await deps.payments.listBankAccounts(customerId);
  if (!listed.ok) {
    deps.log.warn({ customerId, failure: listed.kind, reason: listed.message }, 'bank accounts not read at the provider');
    return false;
  }
  const found = listed.value;
  if (changesOf(known, found).length === 0) return true;
  const at = deps.clock.now();
  await inTransaction(deps.db, async (tx) => {
    for (const change of changesOf(await listAll(tx, customerId), found)) {
      const { id, from, to } = change;
      if (change.registeredAs !== undefined) {
        await setRegistration(tx, id, { providerIbanId: change.registeredAs, status: to, at });
        continue;
      }
      const isChanged = await changeStatus(tx, id, { from, to, at });
      if (isChanged && (to === 'activated' || to === 'refused'))
        await mailInvestor(tx, deps, {
          customerId,
          template: 'bank-account-checked',
          data: { outcome: to, ibanEnd: change.iban.slice(-4) },
        });
    }
  });
  return true;
}

// Removes a bank account at the provider after its owner has removed it.

type Deps = Pick<AppDeps, 'db' | 'clock' | 'payments'>;

/** The provider's error code for a bank account that is deactivated already. */
const ALREADY_DELETED = 220;

/**
 * Unregisters every registration of the IBAN, as the answer to one may have been lost. Throws when the provider refuses or does
 * not answer, so that the job is retried; until it succeeds the account stays hidden and cannot be added again.
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
