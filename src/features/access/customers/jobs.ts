// Sends changes of an investor to the provider when it has their account: a corrected profile, another email.

import type { Database } from '../../../core/db/pool.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import { inTransaction, type Tx } from '../../../core/db/transaction.ts';
import { defineJob, type Jobs } from '../../../core/jobs/jobs.ts';
import type { AppDeps } from '../../../deps.ts';
import { enqueueChatMessage } from '../../../providers/chat/index.ts';
import type { IndividualProfile, LegalProfile, ProviderFailure } from '../../../providers/payments/index.ts';
import { providerProfileOf } from './provider-profile.ts';
import { type Customer, findCustomerWithUser } from './queries.ts';
import { refusalText } from './rules.ts';

type Deps = Pick<AppDeps, 'db' | 'jobs' | 'payments'>;

const MAX_ROUNDS = 5;

/** Sends what is saved when the job runs: idempotent, and a late job sends no old data. */
export const updateProviderAccountJob = defineJob<Deps, { customerId: CustomerId }>({
  name: 'update-provider-account',
  pollSeconds: 2,
  work: (deps, { customerId }) => updateProviderAccount(deps, customerId),
});

/**
 * Sends the profile and reads it again; when it changed meanwhile, the newer one is sent too, so that concurrent jobs do not
 * leave an old profile at the provider. A refusal is reported to the team. Throws when the provider does not answer: the job is
 * retried.
 */
async function updateProviderAccount(
  deps: Deps,
  customerId: CustomerId,
): Promise<{ result: 'updated' | 'refused' | 'no-account' }> {
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

async function readProfile(db: Database, customerId: CustomerId): Promise<IndividualProfile | LegalProfile | undefined> {
  const customer = await findCustomerWithUser(db, customerId);
  if (!customer) return undefined;
  // A correction that was sent must not be undone by the update of another field.
  const { pendingCorrection } = customer;
  const corrected = pendingCorrection?.isSent ? { ...customer, ...pendingCorrection.changes } : customer;
  return providerProfileOf(corrected, customer.email);
}

async function refused(
  deps: Deps,
  customerId: CustomerId,
  failure: ProviderFailure,
): Promise<{ result: 'refused' | 'no-account' }> {
  if (failure.kind === 'not-found') return { result: 'no-account' };
  if (failure.kind === 'unavailable' || failure.kind === 'unauthorized')
    throw new Error(`the provider did not take the profile of customer ${customerId}: ${failure.kind}`, { cause: failure });
  await inTransaction(deps.db, (tx) =>
    enqueueChatMessage(tx, deps, {
      channel: 'internal-alerts',
      text: `Le prestataire a refusé le profil modifié du client ${customerId} : ${refusalText(failure)}.`,
    }),
  );
  return { result: 'refused' };
}

// Sends a change of an investor to the provider, by a job in the transaction of the change.

/** Enqueues the job; does nothing while the provider has no account of the investor. The caller holds the customer's lock. */
export async function enqueueProviderUpdate(
  tx: Tx,
  deps: { jobs: Jobs },
  customer: Pick<Customer, 'id' | 'providerInternalId' | 'providerStatus'>,
  { startAfterSeconds = 0 } = {},
): Promise<void> {
  if (customer.providerInternalId === null && customer.providerStatus === null) return;
  await deps.jobs.enqueue(tx, updateProviderAccountJob, { customerId: customer.id }, { startAfterSeconds });
}
