// Door of trade papers: the printed confirmations of purchases and deals, issued by the rooms that confirm these.

export { issueTradePaper } from './issue-trade-paper.ts';
export { tradePaperRoutes } from './routes.ts';
