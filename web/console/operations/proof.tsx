// The proof of the books: every rule that must hold, what breaks one, and the wallets that differ at the provider. Asked again at a click.

import type { LedgerProof } from '../../../clients/typescript/src/index.ts';
import { euros } from '../../core/format.ts';
import { useQuery, wholeList } from '../../core/query.ts';
import { Button } from '../../design/button.tsx';
import { Badge, Notice, Refusal, Skeleton } from '../../design/feedback.tsx';
import { Instant, Money } from '../../design/values.tsx';
import { mortar } from '../core/api.ts';
import { Section } from '../design/page.tsx';
import { type Column, Table } from '../design/table.tsx';
import { booksWords } from './books-words.ts';
import { Account, Frame } from './frame.tsx';
import { ViolationList } from './violations.tsx';

type Invariant = LedgerProof['invariants'][number];
type Difference = LedgerProof['providerDifferences'][number];

export function ProofTab() {
  const t = booksWords.value;
  const proof = useQuery(['proof'], (signal) => mortar.proveLedger({ signal }));
  const { data, error, isLoading, reload } = proof;
  return (
    <Frame
      tab="proof"
      action={
        <Button look="primary" needs={null} isRunning={isLoading} onClick={reload}>
          {t.prove}
        </Button>
      }
    >
      {data === undefined && isLoading && <Skeleton rows={3} height="figure" />}
      <Refusal error={error} retry={reload} />
      {data && (
        <>
          <Verdict proof={data} />
          <Violations invariants={data.invariants.filter(({ ok }) => !ok)} />
          <Section title={t.differences} note={t.differencesNote}>
            <Table
              label={t.differences}
              columns={differenceColumns()}
              list={wholeList(proof, ({ providerDifferences }) => providerDifferences)}
              keyOf={({ accountId }) => accountId}
              empty={{ title: t.noDifference, text: t.noDifferenceText }}
            />
          </Section>
          <Section title={t.invariants} note={t.invariantsNote(data.invariants.length)}>
            <Table
              label={t.invariants}
              columns={invariantColumns()}
              list={wholeList(proof, ({ invariants }) => invariants.toSorted((one, other) => Number(one.ok) - Number(other.ok)))}
              keyOf={({ name }) => name}
              empty={{ title: t.invariants }}
              csv="preuve"
            />
          </Section>
        </>
      )}
    </Frame>
  );
}

function Verdict({ proof: { ok, at, scope, since, totalCents } }: { proof: LedgerProof }) {
  const t = booksWords.value;
  return (
    <Notice tone={ok ? 'good' : 'bad'}>
      <p class="strong">{ok ? t.green : t.red}</p>
      <p>
        {t.provedAt} <Instant at={at} />. {scope === 'everything' ? t.everything : t.changes}
        {since !== null && (
          <>
            {' '}
            <Instant at={since} />
          </>
        )}
        . {t.total(euros(totalCents))}
      </p>
    </Notice>
  );
}

function Violations({ invariants }: { invariants: readonly Invariant[] }) {
  const t = booksWords.value;
  return (
    <>
      {invariants.map(({ name, violations }) => (
        <Section key={name} title={t.names[name] ?? name} note={t.violations(violations.length)}>
          <ViolationList violations={violations} />
        </Section>
      ))}
    </>
  );
}

function invariantColumns(): Column<Invariant>[] {
  const t = booksWords.value;
  return [
    {
      id: 'name',
      title: t.rule,
      cell: ({ name }) => <span title={name}>{t.names[name] ?? name}</span>,
      text: ({ name }) => t.names[name] ?? name,
    },
    {
      id: 'state',
      title: t.state,
      align: 'end',
      cell: ({ ok, violations }) => <Badge tone={ok ? 'good' : 'bad'}>{ok ? t.holds : t.violations(violations.length)}</Badge>,
      text: ({ violations }) => violations.length,
    },
  ];
}

function differenceColumns(): Column<Difference>[] {
  const t = booksWords.value;
  return [
    { id: 'account', title: t.account, cell: ({ accountId }) => <Account id={accountId} /> },
    {
      id: 'kind',
      title: t.kind,
      cell: ({ kind }) => <Badge tone={kind === 'missing' ? 'bad' : 'warn'}>{t.kinds[kind]}</Badge>,
    },
    { id: 'ledger', title: t.books, align: 'end', cell: ({ ledgerCents }) => <Money cents={ledgerCents} /> },
    { id: 'provider', title: t.provider, align: 'end', cell: ({ providerCents }) => <Money cents={providerCents} /> },
    { id: 'flight', title: t.inFlight, align: 'end', cell: ({ inFlightCents }) => <Money cents={inFlightCents} /> },
  ];
}
