// Codes of the papers of trades (ours).

export const TRADE_NOT_FOUND = 'trade-paper.trade-not-found';
export const NOT_CONFIRMED = 'trade-paper.not-confirmed';

export const tradePaperErrors = { [TRADE_NOT_FOUND]: 404, [NOT_CONFIRMED]: 400 };
