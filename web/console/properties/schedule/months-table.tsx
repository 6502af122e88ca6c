// The months of a schedule as a table; an action column where the schedule is stored and debits can be ordered.

import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useParam } from '../../../core/address.ts';
import { euros, month } from '../../../core/format.ts';
import type { List } from '../../../core/query.ts';
import { Badge } from '../../../design/feedback.tsx';
import { Day, Money } from '../../../design/values.tsx';
import { type Column, Table } from '../../design/table.tsx';
import { type Month, partOf, stateOf } from './months-chart.tsx';
import { scheduleWords } from './words.ts';

const TONES = { paid: 'good', partial: 'warn', late: 'bad', open: 'neutral' } as const;

type Props<Row extends Month> = {
  list: List<Row>;
  label: string;
  csv?: string;
  debitOf?: (row: Row) => ComponentChildren;
};

export function MonthsTable<Row extends Month>({ list, label, csv, debitOf }: Props<Row>) {
  const t = scheduleWords.value;
  const [asked] = useParam('month');
  const amount = (id: string, title: string, of: (row: Row) => number): Column<Row> => ({
    ...{ id, title, align: 'end' },
    cell: (row) => <Money cents={of(row)} />,
    cents: (row) => of(row),
  });
  const columns: Column<Row>[] = [
    {
      ...{ id: 'period', title: t.period },
      cell: ({ period }) => (period === asked ? <AskedMonth period={period} /> : month(period)),
      text: ({ period }) => period,
    },
    { id: 'due', title: t.due, cell: ({ dueDate }) => <Day date={dueDate} />, text: ({ dueDate }) => dueDate },
    amount('interest', t.parts.interest, (row) => row.interest),
    amount('fees', t.parts.fees, (row) => partOf(row, 'fees')),
    {
      ...amount('penalty', t.parts.penalty, (row) => row.penalty.total),
      cell: ({ penalty }) => (
        <span class="two-lines">
          <Money cents={penalty.total} />
          {penalty.forBricks > 0 && <span class="soft small">{t.penaltyLater(euros(penalty.forBricks))}</span>}
        </span>
      ),
    },
    amount('capital', t.parts.capital, (row) => row.capitalRepaymentDue),
    amount('amountDue', t.dueAmount, (row) => row.amountDue + row.capitalRepaymentDue),
    amount('left', t.left, (row) => row.remainingToBePaid + row.capitalRepaymentRemaining),
    {
      ...{ id: 'status', title: t.status },
      cell: (row) => <Badge tone={TONES[stateOf(row)]}>{t.states[stateOf(row)]}</Badge>,
      text: (row) => t.states[stateOf(row)],
    },
    ...(debitOf ? [{ id: 'debit', title: t.debit, cell: debitOf }] : []),
  ];
  return (
    <Table
      label={label}
      columns={columns}
      list={list}
      keyOf={({ period }) => period}
      empty={{ title: t.none, text: t.noneText }}
      {...(csv === undefined ? {} : { csv })}
    />
  );
}

/** The month that a link named: it stands out, and on the screen. */
function AskedMonth({ period }: { period: string }) {
  const own = useRef<HTMLElement>(null);
  useEffect(() => own.current?.scrollIntoView({ block: 'center' }), []);
  return (
    <strong ref={own} aria-current="true">
      {month(period)}
    </strong>
  );
}
