// What of bank accounts is told to the provider later.

import { defineJob } from '../../../core/jobs.ts';
import type { AppDeps } from '../../../deps.ts';
import { unregisterBankAccount } from './unregister-bank-account.ts';

/** Tells of one that its owner took away; again does nothing. */
export const unregisterBankAccountJob = defineJob<Pick<AppDeps, 'db' | 'clock' | 'payments'>, { bankAccountId: string }>({
  name: 'unregister-bank-account',
  pollSeconds: 2,
  work: (deps, { bankAccountId }) => unregisterBankAccount(deps, bankAccountId),
});
