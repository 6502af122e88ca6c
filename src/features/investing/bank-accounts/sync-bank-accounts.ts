// Copies the provider's statuses of an investor's bank accounts: after a notification, before a list and before a withdrawal.

import type { CustomerId } from '../../../core/db/tables.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { mailInvestor } from '../../access/customers/index.ts';
import { changeStatus, listAll, setRegistration } from './queries.ts';
import { findRegistration, statusOf } from './rules.ts';

/**
 * A row without an id at the provider (the answer to its registration was lost) is matched by IBAN. Returns false when the
 * provider did not answer, which is logged: the caller may retry later.
 */
export async function syncBankAccounts(
  deps: Pick<AppDeps, 'db' | 'clock' | 'jobs' | 'payments' | 'log'>,
  customerId: CustomerId,
): Promise<boolean> {
  if ((await listAll(deps.db, customerId)).length === 0) return true;
  const listed = await deps.payments.listBankAccounts(customerId);
  if (!listed.ok) {
    deps.log.warn({ customerId, failure: listed.kind, reason: listed.message }, 'bank accounts not read at the provider');
    return false;
  }
  const at = deps.clock.now();
  const found = listed.value;
  await inTransaction(deps.db, async (tx) => {
    for (const { id, iban, status, providerIbanId } of await listAll(tx, customerId)) {
      if (providerIbanId === null) {
        const registration = status === 'waiting' ? findRegistration(found, iban) : undefined;
        if (registration) {
          await setRegistration(tx, id, {
            providerIbanId: registration.bankAccountId,
            status: statusOf(registration.status),
            at,
          });
        }
        continue;
      }
      const current = found.find(({ bankAccountId }) => bankAccountId === providerIbanId);
      const to = current ? statusOf(current.status) : status;
      const isChanged = to !== status && (await changeStatus(tx, id, { from: status, to, at }));
      if (isChanged && (to === 'activated' || to === 'refused'))
        await mailInvestor(tx, deps, {
          customerId,
          template: 'bank-account-checked',
          data: { outcome: to, ibanEnd: iban.slice(-4) },
        });
    }
  });
  return true;
}
