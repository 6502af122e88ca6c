// The little that is read of a notification of onboarding v2.

import { type Parsed, parseOnboardingStatusNotification } from '../../../providers/payments/index.ts';

/** All that is read of a notification 49, 50, 53 or 54: which account to ask for, and whom it may be of. */
export type OnboardingHint = { onboardingAccountId: string; extId: string | null };

/** `AccountID` alone is required; whatever else came is not judged. */
export function readOnboardingHint(payload: unknown): Parsed<OnboardingHint> {
  const fields = new Map(typeof payload === 'object' && payload !== null ? Object.entries(payload) : []);
  const extId = fields.get('ExtId');
  return parseOnboardingStatusNotification({
    AccountID: fields.get('AccountID'),
    ...(typeof extId === 'string' ? { ExtId: extId } : {}),
  });
}
