// Door of the bank accounts that investors withdraw to.

export { bankAccountRoutes } from './routes.ts';
export { syncBankAccounts } from './sync-bank-accounts.ts';
