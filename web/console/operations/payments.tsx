// Payments by state and age, each leading to its own page.

import type { PaymentStatus, PaymentView } from '../../../clients/typescript/src/index.ts';
import { addressWith, useParam } from '../../core/address.ts';
import { businessNow } from '../../core/clock.ts';
import { euros, exactly } from '../../core/format.ts';
import { parisDayOf } from '../../core/paris-time.ts';
import { useList } from '../../core/query.ts';
import { Technical } from '../../design/feedback.tsx';
import { Instant, Money } from '../../design/values.tsx';
import { mortar } from '../core/api.ts';
import { emptyIn, Filters, useDays } from '../design/filters.tsx';
import { type Column, FilterChips, Table } from '../design/table.tsx';
import { NoteSign } from '../notes/notes.tsx';
import { todayWords } from '../today/words.ts';
import { Frame, Holder } from './frame.tsx';
import { PaymentRecord } from './payment.tsx';
import { PaymentState } from './payment-state.tsx';
import { operationsWords } from './words.ts';

const STATUSES: readonly PaymentStatus[] = ['created', 'sent', 'succeeded', 'failed', 'canceled'];

const HOUR_MS = 3_600_000;
const AGES_MS = { hour: HOUR_MS, day: 24 * HOUR_MS, week: 7 * 24 * HOUR_MS } as const;
const AGES = ['hour', 'day', 'week'] as const;

export function PaymentsTab() {
  const [id] = useParam('id');
  return id === '' ? <Payments /> : <PaymentRecord key={id} id={id} />;
}

/** The instant before which a payment is as old as that. */
function before(age: (typeof AGES)[number]): string {
  return new Date(businessNow().getTime() - AGES_MS[age]).toISOString();
}

/** The end of a day, or that instant: what is earlier. */
function earlier(day: string | undefined, instant: string): string {
  return day !== undefined && day < parisDayOf(new Date(instant)) ? day : instant;
}

function Payments() {
  const t = operationsWords.value;
  const [askedStatus] = useParam('status');
  const [askedAge] = useParam('age');
  const status = STATUSES.find((one) => one === askedStatus);
  const age = AGES.find((one) => one === askedAge);
  const days = useDays();
  const list = useList(['payments', status, age, days], async (page, signal) => {
    // None of these days is as old as that.
    if (age && days.from && days.from > parisDayOf(new Date(before(age)))) return { items: [], nextCursor: null };
    const query = { ...page, ...days, ...(status && { status }), ...(age && { to: earlier(days.to, before(age)) }) };
    return mortar.listPayments({ query, signal });
  });
  return (
    <Frame tab="payments">
      <Filters hasDays>
        <FilterChips
          name="status"
          label={t.byState}
          choices={STATUSES.map((value) => ({ value, label: t.paymentStates[value] }))}
        />
        <FilterChips
          name="age"
          label={t.byAge}
          all={{ label: t.anyAge }}
          choices={AGES.map((value) => ({ value, label: t.ages[value] }))}
        />
      </Filters>
      <Table
        label={t.tabs.payments}
        columns={columns()}
        list={list}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => addressWith({ id })}
        apartOf={({ amountCents, fromHolder, toHolder, createdAt }) => [
          euros(amountCents),
          fromHolder?.name ?? null,
          toHolder?.name ?? null,
          exactly(createdAt),
        ]}
        empty={emptyIn(days, { title: t.emptyPayments, text: t.emptyPaymentsText })}
        csv="paiements"
      />
    </Frame>
  );
}

/** What it waits for, or why it was refused. */
function reasonOf({ waiting, failure }: PaymentView): string | null {
  return waiting ? operationsWords.value.waiting[waiting.for] : failure;
}

function columns(): Column<PaymentView>[] {
  const t = operationsWords.value;
  const { purposes } = todayWords.value;
  return [
    {
      id: 'purpose',
      title: t.what,
      cell: ({ purpose, noteCount }) => (
        <span class="with-sign">
          {purposes[purpose]} <NoteSign count={noteCount} />
        </span>
      ),
      text: ({ purpose }) => purposes[purpose],
    },
    {
      id: 'status',
      title: t.state,
      cell: (payment) => (
        <span class="two-lines">
          <span>
            <PaymentState status={payment.status} />
          </span>
          {payment.waiting ? (
            <span class="soft small reason">{reasonOf(payment)}</span>
          ) : (
            payment.failure && <Technical>{payment.failure}</Technical>
          )}
        </span>
      ),
      text: (payment) => [t.paymentStates[payment.status], reasonOf(payment)].filter(Boolean).join(' : '),
    },
    {
      id: 'from',
      title: t.from,
      cell: ({ fromAccountId, fromHolder }) => <Holder id={fromAccountId} holder={fromHolder} />,
      text: ({ fromAccountId, fromHolder }) => fromHolder?.name ?? fromAccountId,
    },
    {
      id: 'to',
      title: t.to,
      cell: ({ toAccountId, toHolder, kind }) =>
        kind === 'payOut' ? <span class="soft">{t.bankAccount}</span> : <Holder id={toAccountId} holder={toHolder} />,
      text: ({ toAccountId, toHolder, kind }) => (kind === 'payOut' ? t.bankAccount : (toHolder?.name ?? toAccountId)),
    },
    {
      id: 'created',
      title: t.createdAt,
      cell: ({ createdAt }) => <Instant at={createdAt} isRelative />,
      text: ({ createdAt }) => createdAt,
    },
    {
      id: 'amount',
      title: t.amount,
      align: 'end',
      cell: ({ amountCents }) => <Money cents={amountCents} />,
      cents: ({ amountCents }) => amountCents,
    },
  ];
}
