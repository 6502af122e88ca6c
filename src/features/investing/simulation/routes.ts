// HTTP of the simulation: for the public at the rate of a person without a declaration, for investors at their own.

import type { FastifyInstance } from 'fastify';
import { route } from '../../../core/http/route.ts';
import { simulationErrors } from './errors.ts';
import { Simulation, SimulationParams, SimulationQuery } from './schemas.ts';
import { type SimulationDeps, simulate } from './simulate.ts';

/** Registers the group. */
export function simulationRoutes(app: FastifyInstance, deps: SimulationDeps): void {
  const common = {
    ...{ tag: 'extension', params: SimulationParams, query: SimulationQuery },
    ...{ answer: Simulation, errors: simulationErrors },
  } as const;
  route(app, {
    ...common,
    method: 'GET',
    url: '/properties/:propertyId/simulation',
    operationId: 'simulateInvestment',
    guard: 'public',
    summary: 'What bricks of an open funding would bring month by month, late, and in default, at the usual tax rate.',
    handle: ({ params: { propertyId }, query }) => simulate(deps, { propertyId, ...query }),
  });
  route(app, {
    ...common,
    method: 'GET',
    url: '/customers/properties/:propertyId/simulation',
    operationId: 'simulateOwnInvestment',
    guard: 'customer',
    summary: "The same at the investor's own tax rate.",
    handle: ({ caller, params: { propertyId }, query }) => simulate(deps, { propertyId, ...query }, caller.customerId),
  });
}
