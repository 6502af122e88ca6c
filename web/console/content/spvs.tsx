// SPVs: their form and their projects, and of one the wallet, the bank accounts and the debit mandates as the provider has them.

import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import type { Spv } from '../../../clients/typescript/src/index.ts';
import { addressWith, useParam } from '../../core/address.ts';
import { useList, useQuery, wholeList } from '../../core/query.ts';
import { Button, Id } from '../../design/button.tsx';
import { Badge, Refusal, Skeleton, type Tone } from '../../design/feedback.tsx';
import { Instant, Money } from '../../design/values.tsx';
import { to } from '../addresses.ts';
import { mortar, readPart } from '../core/api.ts';
import { needing } from '../core/session.ts';
import { AtProvider } from '../design/at-provider.tsx';
import { Link } from '../design/link.tsx';
import { Facts, Page, Section } from '../design/page.tsx';
import { type Column, Table } from '../design/table.tsx';
import { OnboardingPath } from '../onboarding/path.tsx';
import { formWords } from './form-words.ts';
import { Frame } from './frame.tsx';
import { SpvDialog } from './spv-dialog.tsx';
import { contentWords } from './words.ts';

const KYB_TONES: Readonly<{ [S in Spv['kybStatus']]: Tone }> = {
  notStarted: 'neutral',
  waitingForVerifier: 'info',
  verified: 'good',
  refused: 'bad',
  outdated: 'warn',
};

export function SpvsTab() {
  const [id] = useParam('id');
  return id === '' ? <Spvs /> : <OneSpv key={id} id={id} />;
}

/** Rows that are read at once. */
const PAGE = 100;

function Spvs() {
  const t = contentWords.value;
  const { route } = useLocation();
  const [isNew, setNew] = useState(false);
  const spvs = useList(['spvs'], (page, signal) =>
    readPart((watched) => mortar.listSpvs({ query: { ...page, limit: PAGE }, signal, ...watched })),
  );
  const columns: Column<Spv>[] = [
    { id: 'name', title: t.name, cell: ({ name }) => name, text: ({ name }) => name },
    { id: 'country', title: t.country, cell: ({ country }) => country, text: ({ country }) => country },
    { id: 'kyb', title: t.kyb, cell: (spv) => <Kyb spv={spv} />, text: ({ kybStatus }) => t.kybs[kybStatus] },
    {
      id: 'projects',
      title: t.projects,
      align: 'end',
      cell: ({ projects }) => projects.length,
      text: ({ projects }) => projects.length,
    },
  ];
  return (
    <Frame
      tab="spvs"
      action={
        <Button look="primary" onClick={() => setNew(true)}>
          {formWords.value.newSpv}
        </Button>
      }
    >
      <Table
        label={t.tabs.spvs}
        columns={columns}
        list={spvs}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => addressWith({ id })}
        empty={{ title: t.noSpv, text: t.noSpvText }}
        csv="spv"
      />
      {isNew && <SpvDialog spv={undefined} onClose={() => setNew(false)} onDone={({ id }) => route(addressWith({ id }))} />}
    </Frame>
  );
}

function Kyb({ spv: { kybStatus } }: { spv: Spv }) {
  return <Badge tone={KYB_TONES[kybStatus]}>{contentWords.value.kybs[kybStatus]}</Badge>;
}

