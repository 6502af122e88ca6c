// Printed at the end of `npm test`: what the tests showed of the contract. Fails while a part of it was not observed.

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Observation } from '../support/recorder.ts';
import { compare, KINDS, type Requirement, readContract } from './coverage.ts';

const folder = process.env.TEST_RUN_DIR ?? '';
const observations = globSync(join(folder, 'observed-*.jsonl')).flatMap((file) =>
  // Border: lines that test/support/recorder.ts wrote a moment ago.
  readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Observation),
);
const requirements = compare(readContract(), observations);
const missing = requirements.filter(({ observed }) => !observed);
const documents = [...new Set(requirements.map(({ document }) => document))];

console.log('\nContract coverage (shown / owed)');
console.log(line('', KINDS));
for (const document of documents) {
  const own = requirements.filter((requirement) => requirement.document === document);
  console.log(
    line(
      document,
      KINDS.map((kind) => shareOf(own.filter((requirement) => requirement.kind === kind))),
    ),
  );
}
for (const { kind, owner, what, how } of missing) console.log(`  MISSING ${kind} of ${owner}: ${what}\n    wanted: ${how}`);
if (missing.length > 0) process.exit(1);

function shareOf(of: readonly Requirement[]): string {
  return of.length === 0 ? '' : `${of.filter(({ observed }) => observed).length}/${of.length}`;
}

function line(head: string, cells: readonly string[]): string {
  return `  ${head.padEnd(16)}${cells.map((cell) => cell.padStart(9)).join('')}`;
}
