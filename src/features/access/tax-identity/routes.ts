// HTTP of the tax identity (extension).

import type { FastifyInstance } from 'fastify';
import { route } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { customerErrors, OfCustomerParams } from '../customers/index.ts';
import { loadCommunes } from './communes.ts';
import { saveTaxIdentityErrors } from './errors.ts';
import { searchCommunes } from './rules.ts';
import {
  CommunesQuery,
  FoundCommunes,
  IncompleteTaxIdentitiesPage,
  IncompleteTaxIdentitiesQuery,
  NewTaxIdentity,
  TaxIdentity,
} from './schemas.ts';
import { listIncompleteTaxIdentities, readTaxIdentity, saveTaxIdentity } from './tax-identity.ts';

const MAX_FOUND = 20;

/** Registers the group. */
export function taxIdentityRoutes(app: FastifyInstance, deps: Pick<AppDeps, 'db' | 'clock'>): void {
  route(app, {
    method: 'GET',
    url: '/customers/tax-identity',
    operationId: 'readTaxIdentity',
    guard: 'customer',
    tag: 'extension',
    summary: 'What the yearly tax file says of the investor beyond the profile, and what it lacks.',
    answer: TaxIdentity,
    handle: ({ caller }) => readTaxIdentity(deps.db, caller.customerId),
  });
  route(app, {
    method: 'PUT',
    url: '/customers/tax-identity',
    operationId: 'saveTaxIdentity',
    guard: 'customer',
    tag: 'extension',
    summary: 'Declares it, or corrects it: names, sex, and the communes of birth and residence.',
    body: NewTaxIdentity,
    answer: TaxIdentity,
    errors: saveTaxIdentityErrors,
    handle: ({ caller, body }) => saveTaxIdentity(deps, { customerId: caller.customerId, sent: body }),
  });
  route(app, {
    method: 'GET',
    url: '/customers/tax-identity/communes',
    operationId: 'searchCommunes',
    guard: 'customer',
    tag: 'extension',
    summary: 'Communes of France with their INSEE codes, by postcode or the beginning of the name.',
    query: CommunesQuery,
    answer: FoundCommunes,
    handle: async ({ query }) =>
      searchCommunes(await loadCommunes(), query.search, MAX_FOUND).map(({ code, name, postcodes, isCurrent }) => ({
        code,
        name,
        isCurrent,
        postcodes: [...postcodes],
      })),
  });
  route(app, {
    method: 'GET',
    url: '/administration/customers/:customerId/tax-identity',
    operationId: 'readCustomerTaxIdentity',
    guard: 'administrator',
    permission: 'papers.read',
    tag: 'extension',
    summary: 'What the yearly tax file says of an investor beyond the profile, and what it lacks.',
    params: OfCustomerParams,
    answer: TaxIdentity,
    errors: customerErrors,
    handle: ({ params }) => readTaxIdentity(deps.db, params.customerId),
  });
  route(app, {
    method: 'GET',
    url: '/administration/tax-identities',
    operationId: 'listIncompleteTaxIdentities',
    guard: 'administrator',
    permission: 'papers.read',
    tag: 'extension',
    summary: 'Investors of whom the yearly tax file lacks something, newest first, with counts.',
    query: IncompleteTaxIdentitiesQuery,
    answer: IncompleteTaxIdentitiesPage,
    reads: 'replica',
    handle: ({ db, query }) => listIncompleteTaxIdentities({ db, clock: deps.clock }, query),
  });
}