function OneSpv({ id }: { id: string }) {
  const t = contentWords.value;
  const [isEdited, setEdited] = useState(false);
  const spv = useQuery(['spv', id], (signal) => mortar.readSpv({ path: { id }, signal }));
  const balance = useQuery(
    ['spv balance', id],
    needing('money.read', (signal) => mortar.readProviderBalance({ path: { id }, signal })),
  );
  const above = { href: addressWith({ id: '' }), name: t.tabs.spvs };
  const { data } = spv;
  if (data === undefined)
    return (
      <Page title={t.spv} above={above}>
        {spv.error ? <Refusal error={spv.error} retry={spv.reload} /> : <Skeleton rows={3} height="figure" />}
      </Page>
    );
  return (
    <Page
      title={data.name}
      above={above}
      action={<Button onClick={() => setEdited(true)}>{t.edit}</Button>}
      state={
        <>
          <Kyb spv={data} /> {data.country}
        </>
      }
    >
      <div class="card">
        <Facts
          facts={[
            [
              t.balance,
              balance.data ? (
                <Money key="balance" cents={balance.data.availableBalanceCents} />
              ) : balance.error ? (
                t.notKnown
              ) : (
                '…'
              ),
            ],
            [
              t.account,
              <>
                {data.providerExternalId ?? '–'} <AtProvider kind="account" id={data.providerExternalId} />
              </>,
            ],
            [t.createdAt, <Instant key="created" at={data.createdAt} hasTime={false} />],
            [t.id, <Id key="id" id={data.id} />],
          ]}
        />
      </div>
      <Section title={t.projects}>
        <ul class="card plain-list">
          {data.projects.length === 0 && <li class="soft">{t.noProject}</li>}
          {data.projects.map((project) => (
            <li key={project.id}>
              <Link href={to.property(project.id)}>{project.name}</Link>
            </li>
          ))}
        </ul>
      </Section>
      <OnboardingPath
        id={id}
        name={data.name}
        read={(signal) => mortar.readSpvOnboarding({ path: { id }, signal })}
        ask={() => mortar.askProvider({ body: { spvId: id } })}
        start={{ of: 'spv', run: (body) => mortar.startSpvOnboarding({ path: { id }, body }) }}
        onChanged={() => {
          spv.reload();
          balance.reload();
        }}
        below={
          <>
            <Refusal error={balance.error} retry={balance.reload} />
            <AtTheProvider key={data.providerExternalId} id={id} />
          </>
        }
      />
      {isEdited && (
        <SpvDialog
          spv={data}
          onClose={() => setEdited(false)}
          onDone={() => {
            setEdited(false);
            spv.reload();
            balance.reload();
          }}
        />
      )}
    </Page>
  );
}

type BankRow = { id: number; iban: string; holder: string; status: string; reference?: string | null };

function AtTheProvider({ id }: { id: string }) {
  const t = contentWords.value;
  const accounts = useQuery(
    ['spv accounts', id],
    needing('money.read', (signal) => mortar.listWithdrawBankAccounts({ path: { id }, signal })),
  );
  const mandates = useQuery(['spv mandates', id], (signal) => mortar.listSddMandates({ path: { id }, signal }));
  // The end of an IBAN is enough here.
  const columns: Column<BankRow>[] = [
    { id: 'holder', title: t.holder, cell: ({ holder }) => <span class="strong">{holder}</span>, text: ({ holder }) => holder },
    { id: 'iban', title: t.iban, cell: ({ iban }) => <code>{`… ${iban.slice(-4)}`}</code>, text: ({ iban }) => iban.slice(-4) },
    { id: 'status', title: t.state, align: 'end', cell: ({ status }) => t.bankStates[status] ?? status },
  ];
  const reference: Column<BankRow> = { id: 'reference', title: t.reference, cell: (row) => row.reference ?? '' };
  return (
    <>
      <Section title={t.accounts} note={formWords.value.atProvider}>
        <Table
          label={t.accounts}
          columns={columns}
          list={wholeList(accounts, (rows): BankRow[] => rows)}
          keyOf={(row) => String(row.id)}
          empty={{ title: t.noAccount, text: t.noAccountText }}
          skeletonRows={2}
        />
      </Section>
      <Section title={t.mandates}>
        <Table
          label={t.mandates}
          columns={[...columns.slice(0, 2), reference, ...columns.slice(2)]}
          list={wholeList(mandates, (rows): BankRow[] => rows)}
          keyOf={(row) => String(row.id)}
          empty={{ title: t.noMandate, text: t.noMandateText }}
          skeletonRows={2}
        />
      </Section>
    </>
  );
}
