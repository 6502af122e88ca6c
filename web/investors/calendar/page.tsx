// Payments by month: the planned day beside the one on which it came, what is late, and what comes.

import type { CalendarFeed, CalendarMonth, CalendarPayment, PaymentCalendar } from '../../../clients/typescript/src/index.ts';
import { day, euros, month } from '../../core/format.ts';
import { Empty } from '../../design/feedback.tsx';
import { type PageProps, page } from '../core/page.ts';
import { NetAmount, PaymentState } from '../investment/payment-state.tsx';
import { investmentWords } from '../investments/words.ts';
import { Rows, Title } from '../parts/frame.tsx';
import { shellWords } from '../shell/words.ts';
import { Feed } from './feed.tsx';
import { calendarWords } from './words.ts';

type Shown = { calendar: PaymentCalendar; feed: CalendarFeed };

export default page<Shown>({
  read: async (mortar) => {
    const [calendar, feed] = await Promise.all([mortar.readPaymentCalendar(), mortar.readCalendarFeed()]);
    return { calendar, feed };
  },
  head: () => ({ title: shellWords.value.pages.calendar }),
  View: CalendarPage,
});

function CalendarPage({ data: { calendar, feed } }: PageProps<Shown>) {
  const t = calendarWords.value;
  const { since, until, payments, months } = calendar;
  return (
    <div class="page">
      <Title
        above={{ href: '/investments', name: shellWords.value.pages.investments }}
        state={t.state(month(since), month(until))}
      >
        {shellWords.value.pages.calendar}
      </Title>
      {payments.length === 0 && <Empty title={t.none}>{t.noneText}</Empty>}
      <div class="calendar-months">
        {months.map((of) => (
          <details key={of.period} open={isNear(of.period, calendar.asOf)}>
            <summary>
              <h2>{month(of.period)}</h2> <Sums of={of} />
            </summary>
            <Month title={month(of.period)} payments={payments.filter(({ date }) => date.startsWith(of.period))} />
          </details>
        ))}
      </div>
      <Feed before={feed} />
    </div>
  );
}

/** What the month brings in all, read while it is folded too. */
function Sums({ of: { receivedCents, expectedCents, lateCents, refusedCents } }: { of: CalendarMonth }) {
  const t = calendarWords.value;
  const sums = [
    receivedCents > 0 && t.received(euros(receivedCents)),
    expectedCents > 0 && t.expected(euros(expectedCents)),
    lateCents > 0 && t.late(euros(lateCents)),
    refusedCents > 0 && t.refused(euros(refusedCents)),
  ];
  return <span class="month-sums">{sums.filter((sum) => sum !== false).join(' · ')}</span>;
}

/** This month and its neighbours. */
function isNear(period: string, asOf: string): boolean {
  const numberOf = (text: string) => Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7));
  const ahead = numberOf(period) - numberOf(asOf);
  return ahead >= -1 && ahead <= 1;
}

function Month({ title, payments }: { title: string; payments: readonly CalendarPayment[] }) {
  const t = calendarWords.value;
  return (
    <Rows
      title={title}
      rows={payments}
      keyOf={({ propertyId, date, kind, period, state }) => `${propertyId} ${date} ${kind} ${period} ${state}`}
      columns={[
        {
          name: t.planned,
          show: ({ plannedDate, date }) => <time dateTime={plannedDate ?? date}>{day(plannedDate ?? date)}</time>,
        },
        {
          name: t.project,
          show: ({ propertyId, propertyName, kind }) => (
            <span class="stacked">
              <a href={`/investments/${propertyId}`}>{propertyName}</a>
              <span class="soft small">{investmentWords.value.kinds[kind]}</span>
            </span>
          ),
        },
        { name: t.amount, isNumber: true, show: (payment) => <NetAmount payment={payment} /> },
        { name: t.paid, show: (payment) => <PaymentState payment={payment} /> },
      ]}
    />
  );
}
