// What an open payment waits for, and how payments are shown. Pure.

import { redactText } from '../../../core/telemetry/redact.ts';
import type { IncidentRow, PaymentStepRow } from '../../../money/payments/index.ts';
import type { PaymentRow, PostingRow } from './queries.ts';
import type { PaymentDetail, PaymentIncidentView, PaymentView } from './schemas.ts';

/** Whose wallets the payments of an answer touch, by account. */
export type Holders = ReadonlyMap<string | null, NonNullable<PaymentView['fromHolder']>>;

/** What an open payment waits for, and since when; null once it has ended. */
export function waitingOf(
  payment: Pick<
    PaymentRow,
    'status' | 'isLeased' | 'sendCount' | 'providerPaymentId' | 'refusal' | 'createdAt' | 'firstSentAt' | 'lastSentAt'
  >,
): PaymentView['waiting'] {
  const { status, createdAt, firstSentAt, lastSentAt } = payment;
  if (status !== 'created' && status !== 'sent') return null;
  const sentAt = (lastSentAt ?? createdAt).toString();
  if (payment.isLeased) return { for: 'call-under-way', since: sentAt };
  if (payment.providerPaymentId !== null) return { for: 'provider-outcome', since: (firstSentAt ?? createdAt).toString() };
  if (payment.sendCount === 0) return { for: 'first-call', since: createdAt.toString() };
  return { for: payment.refusal === null ? 'provider-answer' : 'resend-margin', since: sentAt };
}

/** As the list answers it. */
export function toPaymentView(payment: PaymentRow, holders: Holders): PaymentView {
  const { id, status, kind, purpose, subjectId, amountCents, fromAccountId, toAccountId, providerBankAccountId } = payment;
  return {
    id,
    status,
    kind,
    purpose,
    subjectId,
    amountCents,
    fromAccountId,
    toAccountId,
    providerBankAccountId,
    fromHolder: holders.get(fromAccountId) ?? null,
    toHolder: holders.get(toAccountId) ?? null,
    providerPaymentId: payment.providerPaymentId,
    sendCount: payment.sendCount,
    waiting: waitingOf(payment),
    failure: textOrNull(payment.failure),
    auditKind: payment.auditKind,
    decisionSince: payment.decisionSince?.toString() ?? null,
    sides: payment.sides,
    noteCount: payment.noteCount,
    createdAt: payment.createdAt.toString(),
    settledAt: payment.settledAt?.toString() ?? null,
  };
}

/** As the page of one payment answers it. */
export function toPaymentDetail(
  payment: PaymentRow,
  {
    postings,
    incidents,
    steps,
    holders,
    payoutPeriod,
  }: {
    postings: readonly PostingRow[];
    incidents: PaymentDetail['incidents'];
    steps: readonly PaymentStepRow[];
    holders: Holders;
    payoutPeriod: string | null;
  },
): PaymentDetail {
  return {
    ...toPaymentView(payment, holders),
    comment: payment.comment,
    payoutPeriod,
    attempts: {
      turns: payment.turns,
      sendCount: payment.sendCount,
      firstSentAt: payment.firstSentAt?.toString() ?? null,
      lastSentAt: payment.lastSentAt?.toString() ?? null,
      refusal: textOrNull(payment.refusal),
      watchedUntil: payment.watchedUntil?.toString() ?? null,
      lastWatchedAt: payment.lastWatchedAt?.toString() ?? null,
      steps: steps.map(({ firstAt, lastAt, ...step }) => ({ ...step, firstAt: firstAt.toString(), lastAt: lastAt.toString() })),
    },
    postings: postings.map(({ eventAt, createdAt, ...posting }) => ({
      ...posting,
      eventAt: eventAt.toString(),
      createdAt: createdAt.toString(),
    })),
    incidents,
  };
}

/** A payment incident as every route answers it. */
export function toPaymentIncidentView({ foundAt, resolvedAt, ...incident }: IncidentRow): PaymentIncidentView {
  const status = resolvedAt === null ? 'open' : 'resolved';
  return { ...incident, status, foundAt: foundAt.toString(), resolvedAt: resolvedAt?.toString() ?? null };
}

/** Redacted: a text of the provider may contain a bank account. */
function textOrNull(text: string | null): string | null {
  return text === null ? null : redactText(text);
}
