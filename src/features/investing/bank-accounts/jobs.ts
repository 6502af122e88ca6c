// Background jobs of bank accounts.

import { defineJob } from '../../../core/jobs/jobs.ts';
import type { AppDeps } from '../../../deps.ts';
import { unregisterBankAccount } from './bank-accounts.ts';

/** Removes a bank account at the provider after its owner has removed it. Idempotent. */
export const unregisterBankAccountJob = defineJob<Pick<AppDeps, 'db' | 'clock' | 'payments'>, { bankAccountId: string }>({
  name: 'unregister-bank-account',
  pollSeconds: 2,
  work: (deps, { bankAccountId }) => unregisterBankAccount(deps, bankAccountId),
});
