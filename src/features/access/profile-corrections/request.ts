// POST /customers/profile/corrections: a verified investor requests a correction of their profile.

import { parisDate } from '../../../core/dates.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { AppError, FORBIDDEN, VALIDATION_FAILED } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { assertFullRights, findCustomer, lockCustomer, mailInvestor } from '../customers/index.ts';
import { claimTfa, consumeTfa, releaseTfa, type TfaClaim } from '../mfa/index.ts';
import { checkProfile } from '../onboarding/index.ts';
import { ALREADY_OPEN, NOTHING_TO_CORRECT } from './errors.ts';
import { sendCorrectionJob } from './jobs.ts';
import { type Correction, insertOpen } from './queries.ts';
import { type Corrections, differencesFrom, fieldsOf } from './rules.ts';
import type { CorrectionView } from './schemas.ts';

// POST /customers/profile/corrections: a verified investor requests a correction of name, phone
// or address.

type Deps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs'>;

/** What the investor typed, with the code of header `tfa`. */
export type RequestCorrectionInput = { customerId: CustomerId; tfa: string | undefined; asked: Corrections };

/**
 * 1. validate the fields together with the saved profile; 2. claim the code; 3. in one transaction: lock the investor and check
 * their rights, insert what differs as the pending correction, consume the code, enqueue a mail to the investor and the job that
 * sends the correction. A refusal releases the code. Errors: those of requestCorrectionErrors,
 * and `validation-failed`.
 */
export async function requestCorrection(deps: Deps, { customerId, tfa, asked }: RequestCorrectionInput): Promise<CorrectionView> {
  if (Object.keys(asked).length === 0)
    throw new AppError(VALIDATION_FAILED, { faults: [{ path: 'body', reason: 'needs at least one field' }] });
  const saved = await findCustomer(deps.db, customerId);
  const checked = await checkProfile(saved, asked, parisDate(deps.clock.now()));
  // Without a saved profile the answer is `forbidden`, also for invalid fields.
  if ('faults' in checked && saved?.informationCompletedAt !== null) throw new AppError(VALIDATION_FAILED, checked);
  const claim = await claimTfa(deps, { customerId, action: 'profile-correction', code: tfa });
  try {
    if ('faults' in checked) throw new AppError(FORBIDDEN);
    return await record(deps, claim, asked);
  } catch (error) {
    await inTransaction(deps.db, (tx) => releaseTfa(tx, claim));
    throw error;
  }
}

async function record(deps: Deps, claim: TfaClaim, asked: Corrections): Promise<CorrectionView> {
  const { customerId } = claim;
  const at = deps.clock.now();
  return inTransaction(deps.db, async (tx) => {
    const customer = await lockCustomer(tx, customerId);
    if (!customer || customer.informationCompletedAt === null) throw new AppError(FORBIDDEN);
    assertFullRights(customer);
    // Another correction may have been accepted since.
    const checked = await checkProfile(customer, asked, parisDate(at));
    if ('faults' in checked) throw new AppError(VALIDATION_FAILED, checked);
    const changes = differencesFrom(customer, checked.changes);
    const fields = fieldsOf(changes);
    if (fields.length === 0) throw new AppError(NOTHING_TO_CORRECT);
    const correction = await insertOpen(tx, { customerId, changes, at });
    if (!correction) throw new AppError(ALREADY_OPEN);
    await consumeTfa(tx, claim);
    const data = { fields, requestedAt: at.toString() };
    await mailInvestor(tx, deps, { customerId, template: 'profile-correction-requested', data });
    await deps.jobs.enqueue(tx, sendCorrectionJob, { correctionId: correction.id });
    return toCorrectionView(correction);
  });
}

// A correction as its investor sees it.

/** `changes` are the new values while it is pending, then null. */
export function toCorrectionView({ id, status, fields, changes, reason, createdAt, closedAt }: Correction): CorrectionView {
  return {
    id,
    status,
    fields,
    changes,
    reason,
    requestedAt: createdAt.toString(),
    closedAt: closedAt?.toString() ?? null,
  };
}
