// Follows the provider on one account: the investor's KYC, the SPV's KYB, the path of either, and whether the wallet is blocked. Effect
// of every notification about an account, of onboarding v1 or v2 (A-provider-webhooks-3).

import { AppError } from '../../../core/errors.ts';
import {
  type Parsed,
  parseAccountStatusNotification,
  parseBlockedNotification,
  parseOnboardingStatusNotification,
} from '../../../providers/payments/index.ts';
import { accountOfOnboarding, followAccount, type OnboardingHint } from '../../access/online-onboarding/index.ts';
import { PAYLOAD_MISSING_IDS } from './errors.ts';
import type { EffectDeps } from './receive-notification.ts';
import { type NotificationEvent, usableFields } from './rules.ts';

/**
 * Reads the account again and takes over its state, for the investor, the SPV or the owner whose it is. An account of nobody changes
 * nothing; deliveries at once share a reading (A-provider-webhooks-5). Errors: `provider-webhook-payload-missing-ids`
 * (customer-status-changed without its ids, checked before its other fields, notifications.md#account-status), `validation-failed`,
 * `internal-error` when the provider does not answer.
 */
export async function syncAccount(deps: EffectDeps, event: NotificationEvent): Promise<void> {
  const accountId = await accountOf(deps, event);
  if (accountId !== undefined) await followAccount(deps, accountId);
}

/** The provider account of the notification; undefined when there is none to read again. */
async function accountOf(deps: EffectDeps, { name, payload }: NotificationEvent): Promise<string | undefined> {
  switch (name) {
    case 'customer-status-changed': {
      const parsed = parseAccountStatusNotification(payload);
      if (!parsed.ok && parsed.faults.some(isMissingId)) throw new AppError(PAYLOAD_MISSING_IDS);
      return usableFields(parsed).extId;
    }
    case 'customer-temporarily-blocked':
      return usableFields(parseBlockedNotification(payload)).extId;
    case 'account-status-changed':
    case 'profile-status-changed':
      return accountOfOnboarding(deps, usableFields(parseOnboardingHint(payload)));
    case 'requirement-change':
    case 'restriction-change': {
      // The documents give no payload (A-provider-webhooks-10), so one without an account is not refused: there is nothing to read.
      const parsed = parseOnboardingHint(payload);
      if (parsed.ok) return accountOfOnboarding(deps, parsed.value);
      deps.log.info({ notification: name }, 'notification without an account');
      return undefined;
    }
    default:
      throw new Error(`${name} is not about an account`);
  }
}

function isMissingId({ field, reason }: { field: string; reason: string }): boolean {
  return reason === 'missing' && (field === 'ExtId' || field === 'IntId');
}

/** Only `AccountID` is required; other fields are not checked. */
function parseOnboardingHint(payload: unknown): Parsed<OnboardingHint> {
  const fields = new Map(typeof payload === 'object' && payload !== null ? Object.entries(payload) : []);
  const extId = fields.get('ExtId');
  return parseOnboardingStatusNotification({
    AccountID: fields.get('AccountID'),
    ...(typeof extId === 'string' ? { ExtId: extId } : {}),
  });
}
