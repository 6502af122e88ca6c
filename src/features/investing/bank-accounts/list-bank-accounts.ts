// GET /customers/provider/payment-method: the investor's bank accounts with their current status at the provider.

import type { Static } from 'typebox';
import type { CustomerId } from '../../../core/db/tables.ts';
import { decodeCursor, toPage } from '../../../core/http/cursor.ts';
import type { AppDeps } from '../../../deps.ts';
import { toBankAccountView } from './bank-account-view.ts';
import { listPage } from './queries.ts';
import { maskIban } from './rules.ts';
import type { BankAccountsPage } from './schemas.ts';
import { syncBankAccounts } from './sync-bank-accounts.ts';

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
