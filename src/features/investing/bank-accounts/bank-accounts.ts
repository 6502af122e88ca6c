// An investor's bank accounts: listed with their status at the provider, which is also told of those that were removed.

import type { Static } from 'typebox';
import type { CustomerId } from '../../../core/db/tables.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { decodeCursor, toPage } from '../../../core/http/pagination.ts';
import type { AppDeps } from '../../../deps.ts';
import type { ProviderFailure } from '../../../providers/payments/index.ts';
import { mailInvestor } from '../../access/customers/index.ts';
import { changeStatus, findRemoving, listAll, listPage, setRegistration, type VisibleBankAccount } from './queries.ts';
import { changesOf, findRegistrations, maskIban } from './rules.ts';
import type { BankAccountsPage, BankAccountView } from './schemas.ts';

/**
 * Newest first, IBANs masked. When the provider does not answer, the stored statuses are returned. Error: `validation-failed` for
 * an invalid cursor.
 */
export async function listBankAccounts(
  deps: Pick<AppDeps, 'db' | 'clock' | 'jobs' | 'payments' | 'log'>,
  input: { customerId: CustomerId; limit: number; cursor?: string },
): Promise<Static<typeof BankAccountsPage>> {
  const { customerId, limit, cursor } = input;
  const after = decodeCursor(cursor);
  await syncBankAccounts(deps, customerId);
  const rows = await listPage(deps.db, customerId, { after, limit: limit + 1 });
  return toPage(
    rows,
    limit,
    (row) => ({ at: row.createdAt, id: row.id }),
    (row) => toBankAccountView(row, maskIban(row.iban)),
  );
}

/** `shownIban`: the whole or the masked IBAN, as the endpoint requires. */
export function toBankAccountView(row: VisibleBankAccount, shownIban: string): Static<typeof BankAccountView> {
  const { id, kind, bic, holder, status, createdAt, payableFrom } = row;
  const dates = { createdAt: createdAt.toString(), payableFrom: payableFrom?.toString() ?? null };
  return { id, kind, iban: shownIban, bic, holder, status, ...dates };
}

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
