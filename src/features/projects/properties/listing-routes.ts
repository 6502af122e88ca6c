// HTTP of the administrators' lists, and of one whole property.

import type { FastifyInstance } from 'fastify';
import type { Static, TSchema } from 'typebox';
import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import { type CursorKey, decodeCursor, partOf } from '../../../core/http/pagination.ts';
import { route } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { searchProperties, toCatalogueDescription } from './catalogue.ts';
import { propertyErrors } from './errors.ts';
import { findBrickPrices, findPropertyJson, listProjectsJson, listRoyaltiesJson } from './listing-queries.ts';
import { findProperty } from './queries.ts';
import { PropertyParams } from './schemas.ts';
import {
  AdvantageList,
  BrickPrices,
  FoundProperties,
  PropertyList,
  PropertyListQuery,
  PropertyOrNull,
  PropertySearch,
  RoyaltyList,
} from './view-schemas.ts';

const JSON_TEXT = 'application/json';

/** Registers the group. */
export function propertyListingRoutes(app: FastifyInstance, deps: Pick<AppDeps, 'db' | 'clock'>): void {
  route(app, {
    method: 'GET',
    url: '/administration/property',
    operationId: 'listProperties',
    guard: 'administrator',
    permission: 'projects.read',
    tag: 'administration',
    summary: 'Obligations and loans, newest first, with SPV, project owner, escrow and budget.',
    query: PropertyListQuery,
    produces: JSON_TEXT,
    answer: PropertyList,
    handle: async ({ query: { cursor, ...query }, request, reply }) => {
      const rows = await listProjectsJson(deps.db, { ...query, after: decodeCursor(cursor) });
      const keyOf = (json: string) => keyIn((JSON.parse(json) as { project: Keyed }).project);
      return joined(PropertyList, partOf(rows, query.limit, keyOf, { request, reply }));
    },
  });
  route(app, {
    method: 'GET',
    url: '/administration/property/royalty',
    operationId: 'listRoyaltyProperties',
    guard: 'administrator',
    permission: 'projects.read',
    tag: 'administration',
    summary: 'Royalty properties, newest first.',
    query: PropertyListQuery,
    produces: JSON_TEXT,
    answer: RoyaltyList,
    handle: async ({ query: { cursor, ...query }, request, reply }) => {
      const rows = await listRoyaltiesJson(deps.db, { ...query, after: decodeCursor(cursor) });
      const keyOf = (json: string) => keyIn(JSON.parse(json) as Keyed);
      return joined(RoyaltyList, partOf(rows, query.limit, keyOf, { request, reply }));
    },
  });
  route(app, {
    method: 'GET',
    url: '/administration/property/search',
    operationId: 'searchProperties',
    guard: 'administrator',
    permission: 'projects.read',
    tag: 'extension',
    summary: 'Properties of all contracts by name, SPV, stage and contract, page by page.',
    query: PropertySearch,
    answer: FoundProperties,
    handle: ({ query }) => searchProperties(deps, query),
  });
  route(app, {
    method: 'GET',
    url: '/administration/property/:propertyId/brick-prices',
    operationId: 'listBrickPrices',
    guard: 'administrator',
    permission: 'projects.read',
    tag: 'extension',
    summary: 'The prices of a brick of the property, oldest first; empty for a draft.',
    params: PropertyParams,
    answer: BrickPrices,
    errors: propertyErrors,
    handle: async ({ params: { propertyId } }) => {
      if (!(await findProperty(deps.db, propertyId))) throw new AppError(NOT_FOUND, { detail: 'Property not found' });
      const prices = await findBrickPrices(deps.db, propertyId);
      return prices.map((price) => ({ ...price, validFrom: price.validFrom.toString() }));
    },
  });
  route(app, {
    method: 'GET',
    url: '/administration/property/:propertyId',
    operationId: 'readProperty',
    guard: 'administrator',
    permission: 'projects.read',
    tag: 'administration',
    summary: 'The whole property, or null.',
    params: PropertyParams,
    produces: JSON_TEXT,
    answer: PropertyOrNull,
    // `null` for an unknown id: the documents answer no 404 here (catalogue.md#reading-properties).
    handle: async ({ params }) => asWritten(PropertyOrNull, await findPropertyJson(deps.db, params.propertyId)),
  });
  route(app, {
    method: 'GET',
    url: '/administration/property/:propertyId/advantages',
    operationId: 'listAdvantages',
    guard: 'administrator',
    permission: 'projects.read',
    tag: 'administration',
    summary: 'The advantages that the page of the property shows, in French.',
    params: PropertyParams,
    answer: AdvantageList,
    errors: propertyErrors,
    handle: async ({ params }) => {
      const property = await findProperty(deps.db, params.propertyId);
      if (!property) throw new AppError(NOT_FOUND, { detail: 'Property not found' });
      return toCatalogueDescription(property).advantages;
    },
  });
}

/** Border: the fields of an item, which the database wrote as text, by which the list is sorted. */
type Keyed = { id: string; createdAt: string };

function keyIn({ id, createdAt }: Keyed): CursorKey {
  return { at: Temporal.Instant.from(createdAt), id };
}

function joined<A extends TSchema>(schema: A, items: readonly string[]): Static<A> {
  return asWritten(schema, `[${items.join(',')}]`);
}

/** Border: the database wrote this text in the shape of the schema; the server sends texts of this content type unchanged. */
function asWritten<A extends TSchema>(_schema: A, json: string): Static<A> {
  return json as unknown as Static<A>;
}
