// Codes that say why an investor may not trade or withdraw yet (document 1); every room that moves money answers them.

import { NOT_FOUND } from '../../core/errors.ts';

export const ACCOUNT_IS_BEING_VERIFIED = 'customer.rights.account-is-being-verified';
export const ACCOUNT_NOT_COMPLETED = 'customer.rights.account-not-completed';
export const INVESTOR_ONBOARDING_NOT_COMPLETED = 'customer.investor-onboarding-not-completed';

/** Also of whatever other rooms show of an investor to administrators. */
export const customerErrors = { [NOT_FOUND]: 404 };
