// HTTP of the bank accounts that investors withdraw to.

import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { dataCipher } from '../../../core/data-cipher.ts';
import { AppError } from '../../../core/errors.ts';
import { decodeCursor, toPage } from '../../../core/http/pagination.ts';
import { route } from '../../../core/http/route.ts';
import { PageQuery } from '../../../core/http/schemas.ts';
import type { AppDeps } from '../../../deps.ts';
import { assertCustomer, customerErrors, OfCustomerParams } from '../../access/customers/index.ts';
import { TFA_CODE_INVALID } from '../../access/mfa/index.ts';
import { addBankAccount } from './add.ts';
import { listBankAccounts, removeBankAccount, toBankAccountView } from './bank-accounts.ts';
import { addBankAccountErrors, removeBankAccountErrors } from './errors.ts';
import { listPage } from './queries.ts';
import { maskIban } from './rules.ts';
import {
  AdministrationBankAccountsQuery,
  BankAccountParams,
  BankAccountsPage,
  BankAccountView,
  NewBankAccount,
} from './schemas.ts';

/** Error: `2fa-code.invalid` without the header `tfa`, before anything else of the request is looked at. */
function requireTfa({ tfa }: IncomingHttpHeaders): void {
  if (tfa === undefined || tfa === '') throw new AppError(TFA_CODE_INVALID);
}

/** Registers the group. */
export function bankAccountRoutes(app: FastifyInstance, deps: AppDeps): void {
  route(app, {
    method: 'POST',
    url: '/customers/provider/payment-method',
    operationId: 'addBankAccount',
    idempotency: 'none',
    guard: 'customer',
    tag: 'extension',
    summary: 'Registers a bank account to withdraw to. Header `tfa`: the emailed code of action bank-account-creation.',
    body: NewBankAccount,
    answer: BankAccountView,
    errors: addBankAccountErrors,
    checkHeaders: requireTfa,
    handle: ({ caller, body, endUser, request }) =>
      addBankAccount(deps, { customerId: caller.customerId, ...body, tfa: String(request.headers.tfa), endUser }),
  });
  route(app, {
    method: 'GET',
    url: '/customers/provider/payment-method',
    operationId: 'listBankAccounts',
    guard: 'customer',
    tag: 'extension',
    summary: 'Bank accounts of the investor with their status at the provider, newest first.',
    effects: true,
    query: PageQuery,
    answer: BankAccountsPage,
    handle: ({ caller, query }) => listBankAccounts(deps, { customerId: caller.customerId, ...query }),
  });
  route(app, {
    method: 'DELETE',
    url: '/customers/provider/payment-method/:bankAccountId',
    operationId: 'removeBankAccount',
    guard: 'customer',
    tag: 'extension',
    summary:
      'Removes a bank account, here and at the provider, unless a withdrawal to it is open. Header `tfa`: the emailed code of action bank-account-removal.',
    params: BankAccountParams,
    errors: removeBankAccountErrors,
    checkHeaders: requireTfa,
    handle: async ({ caller, params, request }) => {
      await removeBankAccount(deps, { customerId: caller.customerId, ...params, tfa: String(request.headers.tfa) });
      return undefined;
    },
  });
  route(app, {
    method: 'GET',
    url: '/administration/customers/:customerId/bank-accounts',
    operationId: 'listCustomerBankAccounts',
    guard: 'administrator',
    permission: 'people.read',
    tag: 'extension',
    summary: 'Bank accounts of an investor, newest first, and from when on money may be withdrawn to them.',
    params: OfCustomerParams,
    query: AdministrationBankAccountsQuery,
    answer: BankAccountsPage,
    errors: customerErrors,
    handle: async ({ params: { customerId }, query: { limit, cursor, ...filters } }) => {
      const page = { after: decodeCursor(cursor), limit: limit + 1, filters };
      await assertCustomer(deps.db, customerId);
      const rows = await listPage(deps.db, dataCipher(deps.config), customerId, page);
      const keyOf = ({ createdAt: at, id }: (typeof rows)[number]) => ({ at, id });
      return toPage(rows, limit, keyOf, (row) => toBankAccountView(deps, row, maskIban(row.iban)));
    },
  });
}
