// Door of the investor's wallet: balances, statement, holdings, incoming wires, and the IBAN to fill it.

export { isDepositIban, reencryptDepositAccounts } from './deposit-queries.ts';
export { incomingWiresJob, scanIncomingWires } from './jobs.ts';
export { bookWholeStatement, syncMoneyIn } from './provider-account.ts';
export { depositRoutes, walletRoutes } from './routes.ts';
export { normaliseBankCode } from './rules.ts';
export { assertSpendable, type FundsReading, readBooksThenBalance, spendableNow, withFunds } from './spendable.ts';
