// What an investor was mailed: subject, and whether it went out.

import type { SentMail as Mail } from '../../../clients/typescript/src/index.ts';
import { useParam } from '../../core/address.ts';
import { useList } from '../../core/query.ts';
import { Badge, type Tone } from '../../design/feedback.tsx';
import { Instant } from '../../design/values.tsx';
import { mortar } from '../core/api.ts';
import { Days, emptyIn, useDays } from '../design/filters.tsx';
import { Section } from '../design/page.tsx';
import { type Column, FilterChips, Table } from '../design/table.tsx';
import { mailWords } from './mail-words.ts';

const TONES: Readonly<Record<Mail['outcome'], Tone>> = { sent: 'good', failed: 'bad', unwanted: 'neutral' };

export function Mails({ id }: { id: string }) {
  const t = mailWords.value;
  const [outcome] = useParam('mails');
  const isFailed = outcome === 'failed';
  const days = useDays();
  const list = useList(['mails', id, isFailed, days], (page, signal) =>
    mortar.listSentMails({
      path: { customerId: id },
      query: { ...page, ...days, ...(isFailed ? { outcome: 'failed' } : {}) },
      signal,
    }),
  );
  return (
    <Section title={t.title} note={t.note}>
      <div class="filters">
        <FilterChips name="mails" label={t.by} choices={[{ value: 'failed', label: t.outcomes.failed }]} />
        <Days />
      </div>
      <Table
        label={t.title}
        columns={mailColumns()}
        list={list}
        keyOf={(mail) => mail.id}
        empty={emptyIn(days, { title: t.empty, text: t.emptyText })}
        csv={`mails-${id.slice(0, 8)}`}
        skeletonRows={3}
      />
    </Section>
  );
}

function mailColumns(): Column<Mail>[] {
  const t = mailWords.value;
  return [
    {
      id: 'subject',
      title: t.subject,
      cell: ({ subject, template }) => <span title={template}>{subject}</span>,
      text: ({ subject }) => subject,
    },
    {
      id: 'outcome',
      title: t.outcome,
      cell: ({ outcome }) => <Badge tone={TONES[outcome]}>{t.outcomes[outcome]}</Badge>,
      text: ({ outcome }) => t.outcomes[outcome],
    },
    { id: 'at', title: t.at, align: 'end', cell: ({ at }) => <Instant at={at} isRelative />, text: ({ at }) => at },
  ];
}
