// HTTP of withdrawals.

import type { FastifyInstance } from 'fastify';
import { AppError } from '../../../core/errors.ts';
import { route } from '../../../core/http/route.ts';
import { PageQuery } from '../../../core/http/schemas.ts';
import type { AppDeps } from '../../../deps.ts';
import { customerErrors, OfCustomerParams } from '../../access/customers/index.ts';
import { TFA_CODE_INVALID } from '../../access/mfa/index.ts';
import { readWithdrawalErrors, withdrawErrors } from './errors.ts';
import { listCustomerWithdrawals } from './list-customer-withdrawals.ts';
import { listWithdrawals } from './list-withdrawals.ts';
import { readRemainingWithoutFee } from './read-remaining-without-fee.ts';
import { readWithdrawal } from './read-withdrawal.ts';
import {
  AdministrationWithdrawalsPage,
  AdministrationWithdrawalsQuery,
  NewWithdrawal,
  RemainingWithoutFee,
  WithdrawalParams,
  WithdrawalsPage,
  WithdrawalView,
} from './schemas.ts';
import { withdraw } from './withdraw.ts';

/** Registers the group. */
export function withdrawalRoutes(app: FastifyInstance, deps: AppDeps): void {
  route(app, {
    method: 'POST',
    url: '/customers/provider/payment-intent/withdrawal',
    operationId: 'withdraw',
    money: 'moves',
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
    handle: ({ caller }) => readRemainingWithoutFee(deps, caller),
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
    handle: ({ caller, query }) => listWithdrawals(deps, { customerId: caller.customerId, ...query }),
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
    handle: ({ caller, params }) => readWithdrawal(deps, { customerId: caller.customerId, ...params }),
  });
  route(app, {
    method: 'GET',
    url: '/administration/customers/:customerId/withdrawals',
    operationId: 'listCustomerWithdrawals',
    guard: 'administrator',
    tag: 'extension',
    summary: 'Withdrawals of an investor with their payments, newest first.',
    params: OfCustomerParams,
    query: AdministrationWithdrawalsQuery,
    answer: AdministrationWithdrawalsPage,
    errors: customerErrors,
    handle: ({ params, query }) => listCustomerWithdrawals(deps, { ...params, ...query }),
  });
}
