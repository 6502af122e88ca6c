// Door of the investor's wallet: balance, statement and holdings, and the money that arrives from outside.

export { incomingWiresJob } from './jobs.ts';
export { walletRoutes } from './routes.ts';
export { scanIncomingWires } from './scan-incoming-wires.ts';
export { bookWholeStatement, syncMoneyIn } from './sync-money-in.ts';
