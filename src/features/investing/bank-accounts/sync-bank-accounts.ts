// Copies the provider's statuses of an investor's bank accounts: after a notification, before a list and before a withdrawal.

import type { CustomerId } from '../../../core/db/tables.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { mailInvestor } from '../../access/customers/index.ts';
import { changeStatus, listAll, setRegistration } from './queries.ts';
import { changesOf } from './rules.ts';

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
