// GET /administration/customers/:customerId/onboarding: the stored path of an investor; the provider is asked by a request of its own.

import type { CustomerId } from '../../../core/db/tables.ts';
import type { AppDeps } from '../../../deps.ts';
import { toAdministrationPath } from './rules.ts';
import type { AdministrationOnboarding } from './schemas.ts';
import { showInvestor } from './show-investor.ts';

/** Error: `not-found`. */
export async function readCustomerOnboarding(
  deps: Pick<AppDeps, 'db' | 'config'>,
  customerId: CustomerId,
): Promise<AdministrationOnboarding> {
  const { view, path, customer } = await showInvestor(deps, customerId);
  return toAdministrationPath(view, path, customer.providerReadAt);
}
