// Door of the bank accounts that investors withdraw to.

export { forgetBankAccounts } from './forget-bank-accounts.ts';
export { unregisterBankAccountJob } from './jobs.ts';
export { bankAccountRoutes } from './routes.ts';
export { maskIban } from './rules.ts';
export { syncBankAccounts } from './sync-bank-accounts.ts';
