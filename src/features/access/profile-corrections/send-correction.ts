// Brings one pending correction forward: to the provider, and to its end once the provider has judged it.

import { inTransaction } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import type { ProviderFailure } from '../../../providers/payments/index.ts';
import { enqueueProviderUpdate, findCustomerWithUser, lockCustomer, providerProfileOf } from '../customers/index.ts';
import { closeCorrection } from './close-correction.ts';
import { findPending, markSent, markTaken, type PendingCorrection } from './queries.ts';
import { verdictOf } from './rules.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs' | 'payments'>;

/** What is known of it now; `nothing-to-do`: somebody else has closed it. */
export type Followed = { result: 'accepted' | 'refused' | 'pending' | 'nothing-to-do' };

/**
 * 1. note that it is being sent, unless the account was frozen meanwhile; 2. send the whole profile as it would be, until the
 * provider has answered: the account is its reference, and sent twice it is the same; 3. read the account, and do as it says
 * (A-profile-corrections-3). Throws when the provider does not answer: the job comes again.
 */
export async function sendCorrection(deps: Deps, correctionId: string): Promise<Followed> {
  const correction = await noteSending(deps, correctionId);
  if (correction === 'refused') return { result: 'refused' };
  if (!correction) return { result: 'nothing-to-do' };
  if (correction.takenAt === null && !(await send(deps, correction))) return { result: 'refused' };
  const account = await deps.payments.getAccount(correction.customerId);
  if (!account.ok) throw unanswered(correctionId, account);
  const verdict = verdictOf(account.value.kycStatus);
  if (verdict === 'pending') return { result: 'pending' };
  const reason = verdict === 'accepted' ? null : 'identity-not-confirmed';
  const closed = await closeCorrection(deps, correction, reason);
  return { result: closed ?? 'nothing-to-do' };
}

async function noteSending(deps: Deps, correctionId: string): Promise<PendingCorrection | 'refused' | undefined> {
  const pending = await findPending(deps.db, correctionId);
  if (!pending) return undefined;
  const state = await inTransaction(deps.db, async (tx) => {
    const customer = await lockCustomer(tx, pending.customerId);
    if (customer?.frozenAt) return 'frozen';
    return (await markSent(tx, correctionId, deps.clock.now())) ? 'open' : 'closed';
  });
  // Whoever froze it may have done so because of this request (A-profile-corrections-4).
  if (state === 'frozen') return (await closeCorrection(deps, pending, 'account-frozen')) && 'refused';
  return state === 'open' ? pending : undefined;
}

/** False when the provider refused it for good. */
async function send(deps: Deps, { id, customerId, changes }: PendingCorrection): Promise<boolean> {
  const customer = await findCustomerWithUser(deps.db, customerId);
  const profile = customer && providerProfileOf({ ...customer, ...changes }, customer.email);
  if (!profile) throw new Error(`customer ${customerId} has no profile to correct`);
  const updated = await deps.payments.updateAccount(profile);
  if (!updated.ok) {
    if (updated.kind === 'unavailable' || updated.kind === 'unauthorized') throw unanswered(id, updated);
    await closeCorrection(deps, { id, customerId }, 'provider-refused', updated);
    return false;
  }
  await inTransaction(deps.db, async (tx) => {
    const locked = await lockCustomer(tx, customerId);
    // Closed while it was under way: the provider gets back what is saved.
    if (!(await markTaken(tx, id, deps.clock.now())) && locked) await enqueueProviderUpdate(tx, deps, locked);
  });
  return true;
}

function unanswered(correctionId: string, failure: ProviderFailure): Error {
  return new Error(`the provider did not answer to profile correction ${correctionId}: ${failure.kind}`, { cause: failure });
}
