// Lints docs/openapi.json for client generators: names, references, examples, media types.

import { readFileSync } from 'node:fs';
import { createConfig, formatProblems, getTotals, lintFromString } from '@redocly/openapi-core';

const FILE = new URL('../docs/openapi.json', import.meta.url);

const config = await createConfig({
  extends: ['recommended-strict'],
  rules: {
    // Errors that every route shares are described in docs/errors.md, not in each route.
    'operation-4xx-response': 'off',
    'no-server-example.com': 'off',
    // A path parameter takes UUIDs or periods alone, so no word of another path fits it.
    'no-ambiguous-paths': 'off',
  },
});
const problems = await lintFromString({ source: readFileSync(FILE, 'utf8'), absoluteRef: FILE.pathname, config });
if (problems.length > 0) {
  formatProblems(problems, { totals: getTotals(problems), format: 'stylish', version: '', maxProblems: 100 });
  process.exitCode = 1;
} else console.log('docs/openapi.json is well formed');
