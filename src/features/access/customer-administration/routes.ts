// Routes of the administrators' view of investors (extensions).

import type { FastifyInstance } from 'fastify';
import { dataCipher } from '../../../core/data-cipher.ts';
import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import { decodeCursor, toPage } from '../../../core/http/pagination.ts';
import { route } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { customerErrors, findCustomersPage, findCustomerWithUser } from '../customers/index.ts';
import { AdministrationCustomer, CustomerChanges, CustomerParams, CustomersPage, CustomersQuery } from './schemas.ts';
import { toAdministrationView, updateCustomer } from './update-customer.ts';

/** Registers the group. */
export function customerAdministrationRoutes(
  app: FastifyInstance,
  deps: Pick<AppDeps, 'db' | 'clock' | 'jobs' | 'config'>,
): void {
  route(app, {
    method: 'GET',
    url: '/administration/customers',
    operationId: 'listCustomers',
    guard: 'administrator',
    permission: 'people.read',
    tag: 'extension',
    summary: 'Investors, newest first.',
    query: CustomersQuery,
    answer: CustomersPage,
    reads: 'replica',
    handle: async ({ db, query: { limit, cursor, ...filters } }) => {
      const rows = await findCustomersPage(db, dataCipher(deps.config), filters, { limit, after: decodeCursor(cursor) });
      return toPage(rows, limit, ({ createdAt, id }) => ({ at: createdAt, id }), toAdministrationView);
    },
  });
  route(app, {
    method: 'GET',
    url: '/administration/customers/:id',
    operationId: 'readCustomer',
    guard: 'administrator',
    permission: 'people.read',
    tag: 'extension',
    summary: 'One investor.',
    params: CustomerParams,
    answer: AdministrationCustomer,
    errors: customerErrors,
    handle: async ({ params }) => {
      const customer = await findCustomerWithUser(deps.db, params.id);
      if (!customer) throw new AppError(NOT_FOUND, { detail: 'Customer not found' });
      return toAdministrationView(customer);
    },
  });
  route(app, {
    method: 'PATCH',
    url: '/administration/customers/:id',
    operationId: 'updateCustomer',
    guard: 'administrator',
    permission: 'people.write',
    tag: 'extension',
    summary: 'Opens royalty properties to an investor, freezes or unfreezes their account.',
    params: CustomerParams,
    body: CustomerChanges,
    answer: AdministrationCustomer,
    errors: customerErrors,
    audit: 'CUSTOMER_UPDATE',
    handle: ({ params, body, audit }) => updateCustomer(deps, { customerId: params.id, changes: body, audit }),
  });
}
