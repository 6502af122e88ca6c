// Today: what waits for a human, oldest first, and how the platform stands.

import { useEffect } from 'preact/hooks';
import type { MonthlyFigure, Today } from '../../../clients/typescript/src/index.ts';
import { useParam } from '../../core/address.ts';
import { count, euros, month, ofMonth } from '../../core/format.ts';
import { useQuery, wholeList } from '../../core/query.ts';
import { useHeld } from '../../design/dialog.tsx';
import { Badge, Refusal, Skeleton } from '../../design/feedback.tsx';
import { Figure } from '../../design/figures.tsx';
import { Instant, Money } from '../../design/values.tsx';
import { to, waitingNow } from '../addresses.ts';
import { mortar } from '../core/api.ts';
import { may } from '../core/session.ts';
import { Page } from '../design/page.tsx';
import { type Column, FilterChips, Table } from '../design/table.tsx';
import type { Sure } from '../wires/sure.tsx';
import { ActionOf, hasAction, useSure } from './actions.tsx';
import { hrefOf, inOrder, toneOf, type WaitingRow, waitingAt } from './kinds.ts';
import { apartOf, nameOf } from './names.ts';
import { todayWords } from './words.ts';

const POLL_MS = 60_000;

export default function TodayPage() {
  const t = todayWords.value;
  const asked = useQuery(['today'], (signal) => mortar.readToday({ signal }), { pollMs: POLL_MS });
  const suggested = useSure(asked.data);
  const { within, held } = useHeld({ today: asked, sure: suggested });
  const { today, sure } = held;
  const [kind] = useParam('kind');
  const [at] = useParam('at');
  const { data } = today;
  useEffect(() => {
    if (asked.data) waitingNow.value = asked.data.waiting;
  }, [asked.data]);
  const here = data && waitingAt(data.waiting, at);
  const all = here?.reduce((sum, waiting) => sum + waiting.count, 0);
  const chosen = here?.find((waiting) => waiting.kind === kind);
  const list = wholeList(today, ({ waiting }) =>
    inOrder(waitingAt(waiting, at)).filter((row) => kind === '' || row.kind === kind),
  );
  const known = chosen?.count ?? all ?? 0;
  return (
    <Page title={t.title} state={all === undefined ? '\u00a0' : t.waiting(all)}>
      <div class="today">
        <div class="today-list" ref={within}>
          {today.isLoading && !data && <Skeleton height="chip" />}
          <Narrowing at={at} here={here ?? []} />
          <Table
            label={t.list}
            columns={columns(list.data ?? [], sure, asked.reload)}
            list={list}
            keyOf={({ kind: of, id, period }) => `${of} ${id} ${period}`}
            hrefOf={hrefOf}
            apartOf={apartOf}
            empty={{ title: t.emptyTitle, text: t.emptyText }}
            csv="aujourd-hui"
          />
          {list.data && known > list.data.length && <p class="soft small">{t.oldest(list.data.length, known)}</p>}
        </div>
        {may('money.read') && (
          <aside class={`today-figures${data ? '' : ' awaited'}`} aria-label={t.figures}>
            {data?.figures ? (
              <Figures figures={data.figures} />
            ) : today.error ? (
              <Refusal error={today.error} />
            ) : (
              <Skeleton rows={4} height="figure" />
            )}
          </aside>
        )}
      </div>
    </Page>
  );
}

/** By kind, and by the badge that was followed. */
function Narrowing({ at, here }: { at: string; here: Today['waiting'] }) {
  const t = todayWords.value;
  return (
    <>
      {at !== '' && (
        <p>
          {t.onlyHere} <a href={to.today}>{t.everything}</a>
        </p>
      )}
      {here.length > 0 && (
        <FilterChips
          name="kind"
          label={t.filter}
          choices={here.map(({ kind, count }) => ({ value: kind, label: t.kinds[kind], count }))}
        />
      )}
    </>
  );
}

function columns(rows: readonly WaitingRow[], sure: ReadonlyMap<string, Sure>, reload: () => void): Column<WaitingRow>[] {
  const t = todayWords.value;
  return [
    {
      id: 'what',
      title: t.what,
      cell: ({ kind, period }) => (
        <>
          <Badge tone={toneOf(kind)}>{t.kinds[kind]}</Badge> {period && <span class="soft small">{month(period)}</span>}
        </>
      ),
      text: ({ kind }) => t.kinds[kind],
    },
    { id: 'whose', title: t.whose, cell: nameOf, text: nameOf },
    {
      id: 'amount',
      title: t.amount,
      align: 'end',
      cell: ({ amountCents }) => (amountCents === null ? '' : <Money cents={amountCents} />),
      cents: ({ amountCents }) => amountCents,
    },
    {
      id: 'since',
      title: t.since,
      align: 'end',
      cell: ({ since }) => (since === null ? '' : <Instant at={since} isRelative hasTime={false} />),
      text: ({ since }) => since,
    },
    ...(rows.some((row) => hasAction(row, sure))
      ? [
          {
            id: 'act',
            title: t.act,
            align: 'end' as const,
            cell: (row: WaitingRow) => <ActionOf row={row} sure={sure} onDone={reload} />,
          },
        ]
      : []),
  ];
}

function Figures({ figures }: { figures: NonNullable<Today['figures']> }) {
  const t = todayWords.value;
  const { raisedCents, outstandingCapitalCents, paidToInvestorsCents, activeInvestors } = figures;
  const thisMonth = month(paidToInvestorsCents.months.at(-1)?.period ?? '');
  const line = (name: string, { months }: MonthlyFigure) => ({
    series: months.map(({ value }) => value),
    seriesLabel: t.overMonths(name, ofMonth(months[0]?.period ?? ''), month(months.at(-1)?.period ?? '')),
  });
  const whole = (cents: number) => euros(cents, { digits: 0 });
  return (
    <>
      <Figure name={t.raised} value={whole(raisedCents.value)} note={t.raisedNote} {...line(t.raised, raisedCents)} />
      <Figure
        name={t.outstanding}
        value={whole(outstandingCapitalCents.value)}
        note={t.outstandingNote}
        {...line(t.outstanding, outstandingCapitalCents)}
      />
      <Figure
        name={t.paid}
        value={euros(paidToInvestorsCents.value)}
        note={t.paidNote(thisMonth)}
        {...line(t.paid, paidToInvestorsCents)}
      />
      <Figure name={t.active} value={count(activeInvestors.value)} note={t.activeNote} {...line(t.active, activeInvestors)} />
    </>
  );
}
