// Door of the bank accounts that investors withdraw to.

export { unregisterBankAccountJob } from './jobs.ts';
export { bankAccountRoutes } from './routes.ts';
export { maskIban } from './rules.ts';
export { syncBankAccounts } from './sync-bank-accounts.ts';
