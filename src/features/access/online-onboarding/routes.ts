// HTTP of the online onboarding (extension).

import type { FastifyInstance } from 'fastify';
import { route } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { OfCustomerParams } from '../customers/index.ts';
import { askProvider } from './ask-provider.ts';
import { holderErrors, startErrors, startHolderErrors } from './errors.ts';
import { showOwnerPath, showSpvPath, startOwner, startSpv } from './holder-path.ts';
import { readInvestorPath, showInvestorPath, startInvestor } from './investor-path.ts';
import {
  AdministrationOnboarding,
  NewOwnerOnboarding,
  NewSpvOnboarding,
  Onboarding,
  OwnerOnboardingParams,
  SpvOnboardingParams,
} from './schemas.ts';

/** Registers the group. */
export function onlineOnboardingRoutes(app: FastifyInstance, deps: AppDeps): void {
  route(app, {
    method: 'POST',
    url: '/customers/onboarding',
    operationId: 'startOnboarding',
    money: 'stays',
    guard: 'customer',
    tag: 'extension',
    summary:
      'Opens the account at the payment provider if needed, and answers the link to the page on which the investor goes on.',
    answer: Onboarding,
    errors: startErrors,
    handle: ({ caller, endUser }) => startInvestor(deps, { customerId: caller.customerId, endUser }),
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
    handle: ({ caller }) => readInvestorPath(deps, { customerId: caller.customerId }),
  });
  investorRoutes(app, deps);
  spvRoutes(app, deps);
  ownerRoutes(app, deps);
}

function investorRoutes(app: FastifyInstance, deps: AppDeps): void {
  const common = { guard: 'administrator', tag: 'extension', params: OfCustomerParams, errors: holderErrors } as const;
  route(app, {
    ...common,
    method: 'GET',
    url: '/administration/customers/:customerId/onboarding',
    operationId: 'readCustomerOnboarding',
    summary: 'How far the onboarding of an investor is.',
    answer: AdministrationOnboarding,
    handle: ({ params }) => showInvestorPath(deps, params.customerId),
  });
  route(app, {
    ...common,
    method: 'POST',
    url: '/administration/customers/:customerId/onboarding/ask',
    operationId: 'askCustomerOnboarding',
    money: 'stays',
    summary: 'Asks the payment provider about an investor now.',
    status: 200,
    answer: AdministrationOnboarding,
    audit: 'ONBOARDING_ASK',
    handle: ({ params, audit }) => askProvider(deps, { customerId: params.customerId }, audit),
  });
}

function spvRoutes(app: FastifyInstance, deps: AppDeps): void {
  const common = { guard: 'administrator', tag: 'extension', params: SpvOnboardingParams } as const;
  route(app, {
    ...common,
    method: 'GET',
    url: '/administration/spv/:id/onboarding',
    operationId: 'readSpvOnboarding',
    summary: 'How far the onboarding of an SPV is.',
    answer: AdministrationOnboarding,
    errors: holderErrors,
    handle: ({ params }) => showSpvPath(deps, params.id),
  });
  route(app, {
    ...common,
    method: 'POST',
    url: '/administration/spv/:id/onboarding',
    operationId: 'startSpvOnboarding',
    money: 'stays',
    summary: 'Opens the account of an SPV at the payment provider if needed, and answers the link for its representative.',
    body: NewSpvOnboarding,
    answer: AdministrationOnboarding,
    errors: startHolderErrors,
    audit: 'SPV_ONBOARDING_START',
    handle: ({ params, body, audit, endUser }) => startSpv(deps, { spvId: params.id, body, audit, endUser }),
  });
  route(app, {
    ...common,
    method: 'POST',
    url: '/administration/spv/:id/onboarding/ask',
    operationId: 'askSpvOnboarding',
    money: 'stays',
    summary: 'Asks the payment provider about an SPV now.',
    status: 200,
    answer: AdministrationOnboarding,
    errors: holderErrors,
    audit: 'ONBOARDING_ASK',
    handle: ({ params, audit }) => askProvider(deps, { spvId: params.id }, audit),
  });
}

function ownerRoutes(app: FastifyInstance, deps: AppDeps): void {
  const common = { guard: 'administrator', tag: 'extension', params: OwnerOnboardingParams } as const;
  route(app, {
    ...common,
    method: 'GET',
    url: '/administration/project-owner/:projectOwnerId/onboarding',
    operationId: 'readProjectOwnerOnboarding',
    summary: 'How far the onboarding of a project owner is.',
    answer: AdministrationOnboarding,
    errors: holderErrors,
    handle: ({ params }) => showOwnerPath(deps, params.projectOwnerId),
  });
  route(app, {
    ...common,
    method: 'POST',
    url: '/administration/project-owner/:projectOwnerId/onboarding',
    operationId: 'startProjectOwnerOnboarding',
    money: 'stays',
    summary: 'Opens the account of a project owner at the payment provider if needed, and answers the link for them.',
    body: NewOwnerOnboarding,
    answer: AdministrationOnboarding,
    errors: startHolderErrors,
    audit: 'PROJECT_OWNER_ONBOARDING_START',
    handle: ({ params, body, audit, endUser }) =>
      startOwner(deps, { projectOwnerId: params.projectOwnerId, body, audit, endUser }),
  });
  route(app, {
    ...common,
    method: 'POST',
    url: '/administration/project-owner/:projectOwnerId/onboarding/ask',
    operationId: 'askProjectOwnerOnboarding',
    money: 'stays',
    summary: 'Asks the payment provider about a project owner now.',
    status: 200,
    answer: AdministrationOnboarding,
    errors: holderErrors,
    audit: 'ONBOARDING_ASK',
    handle: ({ params, audit }) => askProvider(deps, { projectOwnerId: params.projectOwnerId }, audit),
  });
}
