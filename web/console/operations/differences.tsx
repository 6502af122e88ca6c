// Differences between the books and the provider's wallets that stayed when the reconciliation looked twice.

import type { DifferenceStatus, DifferenceView } from '../../../clients/typescript/src/index.ts';
import { addressWith } from '../../core/address.ts';
import { useList } from '../../core/query.ts';
import { Badge } from '../../design/feedback.tsx';
import { Instant, Money } from '../../design/values.tsx';
import { mortar } from '../core/api.ts';
import { emptyIn, useDays } from '../design/filters.tsx';
import { type Column, Table } from '../design/table.tsx';
import { booksWords } from './books-words.ts';
import { Holder } from './frame.tsx';
import { movementWords } from './movement-words.ts';

export function Differences({ status }: { status: DifferenceStatus | undefined }) {
  const t = booksWords.value;
  const days = useDays();
  const list = useList(['differences', status, days], (page, signal) =>
    mortar.listDifferences({ query: { ...page, ...days, ...(status && { status }) }, signal }),
  );
  return (
    <Table
      label={t.reconciliation}
      columns={columns()}
      list={list}
      keyOf={({ id }) => id}
      empty={emptyIn(days, { title: status === 'open' ? t.noOpen : t.none, text: t.noOpenText })}
      csv="ecarts"
    />
  );
}

function columns(): Column<DifferenceView>[] {
  const t = booksWords.value;
  const m = movementWords.value;
  return [
    {
      id: 'account',
      title: t.account,
      cell: ({ accountId, holder }) => <Holder id={accountId} holder={holder} />,
      text: ({ accountId, holder }) => holder?.name ?? accountId,
    },
    {
      id: 'kind',
      title: t.kind,
      cell: ({ kind, status }) => (
        <Badge tone={status === 'closed' ? 'neutral' : kind === 'missing' ? 'bad' : 'warn'}>{t.kinds[kind]}</Badge>
      ),
      text: ({ kind }) => t.kinds[kind],
    },
    {
      id: 'opened',
      title: t.openedAt,
      cell: ({ openedAt }) => <Instant at={openedAt} isRelative />,
      text: ({ openedAt }) => openedAt,
    },
    {
      id: 'seen',
      title: t.lastSeen,
      cell: ({ lastSeenAt, timesSeen, closedAt }) => (
        <span class="stacked">
          <Instant at={closedAt ?? lastSeenAt} />
          <span class="soft small">{closedAt ? t.statuses.closed : t.timesSeen(timesSeen)}</span>
        </span>
      ),
      text: ({ lastSeenAt }) => lastSeenAt,
    },
    {
      id: 'ledger',
      title: t.books,
      align: 'end',
      cell: ({ last }) => <Money cents={last.ledgerCents} />,
      cents: ({ last }) => last.ledgerCents,
    },
    {
      id: 'provider',
      title: t.provider,
      align: 'end',
      cell: ({ last }) => <Money cents={last.providerCents} />,
      cents: ({ last }) => last.providerCents,
    },
    {
      id: 'difference',
      title: t.difference,
      align: 'end',
      cell: ({ last }) => <Money cents={last.differenceCents} isSigned />,
      cents: ({ last }) => last.differenceCents,
    },
    {
      id: 'explain',
      title: m.explain,
      align: 'end',
      cell: ({ accountId }) => (
        <a href={addressWith({ list: 'movements', status: 'all', account: accountId })} aria-label={m.seeOf(accountId)}>
          {m.see}
        </a>
      ),
    },
  ];
}
