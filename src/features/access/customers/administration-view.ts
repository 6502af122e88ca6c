// Turns a customer into what an administrator sees: the investor's own view, and why and since when they are held back.

import { toInvestorView } from './investor-view.ts';
import type { CustomerWithUser } from './queries.ts';
import type { AdministrationCustomer } from './schemas.ts';

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
