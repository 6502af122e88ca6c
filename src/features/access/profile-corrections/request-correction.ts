// POST /customers/profile/corrections: a verified investor asks to have name, phone or address corrected.

import { parisDate } from '../../../core/dates.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { AppError, FORBIDDEN, VALIDATION_FAILED } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { assertFullRights, findCustomer, lockCustomer, mailInvestor } from '../customers/index.ts';
import { claimTfa, consumeTfa, releaseTfa, type TfaClaim } from '../mfa/index.ts';
import { judgeProfile } from '../onboarding/index.ts';
import { toCorrectionView } from './correction-view.ts';
import { ALREADY_OPEN, NOTHING_TO_CORRECT } from './errors.ts';
import { sendCorrectionJob } from './jobs.ts';
import { insertOpen } from './queries.ts';
import { type Corrections, fieldsOf, newOf } from './rules.ts';
import type { CorrectionView } from './schemas.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs'>;

/** What the investor typed, with the code of header `tfa`. */
export type RequestCorrectionInput = { customerId: string; tfa: string | undefined; asked: Corrections };

/**
 * 1. check the fields as the profile's, over the saved ones; 2. claim the code; 3. in one transaction: lock and judge the investor,
 * keep what is new as the one open correction, warn the investor by mail, write the job that sends it, use the code up. Whatever is
 * refused gives the code back.
 */
export async function requestCorrection(deps: Deps, { customerId, tfa, asked }: RequestCorrectionInput): Promise<CorrectionView> {
  if (Object.keys(asked).length === 0)
    throw new AppError(VALIDATION_FAILED, { faults: [{ path: 'body', reason: 'needs at least one field' }] });
  const saved = await findCustomer(deps.db, customerId);
  const judged = await judgeProfile(saved, asked, parisDate(deps.clock.now()));
  // Who has not completed a profile has none to correct, whatever was sent.
  if ('faults' in judged && saved?.informationCompletedAt !== null) throw new AppError(VALIDATION_FAILED, judged);
  const claim = await claimTfa(deps, { customerId, action: 'profile-correction', code: tfa });
  try {
    if ('faults' in judged) throw new AppError(FORBIDDEN);
    return await keep(deps, claim, judged.changes);
  } catch (error) {
    await releaseTfa(deps, claim);
    throw error;
  }
}

async function keep(deps: Deps, claim: TfaClaim, asked: Corrections): Promise<CorrectionView> {
  const { customerId } = claim;
  const at = deps.clock.now();
  return inTransaction(deps.db, async (tx) => {
    const customer = await lockCustomer(tx, customerId);
    if (!customer || customer.informationCompletedAt === null) throw new AppError(FORBIDDEN);
    assertFullRights(customer);
    const changes = newOf(customer, asked);
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
