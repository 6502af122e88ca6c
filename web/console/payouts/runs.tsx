// Runs of a month, and the holders of the one that is chosen.

import type { PayoutLineView, PayoutsOfMonth } from '../../../clients/typescript/src/index.ts';
import { addressWith, useParam } from '../../core/address.ts';
import { day, euros, month } from '../../core/format.ts';
import { knownList, useList } from '../../core/query.ts';
import { Badge, Technical, type Tone } from '../../design/feedback.tsx';
import { Day, Money } from '../../design/values.tsx';
import { to } from '../addresses.ts';
import { mortar } from '../core/api.ts';
import { Link } from '../design/link.tsx';
import { Section } from '../design/page.tsx';
import { type Column, FilterChips, Table } from '../design/table.tsx';
import { payoutWords } from './words.ts';

type Run = PayoutsOfMonth['runs'][number];

export function Runs({ month: { runs, period, couponsFrom } }: { month: PayoutsOfMonth }) {
  const t = payoutWords.value;
  const [chosen] = useParam('run');
  const run = runs.find(({ id }) => id === chosen);
  return (
    <>
      <Section title={t.runs}>
        <Table
          label={t.runs}
          columns={runColumns(chosen)}
          list={knownList(runs)}
          keyOf={({ id }) => id}
          empty={{ title: t.runsEmpty, text: t.runsEmptyText(day(couponsFrom)) }}
          csv={`versements-${period}`}
        />
      </Section>
      {run && <Holders key={run.id} run={run} />}
    </>
  );
}

function runColumns(chosen: string): Column<Run>[] {
  const t = payoutWords.value;
  const { columns } = t;
  const money = (id: string, title: string, of: (run: Run) => number): Column<Run> => ({
    id,
    title,
    align: 'end',
    cell: (run) => <Money cents={of(run)} />,
    cents: (run) => of(run),
  });
  return [
    {
      id: 'project',
      title: columns.project,
      cell: ({ propertyId, propertyName }) => (
        <Link class="strong" href={to.property(propertyId, 'money')}>
          {propertyName}
        </Link>
      ),
      text: ({ propertyName }) => propertyName,
    },
    {
      id: 'kind',
      title: columns.kind,
      cell: ({ kind, echeancePeriod }) => (
        <span class="two-lines">
          <span class="whole">{t.kinds[kind]}</span>
          {echeancePeriod && <span class="soft small">{month(echeancePeriod)}</span>}
        </span>
      ),
      text: ({ kind }) => t.kinds[kind],
    },
    { id: 'date', title: columns.date, cell: ({ runDate }) => <Day date={runDate} />, text: ({ runDate }) => runDate },
    { id: 'state', title: columns.state, cell: (run) => <RunState run={run} />, cents: ({ failedCents }) => failedCents },
    money('total', columns.total, ({ totalCents }) => totalCents),
    money('tax', columns.tax, ({ taxCents }) => taxCents),
    money('paid', columns.paid, ({ paidCents, paidOutsideCents }) => paidCents + paidOutsideCents),
    {
      id: 'holders',
      title: columns.holders,
      align: 'end',
      cell: ({ id, holderCount }) => (
        <a href={addressWith({ run: id === chosen ? '' : id, status: '' })} title={id === chosen ? t.hideHolders : t.showHolders}>
          {t.holderCount(holderCount)}
        </a>
      ),
      text: ({ holderCount }) => holderCount,
    },
  ];
}

function RunState({ run: { failedCents, blockedCents, waitingCents } }: { run: Run }) {
  const { runState } = payoutWords.value;
  const refused = failedCents + blockedCents;
  return (
    <span class="badges">
      {refused > 0 && <Badge tone="bad">{runState.refused(euros(refused))}</Badge>}
      {waitingCents > 0 && <Badge tone="info">{runState.waiting(euros(waitingCents))}</Badge>}
      {refused === 0 && waitingCents === 0 && <Badge tone="good">{runState.paid}</Badge>}
    </span>
  );
}

/** As many as the API gives at once. */
const LINES_OF_A_PAGE = 50;
/** What else the table has, in rows. */
const HEAD_AND_FOOT = 2;
const STATUSES = ['waiting', 'paid', 'failed', 'blocked', 'paidOutside'] as const;
const TONES = {
  waiting: 'info',
  paid: 'good',
  failed: 'bad',
  blocked: 'bad',
  paidOutside: 'neutral',
} as const satisfies Record<PayoutLineView['status'], Tone>;

function Holders({ run }: { run: Run }) {
  const t = payoutWords.value;
  const [asked] = useParam('status');
  const status = STATUSES.find((known) => known === asked);
  const list = useList(['lines', run.id, status], (page, signal) =>
    mortar.listPayoutLines({ path: { runId: run.id }, query: { ...page, ...(status && { status }) }, signal }),
  );
  return (
    <Section title={t.holders(run.propertyName)}>
      <FilterChips
        name="status"
        label={t.filterLines}
        choices={STATUSES.map((value) => ({ value, label: t.lineStatus[value] }))}
      />
      <Table
        label={t.holders(run.propertyName)}
        columns={lineColumns()}
        list={list}
        keyOf={({ id }) => id}
        hrefOf={({ customerId }) => to.investor(customerId, 'money')}
        empty={{ title: t.holdersEmpty }}
        skeletonRows={Math.min(run.holderCount, LINES_OF_A_PAGE) + HEAD_AND_FOOT}
        csv={`detenteurs-${run.id.slice(0, 8)}`}
      />
    </Section>
  );
}

function lineColumns(): Column<PayoutLineView>[] {
  const t = payoutWords.value;
  const money = (id: string, title: string, of: (line: PayoutLineView) => number): Column<PayoutLineView> => ({
    id,
    title,
    align: 'end',
    cell: (line) => <Money cents={of(line)} />,
    cents: (line) => of(line),
  });
  return [
    { id: 'holder', title: t.columns.holder, cell: ({ holderName }) => holderName, text: ({ holderName }) => holderName },
    {
      id: 'state',
      title: t.columns.state,
      cell: ({ status, failure, comment }) => (
        <span class="two-lines">
          <span>
            <Badge tone={TONES[status]}>{t.lineStatus[status]}</Badge>
          </span>
          {failure ? <Technical>{failure}</Technical> : comment && <span class="soft small">{comment}</span>}
        </span>
      ),
      text: ({ status }) => t.lineStatus[status],
    },
    money('gross', t.columns.total, ({ grossCents }) => grossCents),
    money('tax', t.columns.tax, ({ taxCents }) => taxCents),
    money('net', t.columns.net, ({ grossCents, taxCents }) => grossCents - taxCents),
  ];
}
