// Of whom the yearly file of the tax office still lacks what: counts by part, and a list to write to or to call.

import type { IncompleteTaxIdentity } from '../../../clients/typescript/src/index.ts';
import { useParam } from '../../core/address.ts';
import { useList, useQuery } from '../../core/query.ts';
import { Instant } from '../../design/values.tsx';
import { to } from '../addresses.ts';
import { mortar } from '../core/api.ts';
import { Page } from '../design/page.tsx';
import { type Column, FilterChips, Table } from '../design/table.tsx';
import { moneyWords } from './money-words.ts';
import { investorsTabs } from './person.ts';
import { investorWords } from './words.ts';

const PARTS = ['profile', 'company', 'sex', 'birth-name', 'birth-commune', 'residence-commune'] as const;

export default function TaxIdentitiesPage() {
  const t = moneyWords.value;
  const [asked] = useParam('missing');
  const missing = PARTS.find((part) => part === asked);
  const counts = useQuery(['tax-identity-counts'], (signal) =>
    mortar.listIncompleteTaxIdentities({ query: { limit: 1 }, signal }),
  ).data;
  const list = useList(['tax-identities', missing], (page, signal) =>
    mortar.listIncompleteTaxIdentities({ query: { ...page, ...(missing && { missing }) }, signal }),
  );
  const countOf = (wanted: (typeof PARTS)[number]) => counts?.countByPart.find(({ part }) => part === wanted)?.count ?? 0;
  return (
    <Page title={investorWords.value.title} state={t.taxIdentitiesState} tabs={investorsTabs()}>
      <FilterChips
        name="missing"
        label={t.byPart}
        all={{ label: t.anyPart, ...(counts && { count: counts.count }) }}
        choices={PARTS.map((value) => ({ value, label: t.missingParts[value], ...(counts && { count: countOf(value) }) }))}
      />
      <Table
        label={t.taxIdentity}
        columns={columns()}
        list={list}
        keyOf={({ customerId }) => customerId}
        hrefOf={({ customerId }) => to.investor(customerId, 'tax')}
        empty={{ title: t.taxIdentitiesEmpty, text: t.taxIdentitiesEmptyText }}
        csv="fichier-fiscal"
      />
    </Page>
  );
}

function columns(): Column<IncompleteTaxIdentity>[] {
  const t = moneyWords.value;
  const { columns: common, types } = investorWords.value;
  const missingOf = ({ missing }: IncompleteTaxIdentity) => missing.map((part) => t.missingParts[part]).join(', ');
  return [
    { id: 'name', title: common.name, cell: ({ name }) => name, text: ({ name }) => name },
    { id: 'email', title: common.email, cell: ({ email }) => email, text: ({ email }) => email },
    {
      id: 'type',
      title: common.type,
      cell: ({ customerType }) => <span class="whole">{types[customerType ?? 'none']}</span>,
      text: ({ customerType }) => types[customerType ?? 'none'],
    },
    { id: 'missing', title: t.missing, cell: missingOf, text: missingOf },
    {
      id: 'asked',
      title: t.askedAt,
      cell: ({ askedAt }) => askedAt && <Instant at={askedAt} hasTime={false} />,
      text: ({ askedAt }) => askedAt ?? '',
    },
  ];
}
