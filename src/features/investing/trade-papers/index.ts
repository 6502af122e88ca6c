// Door of trade papers: the printed confirmations of purchases and deals, issued by the rooms that confirm these.

export { tradePaperRoutes } from './routes.ts';
export { issueTradePaper } from './trade-papers.ts';
