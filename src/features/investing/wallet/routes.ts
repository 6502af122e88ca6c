// HTTP of the investor's wallet and holdings.

import type { FastifyInstance } from 'fastify';
import { requestsPerMinute } from '../../../core/config.ts';
import { route } from '../../../core/http/route.ts';
import { PageQuery } from '../../../core/http/schemas.ts';
import type { AppDeps } from '../../../deps.ts';
import { customerErrors, OfCustomerParams } from '../../access/customers/index.ts';
import { statementErrors } from './errors.ts';
import { exportStatement } from './export-statement.ts';
import { listBricks } from './list-bricks.ts';
import { listCustomerBricks } from './list-customer-bricks.ts';
import { listCustomerTransactions } from './list-customer-transactions.ts';
import { listTransactions } from './list-transactions.ts';
import { printStatement } from './print-statement.ts';
import { readCustomerWallet } from './read-customer-wallet.ts';
import {
  AdministrationHoldingsQuery,
  AdministrationTransactionsPage,
  AdministrationTransactionsQuery,
  AdministrationWallet,
  HoldingsPage,
  StatementParams,
  TransactionsPage,
  WalletView,
} from './schemas.ts';
import { showWallet } from './show-wallet.ts';

/** A statement reads and prints a whole year: a tenth of the general limit. */
const SHARE_OF_THE_LIMIT = 10;

/** Registers the group. */
export function walletRoutes(app: FastifyInstance, deps: AppDeps): void {
  statementRoutes(app, deps);
  administrationRoutes(app, deps);
  route(app, {
    method: 'GET',
    url: '/customers/wallet',
    operationId: 'showWallet',
    guard: 'customer',
    tag: 'extension',
    summary: 'Balance of the investor, after booking what arrived at the provider.',
    effects: true,
    answer: WalletView,
    handle: ({ caller }) => showWallet(deps, caller),
  });
  route(app, {
    method: 'GET',
    url: '/customers/wallet/transactions',
    operationId: 'listTransactions',
    guard: 'customer',
    tag: 'extension',
    summary: 'Transactions of the investor, newest first.',
    query: PageQuery,
    answer: TransactionsPage,
    handle: ({ caller, query }) => listTransactions(deps, { customerId: caller.customerId, ...query }),
  });
  route(app, {
    method: 'GET',
    url: '/customers/bricks',
    operationId: 'listBricks',
    guard: 'customer',
    tag: 'extension',
    summary: 'Bricks that the investor holds, by property.',
    query: PageQuery,
    answer: HoldingsPage,
    handle: ({ caller, query }) => listBricks(deps, { customerId: caller.customerId, ...query }),
  });
}

function administrationRoutes(app: FastifyInstance, deps: Pick<AppDeps, 'db' | 'payments'>): void {
  const common = { guard: 'administrator', tag: 'extension', params: OfCustomerParams, errors: customerErrors } as const;
  route(app, {
    ...common,
    method: 'GET',
    url: '/administration/customers/:customerId/wallet',
    operationId: 'readCustomerWallet',
    summary: 'Balance of an investor, by our books and at the provider.',
    answer: AdministrationWallet,
    handle: ({ params }) => readCustomerWallet(deps, params.customerId),
  });
  route(app, {
    ...common,
    method: 'GET',
    url: '/administration/customers/:customerId/transactions',
    operationId: 'listCustomerTransactions',
    summary: 'Transactions of an investor with their payments, newest first.',
    query: AdministrationTransactionsQuery,
    answer: AdministrationTransactionsPage,
    handle: ({ params, query }) => listCustomerTransactions(deps, { ...params, ...query }),
  });
  route(app, {
    ...common,
    method: 'GET',
    url: '/administration/customers/:customerId/bricks',
    operationId: 'listCustomerBricks',
    summary: 'Bricks that an investor holds, by property.',
    query: AdministrationHoldingsQuery,
    answer: HoldingsPage,
    handle: ({ params, query }) => listCustomerBricks(deps, { ...params, ...query }),
  });
}

function statementRoutes(app: FastifyInstance, deps: AppDeps): void {
  const perMinute = Math.ceil(requestsPerMinute(deps.config) / SHARE_OF_THE_LIMIT);
  route(app, {
    method: 'GET',
    url: '/customers/wallet/statements/:year/csv',
    operationId: 'exportStatement',
    guard: 'customer',
    tag: 'extension',
    summary: 'Statement of a Paris year as CSV: balances, confirmed transactions, totals by type.',
    params: StatementParams,
    produces: 'text/csv',
    errors: statementErrors,
    perMinute,
    handle: async ({ caller, params: { year }, reply }) => {
      const csv = await exportStatement(deps, { customerId: caller.customerId, year });
      await reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="mortar-releve-${year}.csv"`)
        .send(csv);
      return undefined;
    },
  });
  route(app, {
    method: 'GET',
    url: '/customers/wallet/statements/:year/pdf',
    operationId: 'printStatement',
    guard: 'customer',
    tag: 'extension',
    summary: 'Statement of a Paris year as PDF.',
    params: StatementParams,
    produces: 'application/pdf',
    errors: statementErrors,
    perMinute,
    handle: async ({ caller, params: { year }, reply }) => {
      const bytes = await printStatement(deps, { customerId: caller.customerId, year });
      await reply
        .type('application/pdf')
        .header('content-disposition', `attachment; filename="mortar-releve-${year}.pdf"`)
        .send(Buffer.from(bytes));
      return undefined;
    },
  });
}
