// Printed at the end of `npm test`: what the tests showed of the contract. Fails while a part of it was not observed.

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Observation } from '../support/recorder.ts';
import { compare, readContract } from './coverage.ts';

const folder = process.env.TEST_RUN_DIR ?? '';
const observations = globSync(join(folder, 'observed-*.jsonl')).flatMap((file) =>
  // Border: lines that test/support/recorder.ts wrote a moment ago.
  readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Observation),
);
const requirements = compare(readContract(), observations);
const missing = requirements.filter((requirement) => !requirement.observed);

console.log('\nContract coverage (observed / required)');
for (const document of new Set(requirements.map((requirement) => requirement.document))) {
  const required = requirements.filter((requirement) => requirement.document === document);
  const observed = required.filter((requirement) => requirement.observed);
  console.log(`  ${document.padEnd(16)}${String(observed.length).padStart(4)} / ${required.length}`);
}
for (const { owner, what } of missing) console.log(`  MISSING ${owner}: ${what}`);
if (missing.length > 0) process.exit(1);
