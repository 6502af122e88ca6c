// Door of the papers of trades: rooms that confirm a purchase or a deal issue them, investors read theirs.

export { issueTradePaper } from './issue-trade-paper.ts';
export { tradePaperRoutes } from './routes.ts';
