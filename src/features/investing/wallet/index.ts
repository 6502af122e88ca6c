// Door of the investor's wallet: balance, statement and holdings, and the money that arrives from outside.

export { bookWholeStatement } from './book-whole-statement.ts';
export { incomingWiresJob } from './jobs.ts';
export { walletRoutes } from './routes.ts';
export { scanIncomingWires } from './scan-incoming-wires.ts';
export { syncMoneyIn } from './sync-money-in.ts';
