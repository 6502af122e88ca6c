// HTTP of automatic investment and of the investment plan.

import type { FastifyInstance } from 'fastify';
import { route } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { endWaveErrors, previewWaveErrors, readWaveErrors, savePlanErrors, triggerWaveErrors } from './errors.ts';
import { readPlan, saveInvestmentPlan } from './plan.ts';
import { previewWave, startSimulation } from './preview.ts';
import {
  PlanBody,
  PlanView,
  PreviewQuery,
  PropertyParams,
  SimulationQuery,
  SimulationRunning,
  TriggerBody,
  WaveOfProperty,
  WavePreview,
} from './schemas.ts';
import { endWave, readWave, triggerWave } from './waves.ts';

/** Registers the group. */
export function autoInvestmentRoutes(app: FastifyInstance, deps: AppDeps): void {
  route(app, {
    method: 'POST',
    url: '/administration/property/:propertyId/funding/trigger-automatic-investment',
    operationId: 'triggerWave',
    idempotency: 'key',
    guard: 'administrator',
    permission: 'money.write',
    tag: 'administration',
    summary: 'Starts a wave of automatic investment.',
    params: PropertyParams,
    body: TriggerBody,
    errors: triggerWaveErrors,
    audit: 'PROPERTY_TRIGGER_AUTOMATIC_INVESTMENT',
    moves: deps,
    handle: async ({ params, body, audit, idempotency }, deps) => {
      const includesCanceled = body.includeInvestorsWithCanceledAutoInvest;
      await triggerWave(deps, { propertyId: params.propertyId, includesCanceled, audit, idempotency });
      return undefined;
    },
  });
  route(app, {
    method: 'POST',
    url: '/administration/property/:propertyId/funding/end-automatic-investment',
    operationId: 'endWave',
    idempotency: 'none',
    guard: 'administrator',
    permission: 'money.write',
    tag: 'extension',
    summary: 'Ends the wave of automatic investment that is under way: who still waits for their turn gets nothing.',
    params: PropertyParams,
    errors: endWaveErrors,
    audit: 'PROPERTY_END_AUTOMATIC_INVESTMENT',
    handle: async ({ params, audit }) => {
      await endWave(deps, { propertyId: params.propertyId, audit });
      return undefined;
    },
  });
  route(app, {
    method: 'GET',
    url: '/administration/property/:propertyId/funding/automatic-investment',
    operationId: 'readWave',
    guard: 'administrator',
    permission: 'projects.read',
    tag: 'extension',
    summary: 'The wave of automatic investment that is under way, or the last one, with how far it is.',
    params: PropertyParams,
    answer: WaveOfProperty,
    errors: readWaveErrors,
    handle: ({ params }) => readWave(deps, params.propertyId),
  });
  route(app, {
    method: 'GET',
    url: '/administration/property/:propertyId/funding/automatic-investment-preview',
    operationId: 'previewWave',
    guard: 'administrator',
    permission: 'money.read',
    tag: 'extension',
    summary: 'What a wave of automatic investment would buy now, plan by plan; changes nothing.',
    params: PropertyParams,
    query: PreviewQuery,
    answer: WavePreview,
    errors: previewWaveErrors,
    reads: 'replica',
    handle: ({ db, params, query }) => previewWave({ db }, params.propertyId, query),
  });
  route(app, {
    method: 'GET',
    url: '/administration/property/simulate-automatic-investment',
    operationId: 'startSimulation',
    guard: 'administrator',
    permission: 'money.write',
    tag: 'administration',
    summary: 'Starts a simulation of automatic investment; its result goes to the chat.',
    query: SimulationQuery,
    answer: SimulationRunning,
    produces: 'text/plain; charset=utf-8',
    effects: true,
    handle: ({ query }) => startSimulation(deps, query),
  });
}

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
    handle: ({ caller }) => readPlan(deps.db, deps, caller.customerId),
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
    handle: ({ caller, body: { unchangedSince, ...plan } }) =>
      saveInvestmentPlan(deps, { customerId: caller.customerId, plan, unchangedSince }),
  });
}
