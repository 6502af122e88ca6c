// HTTP of the payouts.

import type { FastifyInstance } from 'fastify';
import { route } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { payoutLineErrors, payoutLinesErrors, taxBankAccountsErrors, taxRemittanceErrors } from './errors.ts';
import { payLineOutside, retryLine } from './payout-lines.ts';
import { listPayoutLines, readPayouts } from './read-payouts.ts';
import {
  LineParams,
  PaidOutside,
  PayoutLinesPage,
  PayoutLinesQuery,
  PayoutLineView,
  PayoutsOfMonth,
  PeriodParams,
  RunParams,
  TaxBankAccounts,
  TaxRemittance,
  TaxRemittanceBody,
} from './schemas.ts';
import { listTaxBankAccounts, remitTax } from './tax-remittance.ts';

/** Registers the group. */
export function payoutRoutes(app: FastifyInstance, deps: AppDeps): void {
  const common = { guard: 'administrator', tag: 'extension' } as const;
  route(app, {
    ...common,
    method: 'GET',
    url: '/administration/payouts/:period',
    operationId: 'readPayouts',
    permission: 'money.read',
    summary: 'Coupons, capital and sale prices paid to holders in a month, what was refused, and the tax to remit for it.',
    params: PeriodParams,
    answer: PayoutsOfMonth,
    reads: 'replica',
    handle: ({ db, params }) => readPayouts({ ...deps, db }, params.period),
  });
  route(app, {
    ...common,
    method: 'GET',
    url: '/administration/payouts/runs/:runId/lines',
    operationId: 'listPayoutLines',
    permission: 'money.read',
    summary: 'What each holder gets of a run, by holder.',
    params: RunParams,
    query: PayoutLinesQuery,
    answer: PayoutLinesPage,
    errors: payoutLinesErrors,
    reads: 'replica',
    handle: ({ db, params, query }) => listPayoutLines({ db }, { ...params, ...query }),
  });
  route(app, {
    ...common,
    method: 'GET',
    url: '/administration/payouts/tax-account/bank-accounts',
    operationId: 'listTaxBankAccounts',
    permission: 'money.read',
    summary: 'Bank accounts registered on the tax account, from the provider.',
    answer: TaxBankAccounts,
    errors: taxBankAccountsErrors,
    handle: ({ endUser }) => listTaxBankAccounts(deps, endUser),
  });
  route(app, {
    ...common,
    method: 'POST',
    url: '/administration/payouts/:period/tax-remittance',
    operationId: 'remitTax',
    permission: 'money.write',
    idempotency: 'key',
    summary:
      'Pays the tax withheld in a month from the tax account (`withdraw`), or records that it was paid by hand (`outside`).',
    params: PeriodParams,
    body: TaxRemittanceBody,
    answer: TaxRemittance,
    errors: taxRemittanceErrors,
    audit: 'PAYOUT_TAX_REMITTANCE',
    moves: deps,
    handle: ({ params, body, endUser, audit, idempotency }, deps) =>
      remitTax(deps, { period: params.period, body, endUser, audit, idempotency }),
  });
  route(app, {
    ...common,
    method: 'POST',
    url: '/administration/payouts/lines/:lineId/retry',
    operationId: 'retryLine',
    permission: 'money.write',
    idempotency: 'key',
    summary: 'Orders a refused payout again.',
    params: LineParams,
    answer: PayoutLineView,
    errors: payoutLineErrors,
    audit: 'PAYOUT_LINE_RETRY',
    moves: deps,
    handle: ({ params, audit, idempotency }, deps) => retryLine(deps, { lineId: params.lineId, audit, idempotency }),
  });
  route(app, {
    ...common,
    method: 'POST',
    url: '/administration/payouts/lines/:lineId/paid-outside',
    operationId: 'payLineOutside',
    permission: 'money.write',
    idempotency: 'key',
    summary: 'Records that the holder of a refused payout was paid by other means.',
    params: LineParams,
    body: PaidOutside,
    answer: PayoutLineView,
    errors: payoutLineErrors,
    audit: 'PAYOUT_LINE_PAID_OUTSIDE',
    moves: deps,
    handle: ({ params, body, audit, idempotency }, deps) =>
      payLineOutside(deps, { lineId: params.lineId, comment: body.comment, audit, idempotency }),
  });
}
