// Door of the investor's wallet: balances, statement, holdings, and incoming wires.

export { scanIncomingWires } from './incoming-wires.ts';
export { incomingWiresJob } from './jobs.ts';
export { bookWholeStatement, readProviderBalance, syncMoneyIn } from './provider-account.ts';
export { walletRoutes } from './routes.ts';
