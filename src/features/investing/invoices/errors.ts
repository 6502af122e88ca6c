// Codes of invoices and trade papers and the status of each (those of trade papers are ours).

import { NOT_FOUND } from '../../../core/errors.ts';

export const invoiceFileErrors = { [NOT_FOUND]: 404 };

/**
 * None of your trades has this id.
 * @cause The id is unknown, or the trade is another investor's.
 * @remedy Take the id from the list of your purchases or deals.
 */
export const TRADE_NOT_FOUND = 'trade-paper.trade-not-found';

/**
 * There is no paper of this trade.
 * @cause It is not confirmed yet, or it was canceled or refunded.
 * @remedy Ask again once the trade is confirmed.
 */
export const NOT_CONFIRMED = 'trade-paper.not-confirmed';

export const tradePaperErrors = { [TRADE_NOT_FOUND]: 404, [NOT_CONFIRMED]: 400 };
