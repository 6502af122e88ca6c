// GET /customers/provider/payment-method: the investor's bank accounts with their current status at the provider.

import type { Static } from 'typebox';
import type { CustomerId } from '../../../core/db/tables.ts';
import { decodeCursor, toPage } from '../../../core/http/pagination.ts';
import type { AppDeps } from '../../../deps.ts';
import { syncBankAccounts } from './at-provider.ts';
import { listPage, type VisibleBankAccount } from './queries.ts';
import { maskIban } from './rules.ts';
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
