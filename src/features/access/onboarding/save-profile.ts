// PATCH /customers/profile: saves and checks what the investor says of themself.

import { parisDate } from '../../../core/dates.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { AppError, FORBIDDEN, VALIDATION_FAILED } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import {
  enqueueProviderUpdate,
  findCustomer,
  type InvestorView,
  lockCustomer,
  readInvestorView,
  writeProfile,
} from '../customers/index.ts';
import { judgeProfile, type SentProfile } from './judge-profile.ts';
import { maySaveProfile } from './rules.ts';

/**
 * Fields left out keep their saved value; the whole must be complete, and such that the provider takes it. A provider that has
 * the account already is told later. Errors: `validation-failed`, then `forbidden` when KYC is verified or waits for the
 * verifier, unless it came before any profile.
 */
export async function saveProfile(
  deps: Pick<AppDeps, 'db' | 'clock' | 'jobs'>,
  input: { customerId: string; profile: SentProfile },
): Promise<InvestorView> {
  const { customerId } = input;
  const at = deps.clock.now();
  const saved = await findCustomer(deps.db, customerId);
  const judged = await judgeProfile(saved, input.profile, parisDate(at));
  if ('faults' in judged) throw new AppError(VALIDATION_FAILED, judged);

  await inTransaction(deps.db, async (tx) => {
    const customer = await lockCustomer(tx, customerId);
    if (!customer || !maySaveProfile(customer)) throw new AppError(FORBIDDEN);
    await writeProfile(tx, customerId, judged.changes, at);
    await enqueueProviderUpdate(tx, deps, customer);
  });
  return readInvestorView(deps.db, customerId);
}
