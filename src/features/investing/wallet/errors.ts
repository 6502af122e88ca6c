// Codes of the wallet's endpoints and the status of each (ours: the yearly statement is an extension, A-wallet-7).

import { NOT_FOUND } from '../../../core/errors.ts';

/**
 * The year has too many transactions for one statement.
 * @cause The investor has more confirmed transactions in this year than a statement can hold.
 * @remedy Read the transactions from the list of the wallet, page by page.
 */
export const STATEMENT_TOO_LONG = 'wallet.statement-too-long';

export const statementErrors = { [NOT_FOUND]: 404, [STATEMENT_TOO_LONG]: 400 };
