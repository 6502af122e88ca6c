// What changes of an investor whose account the provider has is told to it later: a corrected profile, another email address.

import type { Database } from '../../../core/db/pool.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { defineJob } from '../../../core/jobs.ts';
import type { AppDeps } from '../../../deps.ts';
import { enqueueChatMessage } from '../../../providers/chat/index.ts';
import type { IndividualProfile, LegalProfile, ProviderFailure } from '../../../providers/payments/index.ts';
import { providerProfileOf } from './provider-profile.ts';
import { findCustomerWithUser } from './queries.ts';

type Deps = Pick<AppDeps, 'db' | 'jobs' | 'payments'>;

const MAX_ROUNDS = 5;

/** Sends what is saved by now; a job that comes twice or late sends nothing old (A-onboarding-11). */
export const updateProviderAccountJob = defineJob<Deps, { customerId: string }>({
  name: 'update-provider-account',
  pollSeconds: 2,
  work: (deps, { customerId }) => updateProviderAccount(deps, customerId),
});

/**
 * Sends the profile and reads it again: when it changed meanwhile, the newer one is sent too, so that of several jobs at once
 * none leaves an old profile behind. What the provider refuses for good is told to the team; what it does not answer is thrown.
 */
async function updateProviderAccount(deps: Deps, customerId: string): Promise<{ result: 'updated' | 'refused' | 'no-account' }> {
  let profile = await readProfile(deps.db, customerId);
  for (let round = 1; round <= MAX_ROUNDS; round += 1) {
    if (!profile) return { result: 'no-account' };
    const updated = await deps.payments.updateAccount(profile);
    if (!updated.ok) return refused(deps, customerId, updated);
    const newer = await readProfile(deps.db, customerId);
    if (JSON.stringify(newer) === JSON.stringify(profile)) return { result: 'updated' };
    profile = newer;
  }
  throw new Error(`the profile of customer ${customerId} kept changing`);
}

async function readProfile(db: Database, customerId: string): Promise<IndividualProfile | LegalProfile | undefined> {
  const customer = await findCustomerWithUser(db, customerId);
  if (!customer) return undefined;
  // A correction that the provider may have is not taken back by a change of something else (A-profile-corrections-5).
  const { pendingCorrection } = customer;
  const corrected = pendingCorrection?.isSent ? { ...customer, ...pendingCorrection.changes } : customer;
  return providerProfileOf(corrected, customer.email);
}

async function refused(deps: Deps, customerId: string, failure: ProviderFailure): Promise<{ result: 'refused' | 'no-account' }> {
  if (failure.kind === 'not-found') return { result: 'no-account' };
  if (failure.kind === 'unavailable' || failure.kind === 'unauthorized')
    throw new Error(`the provider did not take the profile of customer ${customerId}: ${failure.kind}`, { cause: failure });
  const code = failure.code === undefined ? '' : ` (${failure.code})`;
  await inTransaction(deps.db, (tx) =>
    enqueueChatMessage(tx, deps, {
      channel: 'internal-alerts',
      text: `Le prestataire a refusé le profil modifié du client ${customerId} : ${failure.kind}${code}.`,
    }),
  );
  return { result: 'refused' };
}
