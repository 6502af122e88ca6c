// Codes of closing an account.

import { customerErrors } from '../../access/customers/index.ts';
import { tfaErrors } from '../../access/mfa/index.ts';

/**
 * Something still belongs to the account, is on its way to it, or is being looked into, so that it cannot be closed.
 * @cause `errors` names each of them: money or bricks, a payment, payout, gift card or reward that is not settled, a freeze, a check that is
 * under way, a change of address that can still be undone.
 * @remedy Settle each of them: withdraw the money with `withdraw`, wait for the end of payments and projects, or have an administrator end the
 * freeze; a changed address can be undone for some days, so wait for their end; then close the account again.
 */
export const ACCOUNT_HELD = 'erasure.account-held';

export const closeOwnAccountErrors = { ...tfaErrors, [ACCOUNT_HELD]: 409 };

export const closeAccountErrors = { ...customerErrors, [ACCOUNT_HELD]: 409 };
