// Codes of the wallet and of the deposit account, and the status of each (all ours but account-is-being-verified).

import { NOT_FOUND } from '../../../core/errors.ts';
import { ACCOUNT_IS_BEING_VERIFIED } from '../../access/customers/index.ts';

/**
 * The year has too many transactions for one statement.
 * @cause The investor has more confirmed transactions in this year than a statement can hold.
 * @remedy Read the transactions from the list of the wallet, page by page.
 */
export const STATEMENT_TOO_LONG = 'wallet.statement-too-long';

/**
 * There is no receipt of this movement yet.
 * @cause The transaction is not confirmed, or the day on which it was posted is not sealed: that happens in the night after it.
 * @remedy Ask again on the day after the movement was confirmed.
 */
export const MOVEMENT_NOT_SEALED = 'wallet.movement-not-sealed';

export const receiptErrors = { [NOT_FOUND]: 404, [MOVEMENT_NOT_SEALED]: 400 };

export const statementErrors = { [NOT_FOUND]: 404, [STATEMENT_TOO_LONG]: 400 };

/**
 * The investor has no wallet at the provider yet.
 * @cause The deposit account was requested before the identity documents were uploaded.
 * @remedy Complete the registration, then ask again.
 */
export const PROVIDER_ACCOUNT_REQUIRED = 'deposit-account.provider-account-required';

/**
 * The provider did not open an IBAN for the investor.
 * @cause It refused the request for a reason of its own, which is in the log.
 * @remedy Write to the support, who can ask the provider.
 */
export const REFUSED_BY_PROVIDER = 'deposit-account.refused-by-provider';

export const readDepositAccountErrors = {
  [PROVIDER_ACCOUNT_REQUIRED]: 400,
  [REFUSED_BY_PROVIDER]: 400,
  [ACCOUNT_IS_BEING_VERIFIED]: 403,
};
