// A bank account as the API shows it to its owner.

import type { Static } from 'typebox';
import type { VisibleBankAccount } from './queries.ts';
import type { BankAccountView } from './schemas.ts';

/** `shownIban`: the whole or the masked IBAN, as the endpoint requires. */
export function toBankAccountView(row: VisibleBankAccount, shownIban: string): Static<typeof BankAccountView> {
  const { id, kind, bic, holder, status, createdAt, payableFrom } = row;
  const dates = { createdAt: createdAt.toString(), payableFrom: payableFrom?.toString() ?? null };
  return { id, kind, iban: shownIban, bic, holder, status, ...dates };
}
