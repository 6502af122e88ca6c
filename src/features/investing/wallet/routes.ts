// HTTP of the investor's wallet, its deposit account and the holdings.

import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import { requestsPerMinute } from '../../../config/service.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import { decodeCursor, toPage } from '../../../core/http/pagination.ts';
import { route } from '../../../core/http/route.ts';
import { PageQuery } from '../../../core/http/schemas.ts';
import type { AppDeps } from '../../../deps.ts';
import { listHoldings } from '../../../money/bricks/index.ts';
import { assertCustomer, customerErrors, OfCustomerParams } from '../../access/customers/index.ts';
import { Receipt } from '../../operations/history/index.ts';
import { issuerOf, sendPdf } from '../invoices/index.ts';
import { readDepositAccount } from './deposit-account.ts';
import { readDepositAccountErrors, receiptErrors, statementErrors } from './errors.ts';
import { syncMoneyIn } from './provider-account.ts';
import { listMonthEnds, readShownWallet } from './queries.ts';
import { showReceipt } from './receipt.ts';
import { toCsv } from './rules.ts';
import {
  AdministrationHoldingsQuery,
  AdministrationTransactionsPage,
  AdministrationTransactionsQuery,
  AdministrationWallet,
  BalanceHistory,
  DepositAccountView,
  HoldingsPage,
  StatementParams,
  TransactionParams,
  TransactionsPage,
  TransactionsQuery,
  WalletView,
} from './schemas.ts';
import { readStatement, renderStatementPdf } from './statement.ts';
import { listCustomerTransactions, listTransactions } from './transactions.ts';

/** Divisor of the general request limit: a statement reads and renders a whole year, a receipt reads the leaves of a day. */
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
    handle: ({ caller }) => showWallet(deps, caller.customerId),
  });
  route(app, {
    method: 'GET',
    url: '/customers/wallet/transactions',
    operationId: 'listTransactions',
    guard: 'customer',
    tag: 'extension',
    summary: 'Transactions of the investor, newest first, with what each is part of and its paper.',
    query: TransactionsQuery,
    answer: TransactionsPage,
    handle: ({ caller: { customerId }, query: { limit, cursor, ...filters } }) =>
      listTransactions(deps, { customerId, limit, cursor, filters }),
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
    handle: ({ caller, query }) => holdingsPage(deps, caller.customerId, query),
  });
}

function receiptRoute(app: FastifyInstance, deps: AppDeps, perMinute: number): void {
  route(app, {
    method: 'GET',
    url: '/customers/wallet/transactions/:transactionId/receipt',
    operationId: 'readMovementReceipt',
    guard: 'customer',
    tag: 'extension',
    summary: 'Receipt of a movement: its posting, and how that leads to the stamped hash of all days.',
    params: TransactionParams,
    answer: Receipt,
    errors: receiptErrors,
    perMinute,
    handle: ({ caller: { customerId }, params: { transactionId } }) => showReceipt(deps, { customerId, transactionId }),
  });
}

/** Cents. Books new money-ins first, unless the provider does not answer. */
async function showWallet(deps: AppDeps, customerId: CustomerId): Promise<Static<typeof WalletView>> {
  await syncMoneyIn(deps, customerId);
  return readShownWallet(deps.db, customerId);
}

