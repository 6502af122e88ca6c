// Parses the provider's notifications, form or JSON, into typed values or a list of faults (notifications.md#form).
// A notification is only a hint: the receiver reads the current state from the provider before it acts.

import type { Cents } from '../../core/cents.ts';
import {
  blankableText,
  category,
  euros,
  flag,
  instant,
  integer,
  openBody,
  optional,
  type Parsed,
  result,
  type Source,
  text,
} from './notification-fields.ts';

/** Category 8. `rawStatus` and `blocked` are null where the provider left them out. */
export type AccountStatusNotification = { extId: string; intId: number; rawStatus: number | null; blocked: boolean | null };
/** Category 9. `rawStatus` is the document's, 0 to 8. */
export type DocumentStatusNotification = {
  extId: string;
  intId: number;
  documentId: number;
  rawType: number;
  rawStatus: number;
  notifiedAt: Temporal.Instant;
};
/** Category 13. */
export type BlockedNotification = {
  extId: string;
  intId: number;
  rawStatus: number;
  blocked: boolean;
  notifiedAt: Temporal.Instant;
};
/** Category 14. `transactionId` is the chargeback's own money-out; `amountCents` is null where it was left out. */
export type ChargebackNotification = { extId: string; comment: string; transactionId: number; amountCents: Cents | null };
/** Categories 49 and 50: which onboarding account to read again. */
export type OnboardingNotification = {
  onboardingAccountId: string;
  profileId: string | null;
  extId: string | null;
  intId: number | null;
  rawStatus: string | null;
  notifiedAt: Temporal.Instant | null;
};
/** Category 53. */
export type RequirementNotification = OnboardingNotification & { requirementId: string | null; dueDate: string | null };
/** Category 54. */
export type RestrictionNotification = OnboardingNotification & { restrictionId: string | null; reason: string | null };

/** Account status changed (8). Only the two ids are required; the endpoint has an error code for missing ids. */
export function parseAccountStatusNotification(body: unknown): Parsed<AccountStatusNotification> {
  const source = openBody(body);
  category(source, 8, 'optional');
  return result(source, {
    extId: text(source, 'ExtId'),
    intId: integer(source, 'IntId'),
    rawStatus: optional(source, 'Status', integer),
    blocked: optional(source, 'Blocked', flag),
  });
}

/** Document status changed (9). */
export function parseDocumentStatusNotification(body: unknown): Parsed<DocumentStatusNotification> {
  const source = openBody(body);
  category(source, 9, 'required');
  return result(source, {
    extId: text(source, 'ExtId'),
    intId: integer(source, 'IntId'),
    documentId: integer(source, 'DocId'),
    rawType: integer(source, 'DocType'),
    rawStatus: integer(source, 'Status', 0, 8),
    notifiedAt: instant(source, 'NotifDate'),
  });
}

/** Account blocked or unblocked (13). */
export function parseBlockedNotification(body: unknown): Parsed<BlockedNotification> {
  const source = openBody(body);
  category(source, 13, 'required');
  return result(source, {
    extId: text(source, 'ExtId'),
    intId: integer(source, 'IntId'),
    rawStatus: integer(source, 'Status'),
    blocked: flag(source, 'Blocked'),
    notifiedAt: instant(source, 'NotifDate'),
  });
}

/** Chargeback (14). */
export function parseChargebackNotification(body: unknown): Parsed<ChargebackNotification> {
  const source = openBody(body);
  category(source, 14, 'optional');
  return result(source, {
    extId: text(source, 'ExtId'),
    comment: blankableText(source, 'Comment'),
    transactionId: integer(source, 'IdTransaction', 1),
    amountCents: optional(source, 'Amount', euros),
  });
}

/** Onboarding profile status changed (49). */
export function parseProfileStatusNotification(body: unknown): Parsed<OnboardingNotification> {
  const source = openBody(body);
  return result(source, onboardingFields(source, 49));
}

/** Onboarding account status changed (50). */
export function parseOnboardingStatusNotification(body: unknown): Parsed<OnboardingNotification> {
  const source = openBody(body);
  return result(source, onboardingFields(source, 50));
}

/** A recertification was requested, answered or decided (53). */
export function parseRequirementNotification(body: unknown): Parsed<RequirementNotification> {
  const source = openBody(body);
  return result(source, {
    ...onboardingFields(source, 53),
    requirementId: optional(source, 'RequirementId', text),
    dueDate: optional(source, 'DueDate', text),
  });
}

/** A restriction begins or ends (54). */
export function parseRestrictionNotification(body: unknown): Parsed<RestrictionNotification> {
  const source = openBody(body);
  return result(source, {
    ...onboardingFields(source, 54),
    restrictionId: optional(source, 'RestrictionId', text),
    reason: optional(source, 'Reason', text),
  });
}

/** The envelope that the four onboarding categories share; `AccountID` alone is required. */
function onboardingFields(source: Source, number: number): OnboardingNotification {
  category(source, number, 'optional');
  return {
    onboardingAccountId: text(source, 'AccountID'),
    profileId: optional(source, 'ProfileID', text),
    extId: optional(source, 'ExtId', text),
    intId: optional(source, 'IntId', integer),
    rawStatus: optional(source, 'Status', text),
    notifiedAt: optional(source, 'NotifDate', instant),
  };
}
