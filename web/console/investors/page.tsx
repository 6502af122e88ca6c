// Investors: the search over all of them, and the newest where nothing is searched.

import type { AdministrationCustomer } from '../../../clients/typescript/src/index.ts';
import { useParam } from '../../core/address.ts';
import { useList } from '../../core/query.ts';
import { Badge } from '../../design/feedback.tsx';
import { SearchField } from '../../design/search-field.tsx';
import { Instant } from '../../design/values.tsx';
import { to } from '../addresses.ts';
import { mortar } from '../core/api.ts';
import { Filters } from '../design/filters.tsx';
import { Page } from '../design/page.tsx';
import { type Column, FilterChips, Table } from '../design/table.tsx';
import { investorsTabs, KYC_TONES, nameOf, RIGHTS_TONES } from './person.ts';
import { investorWords } from './words.ts';

const LEAST = 3;

const KYC = ['notStarted', 'waitingForVerifier', 'verified', 'refused', 'outdated'] as const;

export default function InvestorsPage() {
  const t = investorWords.value;
  const [search] = useParam('search');
  const [frozen] = useParam('frozen');
  const [kyc] = useParam('kyc');
  const asked = search.trim().length >= LEAST ? search.trim() : '';
  const kycStatus = KYC.find((known) => known === kyc);
  const list = useList(['investors', asked, frozen, kycStatus], (page, signal) =>
    mortar.listCustomers({
      query: {
        ...page,
        ...(asked && { search: asked }),
        ...(frozen && { frozen: frozen === 'yes' }),
        ...(kycStatus && { kycStatus }),
      },
      signal,
    }),
  );
  const isNarrowed = asked !== '' || frozen !== '' || kyc !== '';
  return (
    <Page title={t.title} state={t.state} tabs={investorsTabs()}>
      <SearchField label={t.search} hint={hintOf} />
      <Filters>
        <FilterChips
          name="kyc"
          label={t.filterKyc}
          all={{ label: t.anyKyc }}
          choices={KYC.map((value) => ({ value, label: t.kyc[value] }))}
        />
        <FilterChips
          name="frozen"
          label={t.filterFrozen}
          all={{ label: t.anyAccount }}
          choices={[
            { value: 'yes', label: t.frozenOnly },
            { value: 'no', label: t.activeOnly },
          ]}
        />
      </Filters>
      <Table
        label={t.title}
        columns={columns()}
        list={list}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => to.investor(id)}
        empty={isNarrowed ? { title: t.empty, text: t.emptyText } : { title: t.emptyAll, text: t.emptyAllText }}
        csv="investisseurs"
      />
    </Page>
  );
}

/** Fewer letters are not searched. */
function hintOf(typed: string): string | undefined {
  const { length } = typed.trim();
  return length > 0 && length < LEAST ? investorWords.value.searchShort : undefined;
}

function columns(): Column<AdministrationCustomer>[] {
  const t = investorWords.value;
  return [
    {
      id: 'name',
      title: t.columns.name,
      cell: (person) => (
        <span class="two-lines">
          <span>{nameOf(person)}</span>
          {person.company && <span class="soft small">{person.company.name}</span>}
        </span>
      ),
      text: nameOf,
    },
    { id: 'email', title: t.columns.email, cell: ({ email }) => email, text: ({ email }) => email },
    {
      id: 'type',
      title: t.columns.type,
      cell: ({ customerType }) => <span class="whole">{t.types[customerType ?? 'none']}</span>,
      text: ({ customerType }) => t.types[customerType ?? 'none'],
    },
    {
      id: 'kyc',
      title: t.columns.kyc,
      cell: ({ kycStatus }) => <Badge tone={KYC_TONES[kycStatus]}>{t.kyc[kycStatus]}</Badge>,
      text: ({ kycStatus }) => t.kyc[kycStatus],
    },
    {
      id: 'rights',
      title: t.columns.rights,
      cell: ({ transactionRights, frozen }) => (
        <Badge tone={frozen ? 'bad' : RIGHTS_TONES[transactionRights]}>{frozen ? t.frozen : t.rights[transactionRights]}</Badge>
      ),
      text: ({ transactionRights, frozen }) => (frozen ? t.frozen : t.rights[transactionRights]),
    },
    {
      id: 'created',
      title: t.columns.created,
      cell: ({ createdAt }) => <Instant at={createdAt} hasTime={false} />,
      text: ({ createdAt }) => createdAt,
    },
  ];
}
