// What an investor holds, bought from issuers, and dealt with others.

import type { AdministrationDeal, AdministrationPurchase, HoldingView } from '../../../clients/typescript/src/index.ts';
import { count } from '../../core/format.ts';
import { useList } from '../../core/query.ts';
import { Badge, type Tone } from '../../design/feedback.tsx';
import { Instant, Money } from '../../design/values.tsx';
import { to } from '../addresses.ts';
import { mortar } from '../core/api.ts';
import { Days, emptyIn, useDays } from '../design/filters.tsx';
import { Link } from '../design/link.tsx';
import { Section } from '../design/page.tsx';
import { type Column, Table } from '../design/table.tsx';
import { moneyWords } from './money-words.ts';

const PURCHASE_TONES = {
  waiting_payment: 'info',
  waiting_provider: 'info',
  confirmed: 'good',
  canceled: 'neutral',
  declined: 'bad',
} as const satisfies Record<AdministrationPurchase['status'], Tone>;

const DEAL_TONES = { pending: 'neutral', reserved: 'info', confirmed: 'good' } as const satisfies Record<
  AdministrationDeal['status'],
  Tone
>;

export function HoldingsTab({ id }: { id: string }) {
  return (
    <>
      <Bricks id={id} />
      <Days />
      <Purchases id={id} />
      <Deals id={id} />
    </>
  );
}

type Named = { propertyId: string; propertyName: string };

function projectColumn<Row extends Named>(): Column<Row> {
  return {
    id: 'property',
    title: moneyWords.value.columns.property,
    cell: ({ propertyId, propertyName }) => <Link href={to.property(propertyId)}>{propertyName}</Link>,
    text: ({ propertyName }) => propertyName,
  };
}

function Bricks({ id }: { id: string }) {
  const t = moneyWords.value;
  const list = useList(['bricks', id], (page, signal) =>
    mortar.listCustomerBricks({ path: { customerId: id }, query: page, signal }),
  );
  const columns: Column<HoldingView>[] = [
    projectColumn(),
    { id: 'bricks', title: t.columns.bricks, align: 'end', cell: (row) => count(row.brickCount), text: (row) => row.brickCount },
    {
      id: 'selling',
      title: t.columns.selling,
      align: 'end',
      cell: (row) => count(row.sellingBrickCount),
      text: (row) => row.sellingBrickCount,
    },
  ];
  return (
    <Section title={t.bricks}>
      <Table
        label={t.bricks}
        columns={columns}
        list={list}
        keyOf={({ propertyId }) => propertyId}
        empty={{ title: t.nothing, text: t.bricksEmpty }}
        csv="briques"
        skeletonRows={2}
      />
    </Section>
  );
}

function Purchases({ id }: { id: string }) {
  const t = moneyWords.value;
  const days = useDays();
  const list = useList(['purchases', id, days], (page, signal) =>
    mortar.listCustomerPurchases({ path: { customerId: id }, query: { ...page, ...days }, signal }),
  );
  const columns: Column<AdministrationPurchase>[] = [
    projectColumn(),
    {
      id: 'date',
      title: t.columns.date,
      cell: ({ createdAt }) => <Instant at={createdAt} />,
      text: ({ createdAt }) => createdAt,
    },
    {
      id: 'mode',
      title: t.columns.automatic,
      cell: ({ isAutomatic }) => (isAutomatic ? t.automatic : t.byHand),
      text: ({ isAutomatic }) => (isAutomatic ? t.automatic : t.byHand),
    },
    {
      id: 'state',
      title: t.columns.state,
      cell: ({ status, failure }) => (
        <span class="two-lines">
          <span>
            <Badge tone={PURCHASE_TONES[status]}>{t.purchaseStatus[status]}</Badge>
          </span>
          {failure && <span class="soft small">{failure}</span>}
        </span>
      ),
      text: ({ status }) => t.purchaseStatus[status],
    },
    { id: 'bricks', title: t.columns.bricks, align: 'end', cell: (row) => count(row.brickCount), text: (row) => row.brickCount },
    {
      id: 'amount',
      title: t.columns.amount,
      align: 'end',
      cell: ({ amountCents }) => <Money cents={amountCents} />,
      cents: ({ amountCents }) => amountCents,
    },
  ];
  return (
    <Section title={t.purchases}>
      <Table
        label={t.purchases}
        columns={columns}
        list={list}
        keyOf={(purchase) => purchase.id}
        empty={emptyIn(days, { title: t.nothing, text: t.purchasesEmpty })}
        csv="achats"
        skeletonRows={2}
      />
    </Section>
  );
}

function Deals({ id }: { id: string }) {
  const t = moneyWords.value;
  const days = useDays();
  const list = useList(['deals', id, days], (page, signal) =>
    mortar.listCustomerDeals({ path: { customerId: id }, query: { ...page, ...days }, signal }),
  );
  const columns: Column<AdministrationDeal>[] = [
    projectColumn(),
    {
      id: 'date',
      title: t.columns.date,
      cell: ({ createdAt }) => <Instant at={createdAt} />,
      text: ({ createdAt }) => createdAt,
    },
    {
      id: 'role',
      title: t.columns.role,
      cell: ({ role, sellerId, buyerId, counterpartName }) => {
        const other = role === 'seller' ? buyerId : sellerId;
        return (
          <span class="two-lines">
            <span>{t.role[role]}</span>
            {other && (
              <span class="small">
                {t.counterpart[role]} <Link href={to.investor(other)}>{counterpartName}</Link>
              </span>
            )}
          </span>
        );
      },
      text: ({ role }) => t.role[role],
    },
    {
      id: 'state',
      title: t.columns.state,
      cell: ({ status }) => <Badge tone={DEAL_TONES[status]}>{t.dealStatus[status]}</Badge>,
      text: ({ status }) => t.dealStatus[status],
    },
    { id: 'bricks', title: t.columns.bricks, align: 'end', cell: (row) => count(row.brickCount), text: (row) => row.brickCount },
    {
      id: 'commission',
      title: t.columns.commission,
      align: 'end',
      cell: (row) => <Money cents={row.commissionCents} />,
      cents: (row) => row.commissionCents,
    },
    {
      id: 'price',
      title: t.columns.price,
      align: 'end',
      cell: (row) => <Money cents={row.priceCents} />,
      cents: (row) => row.priceCents,
    },
  ];
  return (
    <Section title={t.deals}>
      <Table
        label={t.deals}
        columns={columns}
        list={list}
        keyOf={(deal) => deal.id}
        empty={emptyIn(days, { title: t.nothing, text: t.dealsEmpty })}
        csv="echanges"
        skeletonRows={2}
      />
    </Section>
  );
}
