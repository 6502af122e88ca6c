// Who did what with a payment: its rows of the audit log, and those of the wire that it was split from.

import type { PaymentWithParts } from '../../../clients/typescript/src/index.ts';
import { euros } from '../../core/format.ts';
import { useList } from '../../core/query.ts';
import { Button } from '../../design/button.tsx';
import { Refusal, Skeleton } from '../../design/feedback.tsx';
import { Timeline } from '../../design/figures.tsx';
import { designWords } from '../../design/words.ts';
import { mortar } from '../core/api.ts';
import { Section } from '../design/page.tsx';
import { wireWords } from './words.ts';

export function History({ payment }: { payment: PaymentWithParts }) {
  const t = wireWords.value;
  const targetId = payment.originWireId ?? payment.id;
  const own = useList(['audit', payment.id, payment.status, payment.parts.length, payment.noteCount], (page, signal) =>
    mortar.listAdminActions({ query: { ...page, targetId: payment.id }, signal }),
  );
  const origin = useList(['audit', targetId, payment.status], (page, signal) =>
    mortar.listAdminActions({ query: { ...page, targetId }, signal }),
  );
  const rows = [...(own.data ?? []), ...(targetId === payment.id ? [] : (origin.data ?? []))].toSorted((one, other) =>
    other.createdAt.localeCompare(one.createdAt),
  );
  const events = rows.map(({ kind, administratorEmail, payload, createdAt }) => ({
    at: createdAt,
    title: t.actions[kind] ?? kind,
    text: [t.by(administratorEmail), amountOf(payload), textOf(payload, 'comment'), textOf(payload, 'text')]
      .filter(Boolean)
      .join(' · '),
  }));
  // Given to another project it may be with another SPV, and the recipient is not known here.
  const receiver = rows.some(({ kind }) => kind === SWITCHED) ? '' : t.receivedBy(payment.spv.name);
  return (
    <Section title={t.history}>
      {own.data === undefined && own.isLoading ? (
        <Skeleton rows={2} height="row" />
      ) : (
        <Timeline events={[...events, { at: payment.createdAt, title: t.received, text: receiver }]} />
      )}
      {own.more && <Button onClick={own.more}>{designWords.value.more}</Button>}
      <Refusal error={own.error ?? origin.error} retry={own.reload} />
    </Section>
  );
}

const SWITCHED = 'PROPERTY_PAYMENT_SCHEDULE_SWITCH_PROJECT_OF_WIRE_WAITING_TO_BE_ASSIGNED';

/** The amount, or those of both parts of a split. */
function amountOf(payload: Record<string, unknown>): string {
  const { amounts } = payload;
  if (Array.isArray(amounts)) return amounts.flatMap((one) => (typeof one === 'number' ? [euros(one)] : [])).join(' + ');
  return typeof payload.amountCents === 'number' ? euros(payload.amountCents) : '';
}

function textOf(payload: Record<string, unknown>, name: string): string {
  const value = payload[name];
  return typeof value === 'string' ? value : '';
}
