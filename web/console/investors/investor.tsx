// One investor: who they are and what they may do, their money, what they hold, their tax, what was done with their account.

import { useRoute } from 'preact-iso/router';
import type { AdministrationCustomer } from '../../../clients/typescript/src/index.ts';
import { day } from '../../core/format.ts';
import { useQuery } from '../../core/query.ts';
import { Badge, Refusal, Skeleton } from '../../design/feedback.tsx';
import { type InvestorTab, to } from '../addresses.ts';
import { mortar } from '../core/api.ts';
import { Page } from '../design/page.tsx';
import { FreezeButton } from './freeze.tsx';
import { HoldingsTab } from './holdings.tsx';
import { MoneyTab } from './money.tsx';
import { OverviewTab } from './overview.tsx';
import { nameOf, RIGHTS_TONES } from './person.ts';
import { personalDataWords } from './personal-data-words.ts';
import { TaxTab } from './tax.tsx';
import { TrailTab } from './trail.tsx';
import { investorWords } from './words.ts';

const TABS = ['money', 'holdings', 'tax', 'trail'] as const satisfies readonly InvestorTab[];

export default function InvestorPage() {
  const { id = '', tab } = useRoute().params;
  return <Investor key={id} id={id} tab={TABS.find((known) => known === tab)} />;
}

function Investor({ id, tab }: { id: string; tab: InvestorTab | undefined }) {
  const t = investorWords.value;
  const { data: person, error, reload } = useQuery(['investor', id], (signal) => mortar.readCustomer({ path: { id }, signal }));
  const above = { href: to.investors, name: t.title };
  if (!person) {
    return (
      <Page title="…" above={above}>
        {error ? <Refusal error={error} retry={reload} /> : <Skeleton rows={3} height="figure" />}
      </Page>
    );
  }
  return (
    <Page
      title={nameOf(person)}
      above={above}
      state={<State person={person} />}
      action={<FreezeButton person={person} onDone={reload} />}
      tabs={[
        { href: to.investor(id), name: t.tabs.overview },
        ...TABS.map((name) => ({ href: to.investor(id, name), name: t.tabs[name] })),
      ]}
    >
      {tab === undefined && <OverviewTab person={person} onChanged={reload} />}
      {tab === 'money' && <MoneyTab id={id} />}
      {tab === 'holdings' && <HoldingsTab id={id} />}
      {tab === 'tax' && <TaxTab id={id} />}
      {tab === 'trail' && <TrailTab person={person} onChanged={reload} />}
    </Page>
  );
}

function State({ person }: { person: AdministrationCustomer }) {
  const t = investorWords.value;
  const { frozen, transactionRights, email, createdAt, closedAt, isCompanyAccount } = person;
  if (closedAt !== null) return <Badge tone="bad">{personalDataWords.value.closedOn(day(closedAt))}</Badge>;
  return (
    <>
      <Badge tone={frozen ? 'bad' : RIGHTS_TONES[transactionRights]}>
        {frozen ? t.frozen : `${t.rightsTitle} : ${t.rights[transactionRights].toLowerCase()}`}
      </Badge>{' '}
      {isCompanyAccount && <Badge tone="info">{t.company}</Badge>} {email} · {t.since(day(createdAt))}
    </>
  );
}
