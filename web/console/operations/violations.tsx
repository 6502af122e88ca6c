// The rows that break a rule of the proof, in words.

import type { LedgerProof } from '../../../clients/typescript/src/index.ts';
import { count, euros } from '../../core/format.ts';
import { moneyWords as investorMoneyWords } from '../investors/money-words.ts';
import { moneyWords } from '../properties/money/words.ts';
import { todayWords } from '../today/words.ts';
import { violationWords } from './violation-words.ts';

export type Violation = LedgerProof['invariants'][number]['violations'][number];

export function ViolationList({ violations }: { violations: readonly Violation[] }) {
  return (
    <ul class="card plain-list">
      {violations.map((violation) => (
        <li key={`${violation.subject} ${violation.detail}`}>
          <code>{subjectOf(violation)}</code> {sentenceOf(violation)}
        </li>
      ))}
    </ul>
  );
}

function sentenceOf({ code, facts }: Violation): string {
  return violationWords.value.sentences[code].replaceAll(/\{(\w+)\}/g, (_, name: string) => factOf(name, facts[name]));
}

/** Amounts by their name, states and kinds by their words; an id or an account stays what it is. */
function factOf(name: string, value: string | number | null | undefined): string {
  const { none, nobody, states } = violationWords.value;
  if (value === null || value === undefined) return name === 'payer' ? nobody : none;
  if (typeof value === 'number') return name.endsWith('Cents') ? euros(value) : count(value);
  const names: Readonly<Record<string, string>> = {
    ...todayWords.value.purposes,
    ...moneyWords.value.types,
    ...investorMoneyWords.value.types,
    ...states,
  };
  return names[value] ?? value;
}

/** The row itself: an id or an account, and where it is none of both its word. */
function subjectOf({ subject }: Violation): string {
  const { subjects, seal } = violationWords.value;
  const [, number] = /^seal (\d+)$/.exec(subject) ?? [];
  return number === undefined
    ? (subjects[subject] ?? subject.replaceAll(/ of | in /g, ' · ').replace(' at ', ' · '))
    : seal(number);
}
