// HTTP of withdrawals.

import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import { type DataCipher, dataCipher } from '../../../core/data-cipher.ts';
import { AppError } from '../../../core/errors.ts';
import { decodeCursor, toPage } from '../../../core/http/pagination.ts';
import { route } from '../../../core/http/route.ts';
import { PageQuery } from '../../../core/http/schemas.ts';
import type { AppDeps } from '../../../deps.ts';
import { assertCustomer, customerErrors, OfCustomerParams } from '../../access/customers/index.ts';
import { TFA_CODE_INVALID } from '../../access/mfa/index.ts';
import { ibanCell, maskIban } from '../bank-accounts/index.ts';
import { cancelCustomerWithdrawal, cancelWithdrawal, WITHDRAWAL_VERBS } from './cancel.ts';
import { cancelWithdrawalErrors, readWithdrawalErrors, WITHDRAWAL_NOT_FOUND, withdrawErrors } from './errors.ts';
import { findWithdrawalOf, listWithdrawalsOf, readUsage, type WithdrawalRow } from './queries.ts';
import { freeQuota, usageWindow } from './rules.ts';
import {
  AdministrationWithdrawal,
  AdministrationWithdrawalsPage,
  AdministrationWithdrawalsQuery,
  NewWithdrawal,
  RemainingWithoutFee,
  WithdrawalOfCustomerParams,
  WithdrawalParams,
  WithdrawalsPage,
  WithdrawalTerms,
  WithdrawalTermsQuery,
  WithdrawalView,
} from './schemas.ts';
import { readWithdrawalTerms, withdraw } from './withdraw.ts';

