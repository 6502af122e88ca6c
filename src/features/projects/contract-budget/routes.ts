// HTTP of the contract budget.

import type { FastifyInstance } from 'fastify';
import { route } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { BUDGET_AUDIT, editContractBudget } from './change-budget.ts';
import { contractBudgetErrors } from './errors.ts';
import { ContractBudget, ContractBudgetEdit, PropertyParams } from './schemas.ts';

/** Registers the group. */
export function contractBudgetRoutes(app: FastifyInstance, deps: Pick<AppDeps, 'db' | 'clock' | 'payments'>): void {
  route(app, {
    method: 'PATCH',
    url: '/administration/property/:propertyId/contract-budget',
    operationId: 'editContractBudget',
    guard: 'administrator',
    permission: 'money.write',
    tag: 'administration',
    summary: 'Changes interest escrow and construction budget of a published obligation V2.',
    params: PropertyParams,
    body: ContractBudgetEdit,
    answer: ContractBudget,
    errors: contractBudgetErrors,
    audit: BUDGET_AUDIT,
    handle: ({ params, body, endUser, audit }) =>
      editContractBudget(deps, { propertyId: params.propertyId, changes: body, endUser, audit }),
  });
}
