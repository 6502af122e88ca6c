// An investor with their path, as it is stored.

import type { CustomerId } from '../../../core/db/tables.ts';
import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { type CustomerWithUser, findCustomerWithUser } from '../customers/index.ts';
import { providerFaults } from '../onboarding/index.ts';
import { findPath, type Path } from './queries.ts';
import { mayMove, toInvestorPath } from './rules.ts';
import type { Onboarding } from './schemas.ts';

export type ShownInvestor = {
  view: Onboarding;
  path: Path | undefined;
  customer: CustomerWithUser;
  /** What has to be saved before anything can be asked of the provider. */
  missing: 'save-profile' | 'hand-in-company' | null;
};

/** Error: `not-found`. */
export async function showInvestor(deps: Pick<AppDeps, 'db' | 'config'>, customerId: CustomerId): Promise<ShownInvestor> {
  const [customer, path] = await Promise.all([findCustomerWithUser(deps.db, customerId), findPath(deps.db, { customerId })]);
  if (!customer) throw new AppError(NOT_FOUND, { detail: 'Customer not found' });
  const missing = missingOf(customer);
  const isFree = mayMove(customer, deps.config.ONBOARDING_OF_NEW_CUSTOMERS);
  return { view: toInvestorPath(customer, path, { missing, isFree }), path, customer, missing };
}

function missingOf(customer: CustomerWithUser): ShownInvestor['missing'] {
  if (customer.informationCompletedAt === null || providerFaults(customer).length > 0) return 'save-profile';
  return customer.customerType === 'business' && customer.company === null ? 'hand-in-company' : null;
}
