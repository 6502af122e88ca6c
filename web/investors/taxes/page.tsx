// Taxes: the rates and since when, what may be declared, what goes into which box of a year, and its papers in the order of the form.

import type { TaxIdentity, TaxPosition, TaxSummary, TaxYear } from '../../../clients/typescript/src/index.ts';
import { day, euros, month, percent } from '../../core/format.ts';
import { ButtonLink } from '../../design/button.tsx';
import { type Address, type PageProps, page } from '../core/page.ts';
import { basisPoints } from '../parts/amounts.ts';
import { Chips } from '../parts/chips.tsx';
import { Rows, Section, Title } from '../parts/frame.tsx';
import { shellWords } from '../shell/words.ts';
import { Declarations } from './declarations.tsx';
import { Papers, Summary } from './summary.tsx';
import { taxWords } from './words.ts';

type Taxes = { position: TaxPosition; history: TaxYear[]; identity: TaxIdentity; summary: TaxSummary | null };

export default page<Taxes>({
  read: async (mortar, address) => {
    const [position, history, identity] = await Promise.all([
      mortar.readTaxPosition(),
      mortar.readTaxation(),
      mortar.readTaxIdentity(),
    ]);
    const year = yearOf(address, position);
    const summary = year === undefined ? null : await mortar.readTaxSummary({ path: { year } });
    return { position, history, identity, summary };
  },
  head: () => ({ title: shellWords.value.pages.taxes }),
  View: TaxesPage,
});

/** The chosen year, else the last one that is over, else the present one. */
function yearOf({ query }: Address, { summaryYears }: TaxPosition): number | undefined {
  return summaryYears.find((year) => String(year) === query.year) ?? summaryYears[1] ?? summaryYears[0];
}

function TaxesPage({ data, address, reload }: PageProps<Taxes>) {
  const t = taxWords.value;
  const { position, history, identity, summary } = data;
  return (
    <div class="page">
      <Title above={{ href: '/account', name: shellWords.value.pages.account }} state={t.state}>
        {shellWords.value.pages.taxes}
      </Title>
      <Rates rates={position.rates} />
      <Declarations position={position} history={history} reload={reload} />
      <Identity identity={identity} />
      {summary && (
        <>
          <Years years={position.summaryYears} chosen={summary.year} address={address} />
          <Summary summary={summary} />
          <Papers year={summary.year} />
          <Withheld year={summary.year} history={history} />
        </>
      )}
    </div>
  );
}

function Rates({ rates }: { rates: TaxPosition['rates'] }) {
  const t = taxWords.value;
  const rate = (value: number) => percent(basisPoints(value));
  return (
    <Section title={t.rates} note={t.ratesNote}>
      <Rows
        title={t.rates}
        rows={rates}
        keyOf={({ year }) => String(year)}
        columns={[
          { name: t.year, show: ({ year }) => String(year) },
          { name: t.rate, isNumber: true, show: ({ taxRate }) => rate(taxRate) },
          { name: t.incomeTax, isNumber: true, show: ({ incomeTaxRate }) => rate(incomeTaxRate) },
          { name: t.social, isNumber: true, show: ({ socialRate }) => rate(socialRate) },
          { name: t.source, show: ({ source }) => t.sources[source] },
          { name: t.since, show: ({ since }) => (since === null ? t.unknown : day(since)) },
        ]}
      />
    </Section>
  );
}

function Identity({ identity: { missing } }: { identity: TaxIdentity }) {
  const t = taxWords.value;
  const isWhole = missing.length === 0;
  return (
    <Section title={t.identity}>
      <p>{isWhole ? t.identityWhole : t.identityMissing}</p>
      <p>
        <ButtonLink href="/taxes/identity" look={isWhole ? 'plain' : 'primary'}>
          {isWhole ? t.correct : t.complete}
        </ButtonLink>
      </p>
    </Section>
  );
}

function Years({ years, chosen, address }: { years: readonly number[]; chosen: number; address: Address }) {
  if (years.length < 2) return null;
  const choices = years.map((year) => ({ value: String(year), label: String(year) }));
  const shown = { ...address, query: { ...address.query, year: String(chosen) } };
  return (
    <nav class="filters" aria-label={taxWords.value.years}>
      <Chips label={taxWords.value.years} name="year" choices={choices} address={shown} />
    </nav>
  );
}

function Withheld({ year, history }: { year: number; history: readonly TaxYear[] }) {
  const t = taxWords.value;
  const months = history.find((each) => each.year === year)?.taxAmountHistory ?? [];
  return (
    <Section title={t.months(year)}>
      {months.length === 0 ? (
        <p class="soft">{t.monthsNone}</p>
      ) : (
        <Rows
          title={t.months(year)}
          rows={months}
          keyOf={({ period }) => period}
          columns={[
            { name: t.month, show: ({ period }) => month(period) },
            { name: t.amount, isNumber: true, show: ({ amount }) => euros(amount) },
          ]}
        />
      )}
    </Section>
  );
}
