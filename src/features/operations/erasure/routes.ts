// HTTP of closing an account, and of what that would erase.

import type { FastifyInstance } from 'fastify';
import { requestsPerMinute } from '../../../config/service.ts';
import { AppError } from '../../../core/errors.ts';
import { route } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { customerErrors, OfCustomerParams } from '../../access/customers/index.ts';
import { TFA_CODE_INVALID } from '../../access/mfa/index.ts';
import { closeAccount, closeOwnAccount } from './close.ts';
import { closeAccountErrors, closeOwnAccountErrors } from './errors.ts';
import { AccountClosing, ErasurePlan } from './schemas.ts';
import { showErasure } from './show.ts';

/** A fiftieth of the general rate limit, as of the export: each reads every table about a person. */
const SHARE_OF_THE_LIMIT = 50;

/** Registers the group. */
export function erasureRoutes(app: FastifyInstance, deps: AppDeps): void {
  const perMinute = Math.ceil(requestsPerMinute(deps.config) / SHARE_OF_THE_LIMIT);
  ownRoutes(app, deps, perMinute);
  route(app, {
    method: 'GET',
    url: '/administration/customers/:customerId/personal-data/erasure',
    operationId: 'showErasure',
    guard: 'administrator',
    permission: 'people.read',
    tag: 'extension',
    summary:
      'What closing the account of an investor would erase, and until when the rest is kept; of a closed one, how far it is.',
    params: OfCustomerParams,
    answer: ErasurePlan,
    errors: customerErrors,
    perMinute,
    handle: ({ params }) => showErasure(deps, params),
  });
  route(app, {
    method: 'POST',
    url: '/administration/customers/:customerId/personal-data/erasure',
    operationId: 'closeAccount',
    idempotency: 'none',
    guard: 'administrator',
    permission: 'people.write',
    factor: 'again',
    tag: 'extension',
    summary:
      'Closes the account of an investor who asked for it by letter, for good, and erases what the law does not ask to keep.',
    params: OfCustomerParams,
    body: AccountClosing,
    status: 200,
    answer: ErasurePlan,
    errors: closeAccountErrors,
    perMinute,
    audit: 'CUSTOMER_ACCOUNT_CLOSING',
    handle: async ({ params: { customerId }, body: { reason }, audit }) => {
      await closeAccount(deps, { customerId, reason, audit });
      return showErasure(deps, { customerId });
    },
  });
}

function ownRoutes(app: FastifyInstance, deps: AppDeps, perMinute: number): void {
  route(app, {
    method: 'GET',
    url: '/customers/personal-data/erasure',
    operationId: 'showOwnErasure',
    guard: 'customer',
    tag: 'extension',
    summary: 'What closing the own account would erase, until when the rest is kept, and what stands against it.',
    answer: ErasurePlan,
    perMinute,
    handle: ({ caller: { customerId } }) => showErasure(deps, { customerId }),
  });
  route(app, {
    method: 'POST',
    url: '/customers/personal-data/erasure',
    operationId: 'closeOwnAccount',
    idempotency: 'none',
    guard: 'customer',
    tag: 'extension',
    summary:
      'Closes the own account, for good, and erases what the law does not ask to keep. Header `tfa`: the emailed code of action personal-data-erasure.',
    status: 200,
    answer: ErasurePlan,
    errors: closeOwnAccountErrors,
    perMinute,
    checkHeaders: ({ tfa }) => {
      if (tfa === undefined || tfa === '') throw new AppError(TFA_CODE_INVALID);
    },
    handle: async ({ caller: { customerId }, request }) => {
      await closeOwnAccount(deps, { customerId, tfa: String(request.headers.tfa) });
      return showErasure(deps, { customerId });
    },
  });
}
