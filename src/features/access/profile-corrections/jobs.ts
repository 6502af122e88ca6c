// Sends pending corrections to the provider, and closes each once the provider has decided.

import type { CustomerId } from '../../../core/db/tables.ts';
import { inTransaction, type Tx } from '../../../core/db/transaction.ts';
import { defineJob, type Jobs } from '../../../core/jobs/jobs.ts';
import type { AppDeps } from '../../../deps.ts';
import { enqueueChatMessage } from '../../../providers/chat/index.ts';
import type { ProviderFailure } from '../../../providers/payments/index.ts';
import {
  enqueueProviderUpdate,
  findCustomerWithUser,
  lockCustomer,
  mailInvestor,
  providerProfileOf,
  refusalText,
  writeProfile,
} from '../customers/index.ts';
import {
  closePending,
  findPending,
  findPendingIdOf,
  listPendingIds,
  markFollowed,
  markSent,
  markTaken,
  type PendingCorrection,
} from './queries.ts';
import { type RefusalReason, verdictOf } from './rules.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs' | 'payments'>;

/** Sends a correction to the provider and applies its decision. The job row only names the correction. */
export const sendCorrectionJob = defineJob<Deps, { correctionId: string }>({
  name: 'send-profile-correction',
  pollSeconds: 2,
  work: (deps, { correctionId }) => sendCorrection(deps, correctionId),
});

/** Checks all pending corrections, in case their job failed or the provider's webhook was lost. */
export const profileCorrectionsJob = defineJob<Deps & Pick<AppDeps, 'log'>, { dryRun?: boolean }>({
  name: 'profile-corrections',
  cron: '*/10 * * * *',
  onDemand: true,
  concurrency: 1,
  work: (deps, { dryRun = false }) => followCorrections(deps, { dryRun }),
});

/** After a notification about an investor: enqueues the job that checks their pending correction; does nothing without one. */
export async function followCorrectionLater(tx: Tx, deps: { jobs: Jobs }, customerId: CustomerId): Promise<void> {
  const correctionId = await findPendingIdOf(tx, customerId);
  if (correctionId !== undefined) await deps.jobs.enqueue(tx, sendCorrectionJob, { correctionId });
}

/** The outcome so far; `nothing-to-do`: it was closed by another call. */
type Followed = { result: 'accepted' | 'refused' | 'pending' | 'nothing-to-do' };

/**
 * 1. mark it as sent, unless the account was frozen meanwhile; 2. send the whole corrected profile, again at each attempt until
 * the provider has answered, which is idempotent; 3. read the account, and close the correction by its status.
 * Throws when the provider does not answer: the job is retried.
 */
async function sendCorrection(deps: Deps, correctionId: string): Promise<Followed> {
  const correction = await startSending(deps, correctionId);
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

/** The correction to send; `refused` when the account is frozen, undefined when it was closed already. */
async function startSending(deps: Deps, correctionId: string): Promise<PendingCorrection | 'refused' | undefined> {
  const pending = await findPending(deps.db, correctionId);
  if (!pending) return undefined;
  const state = await inTransaction(deps.db, async (tx) => {
    const customer = await lockCustomer(tx, pending.customerId);
    if (customer?.frozenAt) return 'frozen';
    return (await markSent(tx, correctionId, deps.clock.now())) ? 'open' : 'closed';
  });
  // The request may be the reason of the freeze (A-profile-corrections-4).
  if (state === 'frozen') return (await closeCorrection(deps, pending, 'account-frozen')) && 'refused';
  return state === 'open' ? pending : undefined;
}

/** False when the provider refused the profile; the correction is closed then. */
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
    // Closed while it was being sent: the provider must have the saved profile again.
    if (!(await markTaken(tx, id, deps.clock.now())) && locked) await enqueueProviderUpdate(tx, deps, locked);
  });
  return true;
}

/**
 * Accepts the correction without a `reason`, else refuses it, and mails the outcome; `failure` is reported to the team. While the
 * account is frozen every correction is refused. Returns the outcome, or undefined when another call closed it first.
 */
async function closeCorrection(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'jobs'>,
  { id, customerId }: { id: string; customerId: CustomerId },
  reason: RefusalReason | null,
  failure?: ProviderFailure,
): Promise<'accepted' | 'refused' | undefined> {
  const at = deps.clock.now();
  return inTransaction(deps.db, async (tx) => {
    const customer = await lockCustomer(tx, customerId);
    const correction = await findPending(tx, id);
    if (!customer || !correction) return undefined;
    const refusal = reason ?? (customer.frozenAt === null ? null : 'account-frozen');
    await closePending(tx, id, { reason: refusal, at });
    if (refusal === null) await writeProfile(tx, customerId, correction.changes, at);
    else if (correction.sentAt !== null) {
      // Without an answer the provider may still receive the new values: the saved profile must be sent after them.
      const startAfterSeconds = correction.takenAt === null ? deps.config.PROVIDER_RESEND_AFTER_SECONDS : 0;
      await enqueueProviderUpdate(tx, deps, customer, { startAfterSeconds });
    }
    const { fields } = correction;
    const data = refusal === null ? { outcome: 'accepted' as const, fields } : { outcome: refusal, fields };
    await mailInvestor(tx, deps, { customerId, template: 'profile-correction-closed', data });
    if (failure)
      await enqueueChatMessage(tx, deps, {
        channel: 'internal-alerts',
        text: `Le prestataire a refusé la correction du profil du client ${customerId} : ${refusalText(failure)}.`,
      });
    return refusal === null ? 'accepted' : 'refused';
  });
}

function unanswered(correctionId: string, failure: ProviderFailure): Error {
  return new Error(`the provider did not answer to profile correction ${correctionId}: ${failure.kind}`, { cause: failure });
}

// Checks pending corrections again, in case the provider's webhook was lost or a job failed for good.

const MAX_AT_ONCE = 200;

/** An error with one correction does not stop the others. The report counts the outcomes. */
async function followCorrections(deps: Deps & Pick<AppDeps, 'log'>, { dryRun }: { dryRun: boolean }) {
  const ids = await listPendingIds(deps.db, MAX_AT_ONCE);
  const report = { open: ids.length, accepted: 0, refused: 0, pending: 0, failed: 0, dryRun };
  if (dryRun || ids.length === 0) return report;
  await inTransaction(deps.db, (tx) => markFollowed(tx, ids, deps.clock.now()));
  for (const id of ids) {
    const result = await followAlone(deps, id);
    if (result !== 'nothing-to-do') report[result] += 1;
  }
  return report;
}

async function followAlone(deps: Deps & Pick<AppDeps, 'log'>, correctionId: string): Promise<Followed['result'] | 'failed'> {
  try {
    return (await sendCorrection(deps, correctionId)).result;
  } catch (error) {
    deps.log.warn({ err: error, correctionId }, 'profile correction not checked');
    return 'failed';
  }
}
