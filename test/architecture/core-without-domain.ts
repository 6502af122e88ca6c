// Beside rule 1: core/ imports nobody, and names nothing of the product either; a word of the domain there is code in the wrong place.

import { productFiles, type Tree } from './engine.ts';
import type { Finding } from './findings.ts';

// Generated from the database, whose tables carry the domain's names.
const GENERATED = 'src/core/db/tables.ts';

// `property` is absent, as JSON Schema calls the fields of an object so; `referral` as well: one query parameter of that name may stand
// in the log (redact.ts).
const WORDS = [
  ...['bricks?', 'echeances?', 'mensualites?', 'sequestre', 'fiducie', 'coupons?', 'investors?', 'investments?', 'spvs?'],
  ...['deals?', 'fundings?', 'taxe?s?', 'taxation', 'gift[- ]?cards?', 'withdrawals?', 'royalt(?:y|ies)', 'marketplace'],
  ...['invoices?', 'penalt(?:y|ies)', 'project[- ]?owners?', 'landlords?'],
];
const WORD = new RegExp(`(?<![a-z])(?:${WORDS.join('|')})(?![a-z])`, 'i');

/** Lines of core/ that name something of the domain, comments included: one finding each. Names are read word by word (`dealId`, `TAX_RATES`). */
export function domainWordsInCore(tree: Tree): Finding[] {
  const files = productFiles(tree).filter(({ path }) => path.startsWith('src/core/') && path !== GENERATED);
  return files.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, index) => {
      const [word] = WORD.exec(wordsOf(line)) ?? [];
      if (word === undefined) return [];
      const problem = `core/ names a word of the domain, "${word}"`;
      const remedy = 'Move the code to the room or the part of money/ that owns it, or pass the value in as an argument.';
      return [{ file: path, line: index + 1, rule: 'rule-1', problem, remedy }];
    }),
  );
}

/** The line without citations of the assumptions (`A-invoices-3`), and with its names split into words: `dealId` is `deal Id`. */
function wordsOf(line: string): string {
  return line.replaceAll(/\bA-[a-z-]+-\d+\b/g, '').replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ');
}
