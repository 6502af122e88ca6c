// HTTP of the administrators' lists and of the whole property.

import type { FastifyInstance } from 'fastify';
import type { Static, TSchema } from 'typebox';
import { route } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { propertyErrors } from './errors.ts';
import { listAdvantages } from './list-advantages.ts';
import { listProperties } from './list-properties.ts';
import { listRoyaltyProperties } from './list-royalty-properties.ts';
import { AdvantageList, PropertyList, PropertyOrNull, RoyaltyList } from './listing-schemas.ts';
import { readProperty } from './read-property.ts';
import { PropertyParams } from './schemas.ts';

const JSON_TEXT = 'application/json';

/** Registers the group. */
export function propertyListingRoutes(app: FastifyInstance, deps: Pick<AppDeps, 'db'>): void {
  route(app, {
    method: 'GET',
    url: '/administration/property',
    operationId: 'listProperties',
    guard: 'administrator',
    tag: 'administration',
    summary: 'Every obligation and loan, newest first, with SPV, project owner, escrow and budget.',
    produces: JSON_TEXT,
    answer: PropertyList,
    handle: async () => asWritten(PropertyList, await listProperties(deps)),
  });
  route(app, {
    method: 'GET',
    url: '/administration/property/royalty',
    operationId: 'listRoyaltyProperties',
    guard: 'administrator',
    tag: 'administration',
    summary: 'Every royalty property, newest first.',
    produces: JSON_TEXT,
    answer: RoyaltyList,
    handle: async () => asWritten(RoyaltyList, await listRoyaltyProperties(deps)),
  });
  route(app, {
    method: 'GET',
    url: '/administration/property/:propertyId',
    operationId: 'readProperty',
    guard: 'administrator',
    tag: 'administration',
    summary: 'The whole property, or null.',
    params: PropertyParams,
    produces: JSON_TEXT,
    answer: PropertyOrNull,
    handle: async ({ params }) => asWritten(PropertyOrNull, await readProperty(deps, params.propertyId)),
  });
  route(app, {
    method: 'GET',
    url: '/administration/property/:propertyId/advantages',
    operationId: 'listAdvantages',
    guard: 'administrator',
    tag: 'administration',
    summary: 'What the page of the property praises, in French.',
    params: PropertyParams,
    answer: AdvantageList,
    errors: propertyErrors,
    handle: ({ params }) => listAdvantages(deps, params.propertyId),
  });
}

/** Border: a text that the database wrote in the shape of the schema; the server sends texts of this content type as they are. */
function asWritten<A extends TSchema>(_schema: A, json: string): Static<A> {
  return json as unknown as Static<A>;
}
