// HTTP of withdrawals.

import type { FastifyInstance } from 'fastify';
import { AppError } from '../../core/errors.ts';
import { route } from '../../core/http/route.ts';
import type { AppDeps } from '../../deps.ts';
import { TFA_CODE_INVALID } from '../mfa/index.ts';
import { withdrawErrors } from './errors.ts';
import { readRemainingWithoutFee } from './read-remaining-without-fee.ts';
import { NewWithdrawal, RemainingWithoutFee } from './schemas.ts';
import { withdraw } from './withdraw.ts';

/** Registers the group. */
export function withdrawalRoutes(app: FastifyInstance, deps: AppDeps): void {
  route(app, {
    method: 'POST',
    url: '/customers/provider/payment-intent/withdrawal',
    guard: 'customer',
    tag: 'investor',
    summary: 'Starts a withdrawal to a registered bank account. Header `tfa`: the emailed code of action withdraw.',
    body: NewWithdrawal,
    errors: withdrawErrors,
    idempotent: true,
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
    guard: 'customer',
    tag: 'investor',
    summary: 'Withdrawals of the last twelve months, and how many are still free.',
    answer: RemainingWithoutFee,
    handle: ({ caller }) => readRemainingWithoutFee(deps, caller),
  });
}
