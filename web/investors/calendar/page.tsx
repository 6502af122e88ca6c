// Payments by month: the planned day beside the one on which it came, what is late, and what comes.

import type { CalendarFeed, CalendarPayment, PaymentCalendar } from '../../../clients/typescript/src/index.ts';
import { day, euros, month } from '../../core/format.ts';
import { Empty } from '../../design/feedback.tsx';
import { type PageProps, page } from '../core/page.ts';
import { PaymentState } from '../investment/payment-state.tsx';
import { investmentWords } from '../investments/words.ts';
import { Rows, Section, Title } from '../parts/frame.tsx';
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
  const { since, until, payments } = calendar;
  const months = [...Map.groupBy(payments, ({ date }) => date.slice(0, 7))];
  return (
    <div class="page">
      <Title
        above={{ href: '/investments', name: shellWords.value.pages.investments }}
        state={t.state(month(since), month(until))}
      >
        {shellWords.value.pages.calendar}
      </Title>
      {payments.length === 0 && <Empty title={t.none} />}
      {months.map(([period, of]) => (
        <Section key={period} title={month(period)}>
          <Month title={month(period)} payments={of} />
        </Section>
      ))}
      <Feed before={feed} />
    </div>
  );
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
        { name: t.project, show: ({ propertyId, propertyName }) => <a href={`/investments/${propertyId}`}>{propertyName}</a> },
        { name: t.kind, show: ({ kind }) => investmentWords.value.kinds[kind] },
        { name: t.amount, isNumber: true, show: ({ netCents }) => euros(netCents) },
        { name: t.paid, show: (payment) => <PaymentState payment={payment} /> },
      ]}
    />
  );
}
