// Bodies and answers of bank accounts.

import { Type } from 'typebox';
import { Model, Nullable, Page, PageQuery, PeriodQuery, Timestamp, Uuid, Words } from '../../../core/http/schemas.ts';
import { BANK_ACCOUNT_STATUSES } from './rules.ts';

export const BankAccountParams = Type.Object({ bankAccountId: Uuid });

export const NewBankAccount = Model('NewBankAccount', {
  iban: Type.String({ minLength: 15, maxLength: 100, description: 'as pasted: with blanks, dashes or the word IBAN' }),
  bic: Type.Optional(Type.String({ minLength: 8, maxLength: 40 })),
  holder: Type.String({
    minLength: 2,
    maxLength: 256,
    pattern: '^\\P{Cc}*[^\\p{Cc}\\s]\\P{Cc}*[^\\p{Cc}\\s]\\P{Cc}*$',
    description: 'name on the account',
  }),
});

export const BankAccountView = Model('BankAccountView', {
  id: Uuid,
  kind: Type.Literal('IBAN_WITHDRAW'),
  iban: Type.String({ description: 'whole in the answer to its creation, masked in lists' }),
  bic: Nullable(Type.String()),
  holder: Type.String(),
  status: Words(BANK_ACCOUNT_STATUSES, { title: 'BankAccountStatus', description: 'only activated can be paid to' }),
  createdAt: Timestamp,
  payableFrom: Nullable(
    Type.String({
      ...Timestamp,
      description:
        'withdrawals to it are refused before, as it is new or a credential was replaced shortly before it was added; null: never',
    }),
  ),
});

export const BankAccountsPage = Page(BankAccountView);

export const AdministrationBankAccountsQuery = Type.Object({
  ...PageQuery.properties,
  ...PeriodQuery.properties,
  status: Type.Optional(Words(BANK_ACCOUNT_STATUSES, { title: 'BankAccountStatus' })),
});
