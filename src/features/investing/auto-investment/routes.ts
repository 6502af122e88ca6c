// HTTP of automatic investment.

import type { FastifyInstance } from 'fastify';
import { route } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { endWave } from './end-wave.ts';
import { endWaveErrors, previewWaveErrors, readWaveErrors, triggerWaveErrors } from './errors.ts';
import { previewWave } from './preview-wave.ts';
import { readWave } from './read-wave.ts';
import {
  PreviewQuery,
  PropertyParams,
  SimulationQuery,
  SimulationRunning,
  TriggerBody,
  WaveOfProperty,
  WavePreview,
} from './schemas.ts';
import { startSimulation } from './start-simulation.ts';
import { triggerWave } from './trigger-wave.ts';

/** Registers the group. */
export function autoInvestmentRoutes(app: FastifyInstance, deps: AppDeps): void {
  route(app, {
    method: 'POST',
    url: '/administration/property/:propertyId/funding/trigger-automatic-investment',
    operationId: 'triggerWave',
    money: 'moves',
    guard: 'administrator',
    tag: 'administration',
    summary: 'Starts a wave of automatic investment.',
    params: PropertyParams,
    body: TriggerBody,
    errors: triggerWaveErrors,
    audit: 'PROPERTY_TRIGGER_AUTOMATIC_INVESTMENT',
    handle: async ({ params, body, audit, idempotency }) => {
      const includesCanceled = body.includeInvestorsWithCanceledAutoInvest;
      await triggerWave(deps, { propertyId: params.propertyId, includesCanceled, audit, idempotency });
      return undefined;
    },
  });
  route(app, {
    method: 'POST',
    url: '/administration/property/:propertyId/funding/end-automatic-investment',
    operationId: 'endWave',
    money: 'stays',
    guard: 'administrator',
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
    tag: 'administration',
    summary: 'Starts a simulation of automatic investment; its result goes to the chat.',
    query: SimulationQuery,
    answer: SimulationRunning,
    produces: 'text/plain; charset=utf-8',
    effects: true,
    handle: ({ query }) => startSimulation(deps, query),
  });
}
