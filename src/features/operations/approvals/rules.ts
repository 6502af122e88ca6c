// When a second administrator decides, and what may be done to a request in which state (approvals.md). Pure.

import type { Config } from '../../../config/settings.ts';
import { type Cents, centsOf } from '../../../core/cents.ts';
import { type VerbRow, verbRow } from '../../../core/states.ts';
import type { Written } from '../../../money/payments/index.ts';
import { APPROVAL_ALREADY_DECIDED, APPROVAL_EXPIRED } from './errors.ts';

/**
 * `approved`: its execution is under way. `changed`: it would no longer have done what was approved, so it did nothing. `failed`: it was
 * refused when it was executed, by a rule or by the provider.
 */
export const APPROVAL_STATES = ['waiting', 'refused', 'expired', 'approved', 'executed', 'changed', 'failed'] as const;
export type ApprovalState = (typeof APPROVAL_STATES)[number];

const undecided = verbRow(APPROVAL_STATES, ['waiting'], APPROVAL_ALREADY_DECIDED, { expired: APPROVAL_EXPIRED });

export const APPROVAL_VERBS = {
  'approve-request': undecided,
  'refuse-request': undecided,
} satisfies Readonly<Record<string, VerbRow<ApprovalState>>>;

/** Past its time it is expired, also before the job has said so. */
export function stateAt(
  { state, expiresAt }: { state: ApprovalState; expiresAt: Temporal.Instant },
  now: Temporal.Instant,
): ApprovalState {
  return state === 'waiting' && Temporal.Instant.compare(expiresAt, now) <= 0 ? 'expired' : state;
}

export type Thresholds = Pick<Config, 'FOUR_EYES_PAY_OUT_CENTS' | 'FOUR_EYES_TRANSFER_CENTS' | 'FOUR_EYES_BOOKING_CENTS'>;

/** Whether any kind of move has a threshold. */
export function isOn(config: Thresholds): boolean {
  const { FOUR_EYES_PAY_OUT_CENTS, FOUR_EYES_TRANSFER_CENTS, FOUR_EYES_BOOKING_CENTS } = config;
  return [FOUR_EYES_PAY_OUT_CENTS, FOUR_EYES_TRANSFER_CENTS, FOUR_EYES_BOOKING_CENTS].some((cents) => cents !== undefined);
}

/** What one administrator moves, by kind of move. */
export type Moved = { payOutCents: Cents; transferCents: Cents; bookedCents: Cents };

export function movedBy({ payments, bookedCents }: Pick<Written, 'payments' | 'bookedCents'>): Moved {
  const { payOutCents, transferCents } = payments;
  return { payOutCents, transferCents, bookedCents };
}

export function movesSomething({ payOutCents, transferCents, bookedCents }: Moved): boolean {
  return payOutCents > 0 || transferCents > 0 || bookedCents > 0;
}

/**
 * Whether a request needs a second administrator: where it moves something of a kind of which the same one has moved as much as the
 * threshold alone on that day, the request included.
 */
export function needsApproval(config: Thresholds, moved: Moved, dayWithIt: Moved): boolean {
  const kinds = [
    [config.FOUR_EYES_PAY_OUT_CENTS, moved.payOutCents, dayWithIt.payOutCents],
    [config.FOUR_EYES_TRANSFER_CENTS, moved.transferCents, dayWithIt.transferCents],
    [config.FOUR_EYES_BOOKING_CENTS, moved.bookedCents, dayWithIt.bookedCents],
  ] as const;
  return kinds.some(([fromCents, cents, dayCents]) => fromCents !== undefined && cents > 0 && dayCents >= fromCents);
}

/** What a request is about, in one figure: what it orders at the provider, else what it moves in the books alone. */
export function amountOf({ payments, bookedCents }: Pick<Written, 'payments' | 'bookedCents'>): Cents {
  const orderedCents = centsOf(payments.payOutCents + payments.transferCents);
  return orderedCents > 0 ? orderedCents : bookedCents;
}

/** So long has somebody had the permission from another administrator before they approve; the owners were mailed of it. */
export const TRUSTED_AFTER_HOURS = 24;

/** So long after its approval an execution is tried again that neither succeeds nor is refused. */
export const TRIED_FOR_HOURS = 12;

/** The console's page of a request. */
export function approvalsUrl({ PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>): string {
  return new URL('console/approvals', `${PUBLIC_URL.replace(/\/+$/, '')}/`).href;
}
