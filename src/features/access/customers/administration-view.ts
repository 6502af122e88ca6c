// Turns a customer into what an administrator sees: the investor's own view, their freeze, and their account at the provider.

import { toInvestorView } from './investor-view.ts';
import type { AdministrationCustomer } from './schemas.ts';
import type { CustomerWithUser } from './with-user-queries.ts';

export function toAdministrationView(customer: CustomerWithUser): AdministrationCustomer {
  return {
    ...toInvestorView(customer),
    isCompanyAccount: customer.isCompanyAccount,
    frozenAt: customer.frozenAt?.toString() ?? null,
    frozenSource: customer.frozenSource,
    frozenReason: customer.frozenReason,
    providerStatus: customer.providerStatus,
    providerBlocked: customer.providerBlocked,
    referrerCustomerId: customer.referrerCustomerId,
  };
}
