// One payment: what it is for, what it waits for, each call and look-up as a timeline, and what was posted of it.

import type { PaymentDetail, PaymentPosting, PaymentStep } from '../../../clients/typescript/src/index.ts';
import { euros } from '../../core/format.ts';
import { knownList, useQuery } from '../../core/query.ts';
import { Id } from '../../design/button.tsx';
import { Notice, Technical, type Tone } from '../../design/feedback.tsx';
import { type Event, Timeline } from '../../design/figures.tsx';
import { Instant, Money } from '../../design/values.tsx';
import { designWords } from '../../design/words.ts';
import { to } from '../addresses.ts';
import { mortar } from '../core/api.ts';
import { AtProvider } from '../design/at-provider.tsx';
import { Link } from '../design/link.tsx';
import { MoneyAction } from '../design/money-action.tsx';
import { Facts, Section } from '../design/page.tsx';
import { type Column, Table } from '../design/table.tsx';
import { NotesSection } from '../notes/notes.tsx';
import { todayWords } from '../today/words.ts';
import { Holder, Record } from './frame.tsx';
import { Onward } from './onward.tsx';
import { PaymentState } from './payment-state.tsx';
import { operationsWords } from './words.ts';

const POLL_MS = 10_000;

export function PaymentRecord({ id }: { id: string }) {
  const t = operationsWords.value;
  const query = useQuery(['payment', id], (signal) => mortar.readPayment({ path: { paymentId: id }, signal }), {
    pollMs: POLL_MS,
  });
  return (
    <Record
      tab="payments"
      name={t.payment}
      query={query}
      title={({ purpose, amountCents }) => t.paymentTitle(todayWords.value.purposes[purpose], euros(amountCents))}
      state={(payment) => (
        <>
          <PaymentState status={payment.status} /> {t.orderedAt} <Instant at={payment.createdAt} isRelative />
        </>
      )}
    >
      {(payment) => (
        <>
          {payment.waiting && (
            <Notice>
              <p class="strong">{t.waiting[payment.waiting.for]}</p>
              <p>
                {t.waitingText[payment.waiting.for]} {t.since} <Instant at={payment.waiting.since} isRelative />.
              </p>
            </Notice>
          )}
          {payment.failure !== null && (
            <Notice tone="bad">
              <p>{t.failed}</p>
              <Technical>{payment.failure}</Technical>
              {payment.decisionSince === null && <Onward payment={payment} />}
            </Notice>
          )}
          {payment.decisionSince !== null && <OrderAgain payment={payment} onChanged={query.reload} />}
          {payment.incidents.map(({ id: incident, status, amountCents, providerPaymentId, comment }) => (
            <Notice key={incident} tone={status === 'open' ? 'bad' : 'neutral'}>
              <p class="strong">{t.movedTwice(euros(amountCents), String(providerPaymentId))}</p>
              <p>{status === 'open' ? t.movedTwiceOpen : t.resolvedWith(comment ?? '')}</p>
            </Notice>
          ))}
          <PaymentFacts payment={payment} />
          <NotesSection subject="payment" id={payment.id} />
          <Section title={t.attempts} note={t.attemptsNote(payment.attempts.sendCount, payment.attempts.turns)}>
            <Timeline events={eventsOf(payment)} />
          </Section>
          <Postings postings={payment.postings} />
        </>
      )}
    </Record>
  );
}

/** A refused payment that waits for an administrator. */
function OrderAgain({ payment, onChanged }: { payment: PaymentDetail; onChanged: () => void }) {
  const t = operationsWords.value;
  const { id, amountCents, toAccountId, toHolder } = payment;
  const amount = euros(amountCents);
  return (
    <Notice>
      <p>{t.decides}</p>
      <MoneyAction
        name={`order-again ${id}`}
        label={t.orderAgain(amount)}
        title={t.orderAgainTitle}
        amountCents={amountCents}
        receiver={<Holder id={toAccountId} holder={toHolder} />}
        consequence={t.orderAgainConsequence}
        confirm={t.orderAgain(amount)}
        run={(once) => mortar.orderPaymentAgain({ path: { paymentId: id }, ...once })}
        made={() => ({ sentence: t.orderAgainMade(amount) })}
        onClosed={onChanged}
      />
    </Notice>
  );
}

