// HTTP of the online onboarding (extension).

import type { FastifyInstance } from 'fastify';
import type { AdministratorCaller, Permission } from '../../../core/http/guards.ts';
import { route } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { OfCustomerParams } from '../customers/index.ts';
import {
  askProvider,
  readProjectOwnerOnboarding,
  readSpvOnboarding,
  startProjectOwnerOnboarding,
  startSpvOnboarding,
} from './administration.ts';
import { holderErrors, startErrors, startHolderErrors } from './errors.ts';
import { readCustomerOnboarding, readOnboarding, startOnboarding } from './investor.ts';
import {
  AdministrationOnboarding,
  NewOwnerOnboarding,
  NewSpvOnboarding,
  Onboarding,
  OnboardingQuestion,
  OwnerOnboardingParams,
  SpvOnboardingParams,
} from './schemas.ts';

/** Registers the group. */
export function onlineOnboardingRoutes(app: FastifyInstance, deps: AppDeps): void {
  route(app, {
    method: 'POST',
    url: '/customers/onboarding',
    operationId: 'startOnboarding',
    idempotency: 'none',
    guard: 'customer',
    tag: 'extension',
    summary:
      'Opens the account at the payment provider if needed, and answers the link to the page on which the investor goes on.',
    answer: Onboarding,
    errors: startErrors,
    handle: ({ caller, endUser }) => startOnboarding(deps, { customerId: caller.customerId, endUser }),
  });
  route(app, {
    method: 'GET',
    url: '/customers/onboarding',
    operationId: 'readOnboarding',
    guard: 'customer',
    tag: 'extension',
    summary: 'How far the onboarding is, as the payment provider says now, and what to do next.',
    answer: Onboarding,
    effects: true,
    handle: ({ caller }) => readOnboarding(deps, { customerId: caller.customerId }),
  });
  administrationRoutes(app, deps);
  spvRoutes(app, deps);
  ownerRoutes(app, deps);
}

/** With the link one hands in papers as that person: it is for administrators who may write about them, not for readers. */
function shownTo(
  { permissions }: AdministratorCaller,
  needed: Permission,
  path: AdministrationOnboarding,
): AdministrationOnboarding {
  return permissions.has(needed) ? path : { ...path, url: null };
}

function administrationRoutes(app: FastifyInstance, deps: AppDeps): void {
  const common = { guard: 'administrator', tag: 'extension', errors: holderErrors } as const;
  route(app, {
    ...common,
    method: 'POST',
    url: '/administration/onboarding/ask',
    operationId: 'askProvider',
    permission: 'people.write',
    idempotency: 'none',
    summary: 'Asks the payment provider now about an investor, an SPV or a project owner.',
    body: OnboardingQuestion,
    status: 200,
    answer: AdministrationOnboarding,
    audit: 'ONBOARDING_ASK',
    handle: async ({ body, audit, caller }) =>
      shownTo(caller, body.customerId ? 'people.write' : 'projects.write', await askProvider(deps, { asked: body, audit })),
  });
  route(app, {
    ...common,
    params: OfCustomerParams,
    method: 'GET',
    url: '/administration/customers/:customerId/onboarding',
    operationId: 'readCustomerOnboarding',
    permission: 'people.read',
    summary: 'How far the onboarding of an investor is.',
    answer: AdministrationOnboarding,
    handle: async ({ params, caller }) => shownTo(caller, 'people.write', await readCustomerOnboarding(deps, params.customerId)),
  });
}

function spvRoutes(app: FastifyInstance, deps: AppDeps): void {
  const common = { guard: 'administrator', tag: 'extension', params: SpvOnboardingParams } as const;
  route(app, {
    ...common,
    method: 'GET',
    url: '/administration/spv/:id/onboarding',
    operationId: 'readSpvOnboarding',
    permission: 'projects.read',
    summary: 'How far the onboarding of an SPV is.',
    answer: AdministrationOnboarding,
    errors: holderErrors,
    handle: async ({ params, caller }) => shownTo(caller, 'projects.write', await readSpvOnboarding(deps, params.id)),
  });
  route(app, {
    ...common,
    method: 'POST',
    url: '/administration/spv/:id/onboarding',
    operationId: 'startSpvOnboarding',
    permission: 'projects.write',
    idempotency: 'none',
    summary: 'Opens the account of an SPV at the payment provider if needed, and answers the link for its representative.',
    body: NewSpvOnboarding,
    answer: AdministrationOnboarding,
    errors: startHolderErrors,
    audit: 'SPV_ONBOARDING_START',
    handle: ({ params, body, audit, endUser }) => startSpvOnboarding(deps, { spvId: params.id, body, audit, endUser }),
  });
}

function ownerRoutes(app: FastifyInstance, deps: AppDeps): void {
  const common = { guard: 'administrator', tag: 'extension', params: OwnerOnboardingParams } as const;
  route(app, {
    ...common,
    method: 'GET',
    url: '/administration/project-owner/:projectOwnerId/onboarding',
    operationId: 'readProjectOwnerOnboarding',
    permission: 'projects.read',
    summary: 'How far the onboarding of a project owner is.',
    answer: AdministrationOnboarding,
    errors: holderErrors,
    handle: async ({ params, caller }) =>
      shownTo(caller, 'projects.write', await readProjectOwnerOnboarding(deps, params.projectOwnerId)),
  });
  route(app, {
    ...common,
    method: 'POST',
    url: '/administration/project-owner/:projectOwnerId/onboarding',
    operationId: 'startProjectOwnerOnboarding',
    permission: 'projects.write',
    idempotency: 'none',
    summary: 'Opens the account of a project owner at the payment provider if needed, and answers the link for them.',
    body: NewOwnerOnboarding,
    answer: AdministrationOnboarding,
    errors: startHolderErrors,
    audit: 'PROJECT_OWNER_ONBOARDING_START',
    handle: ({ params, body, audit, endUser }) =>
      startProjectOwnerOnboarding(deps, { projectOwnerId: params.projectOwnerId, body, audit, endUser }),
  });
}
