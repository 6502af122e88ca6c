// Bodies and answers of bank accounts.

import { Type } from 'typebox';
import { Model, Nullable, Page, Timestamp, Uuid, Words } from '../../../core/http/schemas.ts';
import { BANK_ACCOUNT_STATUSES } from './rules.ts';

export const BankAccountParams = Type.Object({ bankAccountId: Uuid });

export const NewBankAccount = Model('NewBankAccount', {
  iban: Type.String({ minLength: 15, maxLength: 42, description: 'spaces allowed' }),
  bic: Type.Optional(Type.String({ minLength: 8, maxLength: 14 })),
  holder: Type.String({
    minLength: 2,
    maxLength: 256,
    pattern: '^\\P{Cc}*[^\\p{Cc}\\s]\\P{Cc}*[^\\p{Cc}\\s]\\P{Cc}*$',
    description: 'name on the account',
  }),
});

export const BankAccountView = Model('BankAccountView', {
  id: Uuid,
  kind: Words(['IBAN_WITHDRAW']),
  iban: Type.String({ description: 'whole in the answer to its creation, masked in lists' }),
  bic: Nullable(Type.String()),
  holder: Type.String(),
  status: Words(BANK_ACCOUNT_STATUSES, { description: 'only activated can be paid to' }),
  createdAt: Timestamp,
});

export const BankAccountsPage = Page(BankAccountView);
