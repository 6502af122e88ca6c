// The postings of a project or of one of its purses: the filter is in the address, a band of the picture sets it.

import type { ProjectPosting, PurseName } from '../../../../clients/typescript/src/index.ts';
import { useParam } from '../../../core/address.ts';
import { useList } from '../../../core/query.ts';
import { Id } from '../../../design/button.tsx';
import { Badge } from '../../../design/feedback.tsx';
import { Instant, Money } from '../../../design/values.tsx';
import { designWords } from '../../../design/words.ts';
import { to as address } from '../../addresses.ts';
import { mortar } from '../../core/api.ts';
import { Link } from '../../design/link.tsx';
import { Section } from '../../design/page.tsx';
import { type Column, FilterChips, Table } from '../../design/table.tsx';
import { typeName } from './flow-layout.ts';
import { moneyWords } from './words.ts';

const PURSES = ['COLLECT', 'MAIN', 'ESCROW', 'UNASSIGNED', 'COUPON', 'CAPITAL', 'FEES', 'SURPLUS', 'HELD'] as const;

export function Postings({ propertyId }: { propertyId: string }) {
  const t = moneyWords.value;
  const [purse] = useParam('purse');
  const [type] = useParam('type');
  const list = useList(['postings', propertyId, purse, type], (page, signal) =>
    mortar.listProjectPostings({
      path: { propertyId },
      // Border: the address may hold any text; the API refuses in words what it does not know.
      query: { ...page, ...(purse && { purse: purse as PurseName }), ...(type && { type }) },
      signal,
    }),
  );
  return (
    <div id="postings" class="anchor">
      <Section title={t.postings} note={type === '' ? undefined : typeName(type)}>
        <FilterChips name="purse" label={t.purse} choices={PURSES.map((value) => ({ value, label: t.places[value] }))} />
        <Table
          label={t.postings}
          columns={columns()}
          list={list}
          keyOf={({ reference, step }) => `${reference} ${step}`}
          empty={{ title: t.noPostings, text: t.noPostingsText }}
          csv={`ecritures-${propertyId.slice(0, 8)}`}
          skeletonRows={5}
        />
      </Section>
    </div>
  );
}

const sumOf = ({ lines }: ProjectPosting) => lines.reduce((sum, { amountCents }) => sum + Math.max(0, amountCents), 0);

function columns(): readonly Column<ProjectPosting>[] {
  const t = moneyWords.value;
  const tones = { hold: 'info', confirm: 'good', release: 'neutral' } as const;
  const names = ({ lines }: ProjectPosting, sign: 1 | -1) =>
    [...new Set(lines.filter(({ amountCents }) => Math.sign(amountCents) === sign).map(({ place }) => t.places[place]))].join(
      ', ',
    );
  return [
    { id: 'when', title: t.when, cell: ({ eventAt }) => <Instant at={eventAt} />, text: ({ eventAt }) => eventAt },
    { id: 'kind', title: t.kind, cell: ({ type }) => typeName(type), text: ({ type }) => typeName(type) },
    {
      ...{ id: 'step', title: t.step },
      cell: ({ step }) => <Badge tone={tones[step]}>{t.steps[step]}</Badge>,
      text: ({ step }) => t.steps[step],
    },
    { id: 'from', title: t.from, cell: (row) => <Side row={row} sign={-1} />, text: (row) => names(row, -1) },
    { id: 'to', title: t.to, cell: (row) => <Side row={row} sign={1} />, text: (row) => names(row, 1) },
    {
      ...{ id: 'amount', title: t.amount, align: 'end' },
      cell: (row) => <Money cents={sumOf(row)} />,
      cents: (row) => sumOf(row),
    },
    {
      ...{ id: 'reference', title: t.reference, align: 'end' },
      cell: ({ reference }) => <Id id={reference} what={designWords.value.theReference} />,
      text: ({ reference }) => reference,
    },
  ];
}

/** Who gave, or who took: several of them with their parts. */
function Side({ row, sign }: { row: ProjectPosting; sign: 1 | -1 }) {
  const t = moneyWords.value;
  const lines = row.lines.filter(({ amountCents }) => Math.sign(amountCents) === sign);
  return (
    <ul class="plain">
      {lines.map(({ account, place, customerId, amountCents }) => (
        <li key={account}>
          {customerId ? (
            <Link href={address.investor(customerId)}>
              {t.places[place]} <span class="small">{customerId.slice(0, 8)}</span>
            </Link>
          ) : (
            t.places[place]
          )}
          {lines.length > 1 && (
            <span class="soft">
              {' '}
              <Money cents={Math.abs(amountCents)} />
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
