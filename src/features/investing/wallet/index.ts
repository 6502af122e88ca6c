// Door of the investor's wallet: balances, statement, holdings, and incoming wires.

export { bookWholeStatement } from './book-whole-statement.ts';
export { incomingWiresJob } from './jobs.ts';
export { readProviderBalance } from './read-provider-balance.ts';
export { walletRoutes } from './routes.ts';
export { scanIncomingWires } from './scan-incoming-wires.ts';
export { syncMoneyIn } from './sync-money-in.ts';
