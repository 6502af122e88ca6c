// Codes that say why an investor may not trade or withdraw yet (onboarding.md#transaction-rights); the rooms in which
// investors move money answer them too.

import { NOT_FOUND } from '../../../core/errors.ts';

/**
 * The account may neither trade nor move money while it is being verified.
 * @cause The identity check is under way, the account was frozen, or the provider has blocked the wallet; of a gift card also that of its
 * buyer.
 * @remedy Wait for the end of the verification, or ask the support why the account is held.
 */
export const ACCOUNT_IS_BEING_VERIFIED = 'customer.rights.account-is-being-verified';

/**
 * The identity of the investor is not verified.
 * @cause The identity check has not begun, was refused, or is out of date.
 * @remedy Hand in a valid identity document and wait until it is accepted.
 */
export const ACCOUNT_NOT_COMPLETED = 'customer.rights.account-not-completed';

/**
 * The registration is not complete.
 * @cause The profile was not saved, or the documents were not handed in.
 * @remedy Complete the profile and the documents, then try again.
 */
export const INVESTOR_ONBOARDING_NOT_COMPLETED = 'customer.investor-onboarding-not-completed';

/** Also for what other rooms show of an investor to administrators. */
export const customerErrors = { [NOT_FOUND]: 404 };