function administrationRoutes(app: FastifyInstance, deps: Pick<AppDeps, 'db' | 'payments'>): void {
  const common = { guard: 'administrator', tag: 'extension', params: OfCustomerParams, errors: customerErrors } as const;
  route(app, {
    ...common,
    method: 'GET',
    url: '/administration/customers/:customerId/wallet',
    operationId: 'readCustomerWallet',
    permission: 'people.read',
    summary: 'Balance of an investor, by our books and at the provider.',
    answer: AdministrationWallet,
    // Unlike the investor's request it books nothing, so that an administrator sees how the two balances differ.
    handle: async ({ params: { customerId } }) => {
      await assertCustomer(deps.db, customerId);
      const account = await deps.payments.getAccount(customerId);
      const provider = account.ok ? { balanceCents: account.value.balanceCents, blocked: account.value.blocked } : null;
      return { ...(await readShownWallet(deps.db, customerId)), provider };
    },
  });
  route(app, {
    ...common,
    method: 'GET',
    url: '/administration/customers/:customerId/wallet/history',
    operationId: 'readCustomerBalances',
    permission: 'people.read',
    summary: 'Balance of an investor at the end of each Paris month in which it changed, by our books, oldest first.',
    answer: BalanceHistory,
    handle: async ({ params: { customerId } }) => {
      await assertCustomer(deps.db, customerId);
      return { months: await listMonthEnds(deps.db, customerId) };
    },
  });
  route(app, {
    ...common,
    method: 'GET',
    url: '/administration/customers/:customerId/transactions',
    operationId: 'listCustomerTransactions',
    permission: 'people.read',
    summary: 'Transactions of an investor with their payments, newest first.',
    query: AdministrationTransactionsQuery,
    answer: AdministrationTransactionsPage,
    handle: ({ params: { customerId }, query: { limit, cursor, ...filters } }) =>
      listCustomerTransactions(deps, { customerId, limit, cursor, filters }),
  });
  route(app, {
    ...common,
    method: 'GET',
    url: '/administration/customers/:customerId/bricks',
    operationId: 'listCustomerBricks',
    permission: 'people.read',
    summary: 'Bricks that an investor holds, by property.',
    query: AdministrationHoldingsQuery,
    answer: HoldingsPage,
    handle: async ({ params: { customerId }, query }) => {
      await assertCustomer(deps.db, customerId);
      return holdingsPage(deps, customerId, query);
    },
  });
}

function statementRoutes(app: FastifyInstance, deps: AppDeps): void {
  const perMinute = Math.ceil(requestsPerMinute(deps.config) / SHARE_OF_THE_LIMIT);
  receiptRoute(app, deps, perMinute);
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
    reads: 'replica',
    handle: async ({ db, caller: { customerId }, params: { year }, reply }) => {
      const { statement } = await readStatement({ ...deps, db }, { customerId, year });
      await reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="mortar-releve-${year}.csv"`)
        .send(toCsv(statement));
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
    reads: 'replica',
    handle: async ({ db, caller: { customerId }, params: { year }, reply }) => {
      const { statement, customer } = await readStatement({ ...deps, db }, { customerId, year });
      const bytes = await renderStatementPdf(statement, { customer, issuer: issuerOf(deps.config), at: deps.clock.now() });
      return sendPdf(reply, { name: `mortar-releve-${year}.pdf`, bytes });
    },
  });
}

/** An investor's bricks: one item per property, newest property first. Error: `validation-failed` for an invalid cursor. */
async function holdingsPage(
  { db }: Pick<AppDeps, 'db'>,
  customerId: CustomerId,
  { limit, cursor, propertyId }: Static<typeof AdministrationHoldingsQuery>,
): Promise<Static<typeof HoldingsPage>> {
  const rows = await listHoldings(db, customerId, { after: decodeCursor(cursor), limit: limit + 1, propertyId });
  return toPage(
    rows,
    limit,
    (row) => ({ at: row.propertyCreatedAt, id: row.propertyId }),
    ({ propertyCreatedAt: _, ...holding }) => holding,
  );
}

/** Registers the group. */
export function depositRoutes(app: FastifyInstance, deps: AppDeps): void {
  route(app, {
    method: 'GET',
    url: '/customers/provider/deposit-account',
    operationId: 'readDepositAccount',
    guard: 'customer',
    tag: 'extension',
    summary: "The investor's own IBAN to wire money to; the first time it is created at the provider.",
    effects: true,
    answer: DepositAccountView,
    errors: readDepositAccountErrors,
    handle: ({ caller, endUser }) => readDepositAccount(deps, { customerId: caller.customerId, endUser }),
  });
}
