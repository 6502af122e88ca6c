// HTTP of the investor's wallet and holdings.

import type { FastifyInstance } from 'fastify';
import { route } from '../../core/http/route.ts';
import { PageQuery } from '../../core/http/schemas.ts';
import type { AppDeps } from '../../deps.ts';
import { listBricks } from './list-bricks.ts';
import { listTransactions } from './list-transactions.ts';
import { HoldingsPage, TransactionsPage, WalletView } from './schemas.ts';
import { showWallet } from './show-wallet.ts';

/** Registers the group. */
export function walletRoutes(app: FastifyInstance, deps: AppDeps): void {
  route(app, {
    method: 'GET',
    url: '/customers/wallet',
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
    guard: 'customer',
    tag: 'extension',
    summary: 'Bricks that the investor holds, by property.',
    query: PageQuery,
    answer: HoldingsPage,
    handle: ({ caller, query }) => listBricks(deps, { customerId: caller.customerId, ...query }),
  });
}
