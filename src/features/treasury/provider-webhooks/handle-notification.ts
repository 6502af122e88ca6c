// Reads the fields of a notification and does what its path is for. Safe to run twice, late, and in any order.

import { AppError, VALIDATION_FAILED } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import {
  type Parsed,
  parseAccountStatusNotification,
  parseBlockedNotification,
  parseChargebackNotification,
  parseDocumentStatusNotification,
} from '../../../providers/payments/index.ts';
import { PAYLOAD_MISSING_IDS } from './errors.ts';
import { followChargeBack } from './follow-charge-back.ts';
import { readOnboardingHint } from './read-onboarding-hint.ts';
import type { NotificationName } from './rules.ts';
import { syncAccount } from './sync-account.ts';
import { syncDocument } from './sync-document.ts';
import { syncOnboarding } from './sync-onboarding.ts';

/**
 * A notification is a hint only: each handler reads the provider again. Errors: `provider-webhook-payload-missing-ids`
 * (customer-status-changed without its ids, before anything else of it is looked at, notifications.md#account-status),
 * `validation-failed`, and those of
 * {@link syncAccount} and {@link syncDocument}.
 */
export async function handleNotification(
  deps: Pick<AppDeps, 'db' | 'clock' | 'jobs' | 'payments' | 'log'>,
  name: NotificationName,
  payload: unknown,
): Promise<void> {
  switch (name) {
    case 'customer-status-changed': {
      const read = parseAccountStatusNotification(payload);
      if (!read.ok && read.faults.some(isMissingId)) throw new AppError(PAYLOAD_MISSING_IDS);
      return syncAccount(deps, fieldsOf(read).extId);
    }
    case 'document-status-changed':
      return syncDocument(deps, fieldsOf(parseDocumentStatusNotification(payload)));
    case 'customer-temporarily-blocked':
      return syncAccount(deps, fieldsOf(parseBlockedNotification(payload)).extId);
    case 'charge-back':
      return followChargeBack(deps, fieldsOf(parseChargebackNotification(payload)));
    case 'account-status-changed':
    case 'profile-status-changed':
      return syncOnboarding(deps, fieldsOf(readOnboardingHint(payload)));
    case 'requirement-change':
    case 'restriction-change':
      return followRecertification(deps, name, payload);
  }
}

/**
 * The documents give no payload (A-provider-webhooks-10): one without an account is no fault, there is only nothing to read
 * again (notifications.md#recertification).
 */
async function followRecertification(deps: Parameters<typeof syncOnboarding>[0], name: string, payload: unknown): Promise<void> {
  const read = readOnboardingHint(payload);
  if (read.ok) return syncOnboarding(deps, read.value);
  deps.log.info({ notification: name }, 'notification without an account');
}

function isMissingId({ field, reason }: { field: string; reason: string }): boolean {
  return reason === 'missing' && (field === 'ExtId' || field === 'IntId');
}

function fieldsOf<T>(read: Parsed<T>): T {
  if (read.ok) return read.value;
  throw new AppError(VALIDATION_FAILED, {
    faults: read.faults.map(({ field, reason }) => ({ path: `body/${field}`, reason })),
  });
}