function PaymentFacts({ payment }: { payment: PaymentDetail }) {
  const t = operationsWords.value;
  const { sides } = payment;
  const properties = new Map(sides.map(({ propertyId, propertyName }) => [propertyId, propertyName]));
  const holders = [payment.fromHolder, payment.toHolder];
  const others = [...new Set(sides.flatMap(({ customerId }) => customerId ?? []))].filter(
    (id) => !holders.some((holder) => holder?.customerId === id),
  );
  return (
    <div class="card">
      <Facts
        facts={[
          [t.amount, <Money key="amount" cents={payment.amountCents} />],
          [t.from, <AccountFact key="from" id={payment.fromAccountId} holder={payment.fromHolder} />],
          [
            t.to,
            payment.kind === 'payOut' ? (
              t.bankAccount
            ) : (
              <AccountFact key="to" id={payment.toAccountId} holder={payment.toHolder} />
            ),
          ],
          [t.comment, payment.comment === '' ? '–' : payment.comment],
          ...[...properties].flatMap(([id, name]) =>
            id === null
              ? []
              : [
                  [
                    t.project,
                    <Link key={id} href={to.property(id)}>
                      {name}
                    </Link>,
                  ] as const,
                ],
          ),
          ...others.map(
            (id) =>
              [
                t.investor,
                <Link key={id} href={to.investor(id)}>
                  {id.slice(0, 8)}
                </Link>,
              ] as const,
          ),
          [
            t.providerNumber,
            <>
              {payment.providerPaymentId ?? '–'}{' '}
              <AtProvider kind={payment.kind === 'payOut' ? 'money-out' : 'transfer'} id={payment.providerPaymentId} />
            </>,
          ],
          [t.settledAt, payment.settledAt ? <Instant key="settled" at={payment.settledAt} /> : '–'],
          [t.reference, <Id key="id" id={payment.id} what={designWords.value.theReference} />],
        ]}
      />
    </div>
  );
}

/** Whose account it is, and the account at the provider. */
function AccountFact({ id, holder }: { id: string | null; holder: PaymentDetail['fromHolder'] }) {
  return (
    <>
      <Holder id={id} holder={holder} /> <AtProvider kind="account" id={id} />
    </>
  );
}

const STEP_TONES: Readonly<{ [A in PaymentStep['answer']]: Tone }> = {
  succeeded: 'good',
  pending: 'info',
  failed: 'bad',
  unknown: 'warn',
  absent: 'warn',
  late: 'warn',
};

/** As it went; not by time, as calls have the machine's and not that of a moved clock. */
function eventsOf({ createdAt, attempts, settledAt, status }: PaymentDetail): Event[] {
  const t = operationsWords.value;
  const steps = attempts.steps.map(({ did, answer, times, firstAt, lastAt }): Event => {
    const repeated =
      times > 1
        ? {
            text: (
              <>
                {t.repeated(times)} <Instant at={lastAt} />
              </>
            ),
          }
        : {};
    return { at: firstAt, title: t.steps[did], badge: t.answers[answer], tone: STEP_TONES[answer], ...repeated };
  });
  const sent: Event[] =
    steps.length === 0 && attempts.firstSentAt !== null ? [{ at: attempts.firstSentAt, title: t.steps.send }] : [];
  const watched: Event[] =
    attempts.lastWatchedAt === null ? [] : [{ at: attempts.lastWatchedAt, title: t.watched, text: watchedUntil(attempts) }];
  const tone: Tone = status === 'succeeded' ? 'good' : status === 'failed' ? 'bad' : 'neutral';
  const end: Event[] = settledAt ? [{ at: settledAt, title: t.settled, badge: t.paymentStates[status], tone }] : [];
  return [{ at: createdAt, title: t.ordered }, ...sent, ...steps, ...end, ...watched];
}

function watchedUntil({ watchedUntil: until }: PaymentDetail['attempts']) {
  return until === null ? undefined : (
    <>
      {operationsWords.value.watchedUntil} <Instant at={until} />
    </>
  );
}

type Line = Pick<PaymentPosting, 'step' | 'createdAt'> & { key: string; account: string; amountCents: number };

function Postings({ postings }: { postings: readonly PaymentPosting[] }) {
  const t = operationsWords.value;
  const rows = postings.flatMap(({ reference, step, createdAt, lines }): Line[] =>
    lines.map((line) => ({ ...line, step, createdAt, key: `${reference} ${step} ${line.account}` })),
  );
  const columns: Column<Line>[] = [
    { id: 'step', title: t.what, cell: ({ step }) => t.postingSteps[step], text: ({ step }) => t.postingSteps[step] },
    { id: 'account', title: t.bookAccount, cell: ({ account }) => <code>{account}</code>, text: ({ account }) => account },
    {
      id: 'at',
      title: t.at,
      cell: ({ createdAt }) => <Instant at={createdAt} />,
      text: ({ createdAt }) => createdAt,
    },
    {
      id: 'amount',
      title: t.amount,
      align: 'end',
      cell: ({ amountCents }) => <Money cents={amountCents} isSigned />,
      cents: ({ amountCents }) => amountCents,
    },
  ];
  return (
    <Section title={t.postings}>
      <Table
        label={t.postings}
        columns={columns}
        list={knownList(rows)}
        keyOf={({ key }) => key}
        empty={{ title: t.emptyPostings, text: t.emptyPostingsText }}
        csv="ecritures"
      />
    </Section>
  );
}
