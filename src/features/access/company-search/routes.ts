// HTTP of the company search.

import type { FastifyInstance } from 'fastify';
import { route } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { searchCompaniesErrors } from './errors.ts';
import { Companies, CompanyQuery } from './schemas.ts';
import { searchCompanies } from './search-companies.ts';

/** Registers the group. */
export function companySearchRoutes(app: FastifyInstance, deps: Pick<AppDeps, 'cache' | 'registry'>): void {
  route(app, {
    method: 'GET',
    url: '/registry/search',
    operationId: 'searchCompanies',
    guard: 'customer',
    tag: 'investor',
    summary: 'French companies by name, or by registration number.',
    query: CompanyQuery,
    answer: Companies,
    errors: searchCompaniesErrors,
    handle: ({ query }) => searchCompanies(deps, query),
  });
}
