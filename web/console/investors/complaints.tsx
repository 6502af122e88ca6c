// Complaints of investors: those that wait, the oldest answers due first to be seen, and one with its answer (`?id=`).

import { useState } from 'preact/hooks';
import type { AdministrationComplaint } from '../../../clients/typescript/src/index.ts';
import { useAction } from '../../core/action.ts';
import { addressWith, useParam } from '../../core/address.ts';
import { day } from '../../core/format.ts';
import { type List, useList, useQuery } from '../../core/query.ts';
import { Button } from '../../design/button.tsx';
import { Badge, Refusal, Skeleton } from '../../design/feedback.tsx';
import { Field, Form, faultOf, requiredFault } from '../../design/form.tsx';
import { Day, Instant } from '../../design/values.tsx';
import { to } from '../addresses.ts';
import { mortar } from '../core/api.ts';
import { emptyIn, Filters, useDays } from '../design/filters.tsx';
import { Link } from '../design/link.tsx';
import { Facts, Page, Section } from '../design/page.tsx';
import { type Column, FilterChips, Table } from '../design/table.tsx';
import { complaintWords } from './complaint-words.ts';
import { investorsTabs } from './person.ts';
import { investorWords } from './words.ts';

const TONES = { open: 'warn', answered: 'good' } as const;

export default function ComplaintsPage() {
  const [id] = useParam('id');
  return id === '' ? <AllComplaints /> : <OneComplaint id={id} />;
}

/** Those without an answer, unless the address asks for others. */
function AllComplaints() {
  const t = complaintWords.value;
  const [asked] = useParam('status');
  const status = asked === 'answered' ? 'answered' : 'open';
  const days = useDays();
  const list = useList(['complaints', status, days], (page, signal) =>
    mortar.listAllComplaints({ query: { ...page, ...days, status }, signal }),
  );
  return (
    <Page title={investorWords.value.title} state={t.state} tabs={investorsTabs()}>
      <Filters hasDays>
        <FilterChips
          name="status"
          label={t.status}
          all={{ label: t.statuses.open }}
          choices={[{ value: 'answered', label: t.statuses.answered }]}
        />
      </Filters>
      <Table
        label={t.title}
        columns={columns()}
        list={list}
        keyOf={(complaint) => complaint.id}
        hrefOf={(complaint) => to.complaint(complaint.id)}
        apartOf={({ createdAt }) => [createdAt]}
        empty={emptyIn(days, { title: t.empty, text: t.emptyText })}
        csv="reclamations"
      />
    </Page>
  );
}

/** Those of one investor, answered or not: a part of their page. */
export function ComplaintsOf({ id, list }: { id: string; list: List<AdministrationComplaint> }) {
  const t = complaintWords.value;
  return (
    <Section title={t.title}>
      <Table
        label={t.title}
        columns={columns().filter((column) => column.id !== 'name')}
        list={list}
        keyOf={(complaint) => complaint.id}
        hrefOf={(complaint) => to.complaint(complaint.id)}
        apartOf={({ createdAt }) => [createdAt]}
        empty={{ title: t.empty, text: t.emptyOf }}
        csv={`reclamations-${id.slice(0, 8)}`}
        skeletonRows={3}
      />
    </Section>
  );
}

function columns(): Column<AdministrationComplaint>[] {
  const t = complaintWords.value;
  return [
    { id: 'name', title: t.investor, cell: ({ name }) => name, text: ({ name }) => name },
    {
      id: 'subject',
      title: t.subject,
      cell: ({ subject, message }) => (
        <span class="two-lines">
          <span>{t.subjects[subject]}</span>
          <span class="soft small clipped">{message}</span>
        </span>
      ),
      text: ({ subject, message }) => `${t.subjects[subject]} : ${message}`,
    },
    {
      id: 'received',
      title: t.received,
      cell: ({ createdAt }) => <Instant at={createdAt} isRelative />,
      text: ({ createdAt }) => createdAt,
    },
    {
      id: 'due',
      title: t.due,
      cell: ({ answerDueOn }) => <Day date={answerDueOn} />,
      text: ({ answerDueOn }) => answerDueOn,
    },
    {
      id: 'status',
      title: t.status,
      cell: ({ status }) => <Badge tone={TONES[status]}>{t.statuses[status]}</Badge>,
      text: ({ status }) => t.statuses[status],
    },
  ];
}

function OneComplaint({ id }: { id: string }) {
  const t = complaintWords.value;
  const { data, error, reload } = useQuery(['complaint', id], (signal) =>
    mortar.readComplaint({ path: { complaintId: id }, signal }),
  );
  const above = { href: addressWith({ id: '' }), name: t.title };
  if (data === undefined)
    return (
      <Page title={t.one} above={above}>
        {error ? <Refusal error={error} retry={reload} /> : <Skeleton rows={4} height="figure" />}
      </Page>
    );
  const { name, email, customerId, subject, message, status, createdAt, answerDueOn, answer, answeredAt } = data;
  return (
    <Page title={t.of(name)} above={above} state={<Badge tone={TONES[status]}>{t.statuses[status]}</Badge>}>
      <Section title={t.one}>
        <Facts
          facts={[
            [t.investor, <Link href={to.investor(customerId)}>{email}</Link>],
            [t.subject, t.subjects[subject]],
            [t.received, <Instant at={createdAt} isRelative />],
            [t.due, day(answerDueOn)],
          ]}
        />
        <p class="said">{message}</p>
      </Section>
      <Section title={t.answer}>
        {answer === null || answeredAt === null ? (
          <AnswerForm id={id} onAnswered={reload} />
        ) : (
          <>
            <p class="soft">
              <Instant at={answeredAt} isRelative />
            </p>
            <p class="said">{answer}</p>
          </>
        )}
      </Section>
    </Page>
  );
}

function AnswerForm({ id, onAnswered }: { id: string; onAnswered: () => void }) {
  const t = complaintWords.value;
  const [answer, setAnswer] = useState('');
  const [isTried, setTried] = useState(false);
  const send = useAction((_once, text: string) => mortar.answerComplaint({ path: { complaintId: id }, body: { answer: text } }));
  const submit = async () => {
    setTried(true);
    if (requiredFault(answer) === undefined && (await send.run(answer))) onAnswered();
  };
  return (
    <Form
      label={t.answer}
      onSubmit={() => void submit()}
      error={send.error}
      action={
        <Button type="submit" look="primary" isRunning={send.isRunning}>
          {t.send}
        </Button>
      }
    >
      <Field
        label={t.yourAnswer}
        value={answer}
        onInput={setAnswer}
        hint={t.answerHint}
        fault={(isTried ? requiredFault(answer) : undefined) ?? faultOf(send.error, 'answer')}
        lines={8}
        maxLength={5_000}
      />
    </Form>
  );
}
