// Complaints: saying what is wrong, and following the answer.

import { useState } from 'preact/hooks';
import type { Complaint, ComplaintSubject, NewComplaint, PageOfComplaint } from '../../../clients/typescript/src/index.ts';
import { useAction } from '../../core/action.ts';
import { day, dayAndTime } from '../../core/format.ts';
import { Button } from '../../design/button.tsx';
import { Badge, Empty, Notice } from '../../design/feedback.tsx';
import { Field, Form, faultOf, requiredFault } from '../../design/form.tsx';
import { mortar } from '../core/api.ts';
import { type PageProps, page } from '../core/page.ts';
import { platform } from '../core/platform.ts';
import { Facts, Section, Title } from '../parts/frame.tsx';
import { shellWords } from '../shell/words.ts';
import { complaintWords } from './complaint-words.ts';

const SUBJECTS: readonly ComplaintSubject[] = [
  'payment',
  'withdrawal',
  'purchase',
  'project',
  'marketplace',
  'identity',
  'account',
  'taxes',
  'other',
];

export default page<PageOfComplaint>({
  read: (reader) => reader.listComplaints({ query: { limit: 100 } }),
  head: () => ({ title: shellWords.value.pages.complaints }),
  View: ComplaintsPage,
});

function ComplaintsPage({ data: { items }, reload }: PageProps<PageOfComplaint>) {
  const t = complaintWords.value;
  const { pages } = shellWords.value;
  return (
    <div class="page narrow">
      <Title above={{ href: '/account', name: pages.account }} state={t.state}>
        {pages.complaints}
      </Title>
      <Section title={t.what}>
        <ComplaintForm onSent={reload} />
      </Section>
      <Section title={t.mine}>
        {items.length === 0 ? (
          <Empty title={t.none}>{t.noneText}</Empty>
        ) : (
          items.map((item) => <One key={item.id} complaint={item} />)
        )}
      </Section>
      <Section title={t.rights}>
        <ul class="bullets">
          <li>{t.acknowledged}</li>
          <li>{t.answered}</li>
          <li>
            {t.mediator} <a href="https://www.amf-france.org/fr/le-mediateur">{t.mediatorName}</a>
          </li>
          <li>
            {t.otherwise} <a href={`mailto:${platform.value.contact}`}>{platform.value.contact}</a>
          </li>
        </ul>
      </Section>
    </div>
  );
}

function ComplaintForm({ onSent }: { onSent: () => void }) {
  const t = complaintWords.value;
  const [subject, setSubject] = useState<ComplaintSubject>('payment');
  const [message, setMessage] = useState('');
  const [isTried, setTried] = useState(false);
  const send = useAction((_once, body: NewComplaint) => mortar.sendComplaint({ body }));
  const submit = async () => {
    setTried(true);
    if (requiredFault(message) !== undefined || !(await send.run({ subject, message }))) return;
    setMessage('');
    setTried(false);
    onSent();
  };
  return (
    <Form
      label={t.what}
      onSubmit={() => void submit()}
      error={send.error}
      action={
        <Button type="submit" look="primary" isRunning={send.isRunning}>
          {t.send}
        </Button>
      }
    >
      <Field
        label={t.subject}
        value={subject}
        // Border: the choices are those of the contract.
        onInput={(value) => setSubject(value as ComplaintSubject)}
        choices={SUBJECTS.map((value) => ({ value, label: t.subjects[value] }))}
      />
      <Field
        label={t.message}
        value={message}
        onInput={setMessage}
        hint={t.messageHint}
        fault={(isTried ? requiredFault(message) : undefined) ?? faultOf(send.error, 'message')}
        lines={6}
        maxLength={5_000}
      />
      {send.result && (
        <Notice tone="good" isLive>
          {t.sent(day(send.result.answerDueOn))}
        </Notice>
      )}
    </Form>
  );
}

function One({ complaint: { subject, message, status, createdAt, answerDueOn, answer, answeredAt } }: { complaint: Complaint }) {
  const t = complaintWords.value;
  return (
    <article class="card">
      <h3>{t.subjects[subject]}</h3>
      <p>
        <Badge tone={status === 'open' ? 'info' : 'good'}>{t.statuses[status]}</Badge>
      </p>
      <Facts
        facts={[
          [t.sentAt, dayAndTime(createdAt)],
          [t.dueOn, answeredAt === null ? day(answerDueOn) : null],
          [t.answeredAt, answeredAt && dayAndTime(answeredAt)],
        ]}
      />
      <p class="lines">{message}</p>
      {answer !== null && (
        <>
          <h4>{t.answer}</h4>
          <p class="lines">{answer}</p>
        </>
      )}
    </article>
  );
}
