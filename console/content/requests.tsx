// Financing requests: who asks for how much, and who looks after it.

import type { FinancingRequest } from '../../clients/typescript/src/index.ts';
import { to } from '../addresses.ts';
import { mortar } from '../core/api.ts';
import { useList } from '../core/query.ts';
import { Link } from '../design/link.tsx';
import { type Column, Table } from '../design/table.tsx';
import { Instant, Money } from '../design/values.tsx';
import { Frame } from './frame.tsx';
import { contentWords } from './words.ts';

export function RequestsTab() {
  const t = contentWords.value;
  const list = useList(['requests'], (page, signal) => mortar.listFinancingRequests({ query: page, signal }));
  return (
    <Frame tab="requests">
      <Table
        label={t.tabs.requests}
        columns={columns()}
        list={list}
        keyOf={({ id }) => id}
        empty={{ title: t.noRequest, text: t.noRequestText }}
        csv="mortar-demandes"
      />
    </Frame>
  );
}

function columns(): Column<FinancingRequest>[] {
  const t = contentWords.value;
  const managerOf = ({ accountManager }: FinancingRequest) =>
    accountManager ? `${accountManager.firstname} ${accountManager.lastname}` : '';
  return [
    { id: 'name', title: t.name, cell: ({ name }) => <span class="strong">{name}</span>, text: ({ name }) => name },
    { id: 'manager', title: t.manager, cell: (request) => managerOf(request) || t.noManager, text: managerOf },
    {
      id: 'project',
      title: t.project,
      cell: ({ propertyId }) => (propertyId ? <Link href={to.property(propertyId)}>{t.openProject}</Link> : t.noProject),
      text: ({ propertyId }) => propertyId,
    },
    { id: 'created', title: t.createdAt, cell: ({ createdAt }) => <Instant at={createdAt} isRelative hasTime={false} /> },
    {
      id: 'amount',
      title: t.amount,
      align: 'end',
      cell: ({ requestedAmountCents }) => (requestedAmountCents === null ? '' : <Money cents={requestedAmountCents} />),
      text: ({ requestedAmountCents }) => (requestedAmountCents === null ? null : requestedAmountCents / 100),
    },
  ];
}
