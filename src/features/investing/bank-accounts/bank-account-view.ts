// A bank account as its owner sees it.

import type { Static } from 'typebox';
import type { LivingBankAccount } from './queries.ts';
import type { BankAccountView } from './schemas.ts';

/** `shownIban` is the whole one or the masked one: the caller decides. */
export function toBankAccountView(row: LivingBankAccount, shownIban: string): Static<typeof BankAccountView> {
  const { id, kind, bic, holder, status, createdAt } = row;
  return { id, kind, iban: shownIban, bic, holder, status, createdAt: createdAt.toString() };
}
