// HTTP of deposits.

import type { FastifyInstance } from 'fastify';
import { route } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { readDepositAccountErrors } from './errors.ts';
import { readDepositAccount } from './read-deposit-account.ts';
import { DepositAccountView } from './schemas.ts';

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
