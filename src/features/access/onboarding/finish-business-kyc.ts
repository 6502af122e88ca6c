// POST /customers/investor-business-document: hands the KYC of a business to the verifier once the support team has its
// documents.

import type { CustomerId } from '../../../core/db/tables.ts';
import { AppError, FORBIDDEN } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { findCustomer, type InvestorView, readInvestorView } from '../customers/index.ts';
import { ONBOARDING_V1_IS_NOT_ENABLED } from './errors.ts';
import { finishKyc } from './finish-kyc.ts';
import { assertMayHandIn } from './rules.ts';

/**
 * Uploads nothing new: the documents on file go to the provider. Sends no alert for v2 (onboarding.md#identity-documents).
 * Errors: `onboarding.v1-is-not-enabled`, `forbidden` (no profile, an individual, KYC not open), those of {@link finishKyc}.
 */
export async function finishBusinessKyc(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs' | 'storage' | 'payments' | 'log'>,
  input: { customerId: CustomerId; endUser: { address: string; userAgent: string | undefined } },
): Promise<InvestorView> {
  const customer = await findCustomer(deps.db, input.customerId);
  if (customer?.onboardingVersion === 'v2') throw new AppError(ONBOARDING_V1_IS_NOT_ENABLED);
  assertMayHandIn(customer);
  if (customer?.customerType !== 'business') throw new AppError(FORBIDDEN);
  await finishKyc(deps, input);
  return readInvestorView(deps.db, input.customerId);
}
