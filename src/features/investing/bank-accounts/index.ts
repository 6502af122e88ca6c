// Door of the bank accounts that investors withdraw to.

export { forgetBankAccounts, syncBankAccounts } from './bank-accounts.ts';
export { unregisterBankAccountJob } from './jobs.ts';
export { bankAccountRoutes } from './routes.ts';
export { maskIban } from './rules.ts';
