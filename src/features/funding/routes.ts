// HTTP of the funding cycle.

import type { FastifyInstance } from 'fastify';
import { route } from '../../core/http/route.ts';
import type { AppDeps } from '../../deps.ts';
import { endFunding } from './end-funding.ts';
import { endFundingErrors, readFundingErrors } from './errors.ts';
import { readFunding } from './read-funding.ts';
import { EndFundingParams, FundingParams, FundingView } from './schemas.ts';

/** Registers the group. */
export function fundingRoutes(app: FastifyInstance, deps: Pick<AppDeps, 'db' | 'clock' | 'jobs' | 'config'>): void {
  route(app, {
    method: 'GET',
    url: '/administration/property/:propertyId/funding',
    guard: 'administrator',
    tag: 'administration',
    summary: 'Funding information, key dates, purchased amounts and remaining bricks.',
    params: FundingParams,
    answer: FundingView,
    errors: readFundingErrors,
    handle: ({ params }) => readFunding(deps, params.propertyId),
  });
  route(app, {
    method: 'POST',
    url: '/administration/property/:propertyId/funding/end/:endType',
    guard: 'administrator',
    tag: 'administration',
    summary: 'Closes the funding with success.',
    params: EndFundingParams,
    answer: FundingView,
    errors: endFundingErrors,
    audit: 'PROPERTY_END_FUNDING',
    handle: ({ params, audit }) => endFunding(deps, { propertyId: params.propertyId, audit }),
  });
}