/** Registers the group. */
export function withdrawalRoutes(app: FastifyInstance, deps: AppDeps): void {
  const shown = viewsOf(dataCipher(deps.config));
  route(app, {
    method: 'POST',
    url: '/customers/provider/payment-intent/withdrawal',
    operationId: 'withdraw',
    idempotency: 'key',
    guard: 'customer',
    tag: 'investor',
    summary: 'Starts a withdrawal to a registered bank account. Header `tfa`: the emailed code of action withdraw.',
    body: NewWithdrawal,
    errors: withdrawErrors,
    checksBodyLate: true,
    checkHeaders: ({ tfa }) => {
      if (tfa === undefined || tfa === '') throw new AppError(TFA_CODE_INVALID);
    },
    handle: async ({ caller, checkedBody, endUser, idempotency, request }) => {
      await withdraw(deps, {
        customerId: caller.customerId,
        email: caller.email,
        tfa: String(request.headers.tfa),
        readRequest: checkedBody,
        endUser,
        idempotency,
      });
      return undefined;
    },
  });
  route(app, {
    method: 'GET',
    url: '/customers/provider/withdraw/remaining-without-fee',
    operationId: 'readRemainingWithoutFee',
    guard: 'customer',
    tag: 'investor',
    summary: 'Withdrawals of the last twelve months, and how many are still free.',
    answer: RemainingWithoutFee,
    handle: async ({ caller }) => {
      const { freeCount } = await readUsage(deps.db, caller.customerId, usageWindow(deps.clock.now()));
      return freeQuota(freeCount, deps.config.WITHDRAW_FREE_PER_YEAR);
    },
  });
  route(app, {
    method: 'GET',
    url: '/customers/provider/withdraw/terms',
    operationId: 'readWithdrawalTerms',
    guard: 'customer',
    tag: 'extension',
    summary:
      'What the next withdrawal costs, with its VAT, how much can be withdrawn at most, and what arrives of `amountCents` where it is given.',
    query: WithdrawalTermsQuery,
    answer: WithdrawalTerms,
    handle: ({ caller: { customerId }, query: { amountCents } }) => readWithdrawalTerms(deps, { customerId, amountCents }),
  });
  route(app, {
    method: 'GET',
    url: '/customers/withdrawals',
    operationId: 'listWithdrawals',
    guard: 'customer',
    tag: 'extension',
    summary: 'Withdrawals of the investor, newest first.',
    query: PageQuery,
    answer: WithdrawalsPage,
    handle: async ({ caller, query: { limit, cursor } }) => {
      const page = { after: decodeCursor(cursor), limit: limit + 1 };
      return toPage(await listWithdrawalsOf(deps.db, caller.customerId, page), limit, cursorKeyOf, shown.withdrawal);
    },
  });
  route(app, {
    method: 'GET',
    url: '/customers/withdrawals/:withdrawalId',
    operationId: 'readWithdrawal',
    guard: 'customer',
    tag: 'extension',
    summary: 'One withdrawal of the investor.',
    params: WithdrawalParams,
    answer: WithdrawalView,
    errors: readWithdrawalErrors,
    handle: async ({ caller, params }) => {
      const row = await findWithdrawalOf(deps.db, { customerId: caller.customerId, ...params });
      if (!row) throw new AppError(WITHDRAWAL_NOT_FOUND);
      return shown.withdrawal(row);
    },
  });
  route(app, {
    method: 'DELETE',
    url: '/customers/withdrawals/:withdrawalId',
    operationId: 'cancelWithdrawal',
    guard: 'customer',
    tag: 'extension',
    summary: 'Cancels a withdrawal that was not sent yet: its money is available again at once.',
    params: WithdrawalParams,
    answer: WithdrawalView,
    errors: cancelWithdrawalErrors,
    handle: async ({ caller, params }) =>
      shown.withdrawal(await cancelWithdrawal(deps, { customerId: caller.customerId, ...params })),
  });
  route(app, {
    method: 'DELETE',
    url: '/administration/customers/:customerId/withdrawals/:withdrawalId',
    operationId: 'cancelCustomerWithdrawal',
    guard: 'administrator',
    permission: 'money.write',
    tag: 'extension',
    summary: 'Cancels a withdrawal of an investor that was not sent yet.',
    params: WithdrawalOfCustomerParams,
    answer: AdministrationWithdrawal,
    errors: { ...customerErrors, ...cancelWithdrawalErrors },
    audit: 'CUSTOMER_WITHDRAWAL_CANCEL',
    handle: async ({ params, audit }) => shown.administration(await cancelCustomerWithdrawal(deps, { ...params, audit })),
  });
  route(app, {
    method: 'GET',
    url: '/administration/customers/:customerId/withdrawals',
    operationId: 'listCustomerWithdrawals',
    guard: 'administrator',
    permission: 'people.read',
    tag: 'extension',
    summary: 'Withdrawals of an investor with their payments, newest first.',
    params: OfCustomerParams,
    query: AdministrationWithdrawalsQuery,
    answer: AdministrationWithdrawalsPage,
    errors: customerErrors,
    handle: async ({ params: { customerId }, query: { limit, cursor, ...filters } }) => {
      const page = { after: decodeCursor(cursor), limit: limit + 1, filters };
      await assertCustomer(deps.db, customerId);
      return toPage(await listWithdrawalsOf(deps.db, customerId, page), limit, cursorKeyOf, shown.administration);
    },
  });
}

function cursorKeyOf({ createdAt: at, id }: WithdrawalRow) {
  return { at, id };
}

/** How the API shows a withdrawal to its owner and to administrators: the IBAN masked, cents; `endedAt` is null until it is paid or has failed. */
function viewsOf(cipher: DataCipher) {
  const withdrawal = (row: WithdrawalRow): Static<typeof WithdrawalView> => {
    const { id, amountCents, feeCents, status, bankAccountId, ibanCiphertext, invoiceId, createdAt, eventAt } = row;
    return {
      id,
      amountCents,
      feeCents,
      status,
      bankAccount: { id: bankAccountId, iban: maskIban(cipher.decrypt(ibanCiphertext, ibanCell(bankAccountId))) },
      invoiceId,
      createdAt: createdAt.toString(),
      endedAt: status === 'WAITING' ? null : eventAt.toString(),
      isCancelable: row.paymentStatus !== null && WITHDRAWAL_VERBS['cancel-withdrawal'][row.paymentStatus] === null,
    };
  };
  const administration = (row: WithdrawalRow): Static<typeof AdministrationWithdrawal> => {
    const { transactionId, feeStatus, paymentId, providerPaymentId, failure } = row;
    return { ...withdrawal(row), transactionId, feeStatus, paymentId, providerPaymentId, failure };
  };
  return { withdrawal, administration };
}
