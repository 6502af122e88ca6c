// HTTP of the payouts.

import type { FastifyInstance } from 'fastify';
import { route } from '../../core/http/route.ts';
import type { AppDeps } from '../../deps.ts';
import { readPayouts } from './read-payouts.ts';
import { PayoutsOfMonth, PeriodParams } from './schemas.ts';

/** Registers the route. */
export function payoutRoutes(app: FastifyInstance, deps: Pick<AppDeps, 'db'>): void {
  route(app, {
    method: 'GET',
    url: '/administration/payouts/:period',
    guard: 'administrator',
    tag: 'extension',
    summary: 'Coupons and capital paid to holders in a month, and the tax to remit for it.',
    params: PeriodParams,
    answer: PayoutsOfMonth,
    handle: ({ params }) => readPayouts(deps, params.period),
  });
}
