// Handles a stored notification once and tells how it went; whoever asked writes that down. Safe to run twice, late, in any order.

import { AppError, VALIDATION_FAILED } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import {
  type Parsed,
  parseAccountStatusNotification,
  parseBlockedNotification,
  parseChargebackNotification,
  parseDocumentStatusNotification,
  parseOnboardingStatusNotification,
} from '../../../providers/payments/index.ts';
import { PAYLOAD_MISSING_IDS } from './errors.ts';
import { followChargeBack } from './follow-charge-back.ts';
import type { EventOutcome, StoredEvent } from './rules.ts';
import { syncAccount } from './sync-account.ts';
import { syncDocument } from './sync-document.ts';
import { type OnboardingHint, syncOnboarding } from './sync-onboarding.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'jobs' | 'payments' | 'log'>;

/** A replay would meet these again. */
const FINAL: readonly string[] = [VALIDATION_FAILED, PAYLOAD_MISSING_IDS];

/**
 * Throws nothing that the handling throws: it is the outcome. Its codes: `provider-webhook-payload-missing-ids`
 * (customer-status-changed without its ids, before anything else of it is looked at, notifications.md#account-status),
 * `validation-failed`, and those of {@link syncAccount}, {@link syncDocument} and {@link followChargeBack}.
 */
export async function attemptEvent(deps: Deps, event: Omit<StoredEvent, 'id'>): Promise<EventOutcome> {
  try {
    await handleNotification(deps, event);
    return { state: 'handled' };
  } catch (error) {
    const code = error instanceof AppError ? error.code : String(error);
    return { state: FINAL.includes(code) ? 'ignored' : 'failed', code, error };
  }
}

/** A notification is a hint only: each handler reads the provider again. */
async function handleNotification(deps: Deps, { name, payload }: Omit<StoredEvent, 'id'>): Promise<void> {
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
async function followRecertification(deps: Deps, name: string, payload: unknown): Promise<void> {
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

/** `AccountID` alone is required; whatever else came is not judged. */
function readOnboardingHint(payload: unknown): Parsed<OnboardingHint> {
  const fields = new Map(typeof payload === 'object' && payload !== null ? Object.entries(payload) : []);
  const extId = fields.get('ExtId');
  return parseOnboardingStatusNotification({
    AccountID: fields.get('AccountID'),
    ...(typeof extId === 'string' ? { ExtId: extId } : {}),
  });
}
