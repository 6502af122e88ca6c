// What goes into which box of the tax return, in the order of the paper, and the papers of a year.

import type { TaxSummary } from '../../../clients/typescript/src/index.ts';
import { count, euros } from '../../core/format.ts';
import { Facts, Rows, Section } from '../parts/frame.tsx';
import { PaperLink } from '../parts/paper-link.tsx';
import { taxWords } from './words.ts';

const BOXES = ['2TT', '2TR', '2CK', '2BH', '2CG', '2TY'] as const;

export function Summary({ summary }: { summary: TaxSummary }) {
  const t = taxWords.value;
  const { year, isFinal, boxes, declaredEuros, royaltyRevenueCents, capitalLosses } = summary;
  const positive = (cents: number) => (cents > 0 ? euros(cents) : null);
  return (
    <Section title={t.form(year)} note={isFinal ? t.formFinal : t.formOpen}>
      <Rows
        title={t.form(year)}
        rows={BOXES}
        keyOf={(box) => box}
        columns={[
          { name: t.box, show: (box) => <strong>{box}</strong> },
          { name: t.label, show: (box) => t.boxes[box] },
          { name: t.exact, isNumber: true, show: (box) => euros(boxes[box]) },
          { name: t.declared, isNumber: true, show: (box) => `${count(declaredEuros[box])} €` },
        ]}
      />
      <h3>{t.forInformation}</h3>
      <Facts
        facts={[
          [t.socialWithheld, euros(summary.socialContributionsCents)],
          [t.royalties, positive(royaltyRevenueCents)],
          [t.obligationLosses, positive(capitalLosses.obligationCents)],
        ]}
      />
    </Section>
  );
}

export function Papers({ year }: { year: number }) {
  const t = taxWords.value;
  const papers = [
    [`/customers/taxation/summary/${year}/pdf`, t.summaryPaper],
    [`/customers/wallet/statements/${year}/pdf`, t.statementPaper],
    [`/customers/wallet/statements/${year}/csv`, t.statementFile],
  ] as const;
  return (
    <Section title={t.papers(year)}>
      <ul class="bullets">
        {papers.map(([href, name]) => (
          <li key={href}>
            {href.endsWith('pdf') ? (
              <PaperLink href={href} name={name}>
                {name}
              </PaperLink>
            ) : (
              <a href={href} download>
                {name}
              </a>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
