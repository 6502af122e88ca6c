// HTTP of the exports of personal data.

import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { requestsPerMinute } from '../../../config/service.ts';
import { AppError } from '../../../core/errors.ts';
import { route } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { customerErrors, OfCustomerParams } from '../../access/customers/index.ts';
import { TFA_CODE_INVALID, tfaErrors } from '../../access/mfa/index.ts';
import { exportCustomerData, exportOwnData } from './export.ts';

const ZIP = 'application/zip';

/** A fiftieth of the general rate limit, as each reads every table and file of a person. */
const SHARE_OF_THE_LIMIT = 50;

/** Registers the group. */
export function personalDataRoutes(app: FastifyInstance, deps: AppDeps): void {
  const perMinute = Math.ceil(requestsPerMinute(deps.config) / SHARE_OF_THE_LIMIT);
  route(app, {
    method: 'POST',
    url: '/customers/personal-data/export',
    operationId: 'exportOwnData',
    idempotency: 'none',
    guard: 'customer',
    tag: 'extension',
    summary:
      'All that is kept of the investor, as zip: JSON and papers. Header `tfa`: the emailed code of action personal-data-export.',
    status: 200,
    produces: ZIP,
    errors: tfaErrors,
    perMinute,
    checkHeaders: ({ tfa }) => {
      if (tfa === undefined || tfa === '') throw new AppError(TFA_CODE_INVALID);
    },
    handle: async ({ caller, request, reply }) =>
      sendZip(reply, await exportOwnData(deps, { customerId: caller.customerId, tfa: String(request.headers.tfa) })),
  });
  route(app, {
    method: 'POST',
    url: '/administration/customers/:customerId/personal-data/export',
    operationId: 'exportCustomerData',
    idempotency: 'none',
    guard: 'administrator',
    permission: 'people.write',
    factor: 'again',
    tag: 'extension',
    summary: 'All that is kept of an investor, as zip: JSON and papers, for who asked for it by letter.',
    params: OfCustomerParams,
    status: 200,
    produces: ZIP,
    errors: customerErrors,
    perMinute,
    audit: 'CUSTOMER_DATA_EXPORT',
    handle: async ({ params, audit, reply }) =>
      sendZip(reply, await exportCustomerData(deps, { customerId: params.customerId, audit })),
  });
}

async function sendZip(reply: FastifyReply, zip: Readable): Promise<undefined> {
  await reply
    .type(ZIP)
    .header('content-disposition', 'attachment; filename="donnees-personnelles.zip"')
    .header('cache-control', 'no-store')
    .send(zip);
  return undefined;
}
