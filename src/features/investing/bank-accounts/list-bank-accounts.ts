// GET /customers/provider/payment-method: the investor's bank accounts, as the provider sees them now.

import type { Static } from 'typebox';
import { decodeCursor, toPage } from '../../../core/http/cursor.ts';
import type { AppDeps } from '../../../deps.ts';
import { toBankAccountView } from './bank-account-view.ts';
import { listPage } from './queries.ts';
import { maskIban } from './rules.ts';
import type { BankAccountsPage } from './schemas.ts';
import { syncBankAccounts } from './sync-bank-accounts.ts';

/** Newest first, IBANs masked; what is known when the provider does not answer. Error: `validation-failed` for a foreign cursor. */
export async function listBankAccounts(
  deps: Pick<AppDeps, 'db' | 'clock' | 'jobs' | 'payments' | 'log'>,
  input: { customerId: string; limit: number; cursor?: string },
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
