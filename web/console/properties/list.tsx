// The list of properties: search, stage and contract in the address, newest first.

import { useState } from 'preact/hooks';
import type { FoundProperty as Row, SearchPropertiesData } from '../../../clients/typescript/src/index.ts';
import { useParam } from '../../core/address.ts';
import { percent } from '../../core/format.ts';
import { useList } from '../../core/query.ts';
import { Button } from '../../design/button.tsx';
import { SearchField } from '../../design/search-field.tsx';
import { Instant, Money } from '../../design/values.tsx';
import { to } from '../addresses.ts';
import { mortar } from '../core/api.ts';
import { Filters } from '../design/filters.tsx';
import { Page } from '../design/page.tsx';
import { type Column, FilterChips, Table } from '../design/table.tsx';
import { NewPropertyDialog } from './edit/new-property.tsx';
import { royaltyWords } from './royalty/words.ts';
import { YearlyUpdateDialog } from './royalty/yearly-update.tsx';
import { StageBadge } from './stage.tsx';
import { propertyWords } from './words.ts';

type Query = NonNullable<SearchPropertiesData['query']>;

export default function PropertiesPage() {
  const t = propertyWords.value;
  const [isNew, setNew] = useState(false);
  const [isYearly, setYearly] = useState(false);
  const [search] = useParam('search');
  const [stage] = useParam('stage');
  const [contract] = useParam('contract');
  const [sort] = useParam('sort');
  const list = useList(['properties', search, stage, contract, sort], (page, signal) =>
    mortar.searchProperties({ query: { ...page, ...filters({ search, stage, contract, sort }) }, signal }),
  );
  return (
    <Page
      title={t.title}
      state={t.listState}
      isWide
      action={
        <>
          <Button onClick={() => setYearly(true)}>{royaltyWords.value.yearly}</Button>
          <Button look="primary" onClick={() => setNew(true)}>
            {t.create}
          </Button>
        </>
      }
    >
      <div class="list-tools">
        <SearchField label={t.search} hint={() => t.searchHint} />
        <Filters>
          <FilterChips name="stage" label={t.stage} all={{ label: t.anyStage }} choices={choicesOf(t.stages)} />
          <FilterChips name="contract" label={t.contract} all={{ label: t.anyContract }} choices={choicesOf(t.contracts)} />
        </Filters>
      </div>
      <Table
        label={t.title}
        columns={columns()}
        list={list}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => to.property(id)}
        empty={{ title: t.noneTitle, text: t.noneText }}
        csv="projets"
      />
      {isNew && <NewPropertyDialog onClose={() => setNew(false)} />}
      {isYearly && <YearlyUpdateDialog onClose={() => setYearly(false)} />}
    </Page>
  );
}

/** Border: the address may hold any text; the API refuses in words what it does not know. */
function filters(given: { search: string; stage: string; contract: string; sort: string }): Query {
  const { search, stage, contract, sort } = given;
  return {
    ...(search && { search }),
    ...(stage && { stage }),
    ...(contract && { investorContractType: contract }),
    ...(sort && { sort }),
  } as Query;
}

function choicesOf(names: Readonly<Record<string, string>>) {
  return Object.entries(names).map(([value, label]) => ({ value, label }));
}

function columns(): readonly Column<Row>[] {
  const t = propertyWords.value;
  return [
    { id: 'name', title: t.name, cell: ({ name }) => name, text: ({ name }) => name },
    {
      id: 'stage',
      title: t.stage,
      cell: ({ stage }) => <StageBadge stage={stage} />,
      text: ({ stage }) => t.stages[stage],
    },
    {
      id: 'contract',
      title: t.contract,
      cell: ({ investorContractType }) => <span class="nowrap">{t.contracts[investorContractType]}</span>,
      text: ({ investorContractType }) => t.contracts[investorContractType],
    },
    { id: 'spv', title: t.spv, cell: ({ spvName }) => spvName ?? '–', text: ({ spvName }) => spvName },
    {
      id: 'target',
      title: t.target,
      align: 'end',
      cell: ({ amountToFundCents: cents }) => (cents === null ? '–' : <Money cents={cents} />),
      cents: ({ amountToFundCents: cents }) => cents,
    },
    {
      id: 'collected',
      title: t.collected,
      align: 'end',
      cell: ({ confirmedCents }) => <Money cents={confirmedCents} />,
      cents: ({ confirmedCents }) => confirmedCents,
    },
    {
      id: 'rate',
      title: t.rate,
      align: 'end',
      cell: ({ returnOnInvestment: rate }) => (rate === null ? '–' : percent(rate * 100)),
      text: ({ returnOnInvestment }) => returnOnInvestment,
    },
    {
      id: 'createdAt',
      title: t.created,
      isSortable: true,
      cell: ({ createdAt }) => <Instant at={createdAt} hasTime={false} />,
      text: ({ createdAt }) => createdAt,
    },
    {
      id: 'updatedAt',
      title: t.changed,
      isSortable: true,
      cell: ({ updatedAt }) => <Instant at={updatedAt} hasTime={false} />,
      text: ({ updatedAt }) => updatedAt,
    },
  ];
}
