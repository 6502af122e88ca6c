// The money of a project: where it went, its purses, the postings behind them, and the settlement that ends at zero.

import type { ProjectPurses } from '../../../../clients/typescript/src/index.ts';
import { addressWith } from '../../../core/address.ts';
import { count } from '../../../core/format.ts';
import { useQuery, wholeList } from '../../../core/query.ts';
import { Refusal, Skeleton } from '../../../design/feedback.tsx';
import { Money } from '../../../design/values.tsx';
import { mortar } from '../../core/api.ts';
import { needing } from '../../core/session.ts';
import { Section } from '../../design/page.tsx';
import { type Column, Table } from '../../design/table.tsx';
import type { TabProps } from '../project.ts';
import { FlowPicture } from './flow.tsx';
import { type Flow, flowAddress, flowName, typeName } from './flow-layout.ts';
import { Postings } from './postings.tsx';
import { SettlementSection } from './settlement.tsx';
import { moneyWords } from './words.ts';

type Purse = ProjectPurses['purses'][number];

export default function MoneyTab({ project, reload }: TabProps) {
  const t = moneyWords.value;
  const path = { propertyId: project.id };
  const money = useQuery(
    ['money', project.id],
    needing('money.read', async (signal) => {
      const [purses, settlement] = await Promise.all([
        mortar.readPurses({ path, signal }),
        mortar.readSettlement({ path, signal }),
      ]);
      return { ...purses, settlement };
    }),
  );
  const again = () => {
    money.reload();
    reload();
  };
  const { data } = money;
  if (data === undefined)
    return money.error ? <Refusal error={money.error} retry={money.reload} /> : <Skeleton rows={3} height="chart" />;
  return (
    <>
      <Section title={t.flows} note={t.flowsNote}>
        <FlowPicture flows={data.flows} />
      </Section>
      <Section title={t.purses} note={t.pursesNote}>
        <Table
          label={t.purses}
          columns={purseColumns()}
          list={wholeList(money, ({ purses }) => purses)}
          keyOf={({ purse }) => purse}
          empty={{ title: t.noFlows, text: t.noFlowsText }}
          csv={`caisses-${project.id.slice(0, 8)}`}
        />
      </Section>
      <SettlementSection project={project} data={data.settlement} reload={again} />
      {data.flows.length > 0 && (
        <Section title={t.flowTable}>
          <Table
            label={t.flowTable}
            columns={flowColumns()}
            list={wholeList(money, ({ flows }) => flows)}
            keyOf={({ from, to, type }) => `${from} ${to} ${type}`}
            empty={{ title: t.noFlows, text: t.noFlowsText }}
            csv={`mouvements-${project.id.slice(0, 8)}`}
          />
        </Section>
      )}
      <Postings propertyId={project.id} />
    </>
  );
}

function purseColumns(): readonly Column<Purse>[] {
  const t = moneyWords.value;
  const amount = (id: string, title: string, of: (purse: Purse) => number): Column<Purse> => ({
    ...{ id, title, align: 'end' },
    cell: (purse) => <Money cents={of(purse)} />,
    cents: (purse) => of(purse),
  });
  return [
    {
      id: 'purse',
      title: t.purse,
      cell: ({ purse }) => (
        <a href={`${addressWith({ purse, type: '' })}#postings`} title={t.postingsOf(t.places[purse])}>
          {t.places[purse]}
        </a>
      ),
      text: ({ purse }) => t.places[purse],
    },
    amount('in', t.came, ({ inCents }) => inCents),
    amount('out', t.went, ({ outCents }) => outCents),
    amount('balance', t.balance, ({ balanceCents }) => balanceCents),
  ];
}

function flowColumns(): readonly Column<Flow>[] {
  const t = moneyWords.value;
  return [
    {
      id: 'kind',
      title: t.kind,
      cell: (flow) => (
        <a href={flowAddress(flow)} aria-label={flowName(flow)}>
          {typeName(flow.type)}
        </a>
      ),
      text: ({ type }) => typeName(type),
    },
    { id: 'from', title: t.from, cell: ({ from }) => t.places[from], text: ({ from }) => t.places[from] },
    { id: 'to', title: t.to, cell: ({ to }) => t.places[to], text: ({ to }) => t.places[to] },
    { id: 'count', title: t.count, align: 'end', cell: (flow) => count(flow.count), text: (flow) => flow.count },
    {
      ...{ id: 'amount', title: t.amount, align: 'end' },
      cell: ({ cents }) => <Money cents={cents} />,
      cents: ({ cents }) => cents,
    },
  ];
}
