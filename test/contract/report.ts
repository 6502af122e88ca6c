// Printed at the end of `npm test`: what the tests showed of the contract. Fails while a finished part was not observed.

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Observation } from '../support/recorder.ts';
import { compare, type Requirement, readContract } from './coverage.ts';
import { FINISHED, FINISHED_STATES } from './finished.ts';

const folder = process.env.TEST_RUN_DIR ?? '';
const observations = globSync(join(folder, 'observed-*.jsonl')).flatMap((file) =>
  // Border: lines that test/support/recorder.ts wrote a moment ago.
  readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Observation),
);
const requirements = compare(readContract(), observations, { endpoints: FINISHED, states: FINISHED_STATES });
const missing = requirements.filter((requirement) => requirement.finished && !requirement.observed);
const owed = requirements.filter((requirement) => !requirement.finished);

console.log('\nContract coverage (observed / required of finished parts; owed by later ones)');
for (const document of new Set(requirements.map((requirement) => requirement.document))) {
  const count = (keep: (requirement: Requirement) => boolean) =>
    requirements.filter((requirement) => requirement.document === document && keep(requirement)).length;
  const observed = count((requirement) => requirement.finished && requirement.observed);
  const required = count((requirement) => requirement.finished);
  console.log(
    `  ${document.padEnd(16)}${String(observed).padStart(4)} / ${String(required).padEnd(5)} owed ${count((requirement) => !requirement.finished)}`,
  );
}
const owners = [...new Set(owed.map((requirement) => requirement.owner))];
if (owners.length > 0) console.log(`  owed by: ${owners.join(', ')}`);
for (const { owner, what } of missing) console.log(`  MISSING ${owner}: ${what}`);
if (missing.length > 0) process.exit(1);
