// Door of the bank accounts that investors withdraw to.

export { forgetBankAccounts, syncBankAccounts } from './bank-accounts.ts';
export { unregisterBankAccountJob } from './jobs.ts';
export { reencryptBankAccounts } from './queries.ts';
export { bankAccountRoutes } from './routes.ts';
export { ibanCell, maskIban, oldEnoughFrom } from './rules.ts';
