// HTTP of the investment plan.

import type { FastifyInstance } from 'fastify';
import { route } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { savePlanErrors } from './errors.ts';
import { PlanBody, PlanView } from './plan-schemas.ts';
import { readPlan } from './read-plan.ts';
import { saveInvestmentPlan } from './save-plan.ts';

/** Registers the group. */
export function investmentPlanRoutes(app: FastifyInstance, deps: AppDeps): void {
  route(app, {
    method: 'GET',
    url: '/customers/investment-plan',
    operationId: 'readInvestmentPlan',
    guard: 'customer',
    tag: 'extension',
    summary: 'The automatic investment plan; off and empty when none was saved.',
    answer: PlanView,
    handle: ({ caller }) => readPlan(deps.db, caller.customerId),
  });
  route(app, {
    method: 'PUT',
    url: '/customers/investment-plan',
    operationId: 'saveInvestmentPlan',
    guard: 'customer',
    tag: 'extension',
    summary: 'Replaces the automatic investment plan.',
    body: PlanBody,
    answer: PlanView,
    errors: savePlanErrors,
    handle: ({ caller, body }) => saveInvestmentPlan(deps, { customerId: caller.customerId, plan: body }),
  });
}
