// What of an investor is told to the provider later.

import { defineJob } from '../../../core/jobs.ts';
import type { AppDeps } from '../../../deps.ts';
import { updateProviderAccount } from './update-provider-account.ts';

/** Sends what is saved by now; a job that comes twice or late sends nothing old (A-onboarding-11). */
export const updateProviderAccountJob = defineJob<Pick<AppDeps, 'db' | 'jobs' | 'payments'>, { customerId: string }>({
  name: 'update-provider-account',
  pollSeconds: 2,
  work: (deps, { customerId }) => updateProviderAccount(deps, customerId),
});
