// HTTP of profile corrections.

import type { FastifyInstance } from 'fastify';
import { requestsPerMinute } from '../../../config/service.ts';
import { AppError } from '../../../core/errors.ts';
import { decodeCursor, toPage } from '../../../core/http/pagination.ts';
import { route } from '../../../core/http/route.ts';
import { PageQuery } from '../../../core/http/schemas.ts';
import type { AppDeps } from '../../../deps.ts';
import { TFA_CODE_INVALID } from '../mfa/index.ts';
import { listEditableFields } from './editable-fields.ts';
import { requestCorrectionErrors } from './errors.ts';
import { listCorrectionsOf } from './queries.ts';
import { requestCorrection, toCorrectionView } from './request.ts';
import { CorrectionsPage, CorrectionView, EditableFields, NewCorrection } from './schemas.ts';

/** A tenth of the general rate limit, as each request causes a call of the provider and a mail. */
const SHARE_OF_THE_LIMIT = 10;

/** Registers the group. */
export function profileCorrectionRoutes(app: FastifyInstance, deps: AppDeps): void {
  route(app, {
    method: 'POST',
    url: '/customers/profile/corrections',
    operationId: 'requestCorrection',
    idempotency: 'none',
    guard: 'customer',
    tag: 'extension',
    summary:
      'A verified investor asks to have name, phone or address corrected. Header `tfa`: the emailed code of action profile-correction.',
    body: NewCorrection,
    answer: CorrectionView,
    errors: requestCorrectionErrors,
    perMinute: Math.ceil(requestsPerMinute(deps.config) / SHARE_OF_THE_LIMIT),
    checkHeaders: ({ tfa }) => {
      if (tfa === undefined || tfa === '') throw new AppError(TFA_CODE_INVALID);
    },
    handle: ({ caller, body, request }) =>
      requestCorrection(deps, { customerId: caller.customerId, tfa: String(request.headers.tfa), asked: body }),
  });
  route(app, {
    method: 'GET',
    url: '/customers/profile/corrections',
    operationId: 'listCorrections',
    guard: 'customer',
    tag: 'extension',
    summary: 'Corrections of the profile that the investor asked for, newest first.',
    query: PageQuery,
    answer: CorrectionsPage,
    handle: async ({ caller, query: { limit, cursor } }) => {
      const rows = await listCorrectionsOf(deps.db, caller.customerId, { after: decodeCursor(cursor), limit: limit + 1 });
      return toPage(rows, limit, ({ createdAt, id }) => ({ at: createdAt, id }), toCorrectionView);
    },
  });
  route(app, {
    method: 'GET',
    url: '/customers/profile/editable-fields',
    operationId: 'listEditableFields',
    guard: 'customer',
    tag: 'extension',
    summary: 'Which fields of the profile may change now: saved at once, or by a correction; and why the others may not.',
    answer: EditableFields,
    handle: ({ caller }) => listEditableFields(deps, caller.customerId),
  });
}
