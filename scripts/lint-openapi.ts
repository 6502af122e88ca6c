// Lints docs/openapi.json for client generators: names, references, media types, and an example of every JSON body and answer.

import { readFileSync } from 'node:fs';
import { createConfig, formatProblems, getTotals, lintFromString } from '@redocly/openapi-core';
import { ownSuccess } from '../src/core/http/openapi.ts';
import { faultsOfNames } from './description-names.ts';

const FILE = new URL('../docs/openapi.json', import.meta.url);

const config = await createConfig({
  extends: ['recommended-strict'],
  rules: {
    // Errors that every route shares are described in docs/errors.md, not in each route.
    'operation-4xx-response': 'off',
    // What leads a browser elsewhere succeeds by a redirect.
    'operation-2xx-response': 'off',
    'no-server-example.com': 'off',
    // A path parameter takes only UUIDs or periods, so no word of another path fits it.
    'no-ambiguous-paths': 'off',
  },
});
const text = readFileSync(FILE, 'utf8');
const faults = [...faultsOfNames(JSON.parse(text)), ...withoutExample(JSON.parse(text))];
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
const problems = await lintFromString({ source: text, absoluteRef: FILE.pathname, config });
if (problems.length > 0) {
  formatProblems(problems, { totals: getTotals(problems), format: 'stylish', version: '', maxProblems: 100 });
  process.exitCode = 1;
} else if (faults.length === 0) console.log('docs/openapi.json is well formed');

type Content = { content?: Record<string, { example?: unknown }> };
type Operation = { operationId: string; requestBody?: Content; responses: Record<string, Content> };

/** What lacks an example, in words. */
function withoutExample({ paths }: { paths: Record<string, Record<string, Operation>> }): string[] {
  const lacks = (content: Content | undefined) => {
    const media = content?.content?.['application/json'];
    return media !== undefined && media.example === undefined;
  };
  return Object.values(paths).flatMap((path) =>
    Object.values(path).flatMap(({ operationId, requestBody, responses }) => {
      const success = responses[ownSuccess(responses) ?? ''];
      return [
        ...(lacks(requestBody) ? [`${operationId} has no example of its body: npm run examples -- <its tests>`] : []),
        ...(lacks(success) ? [`${operationId} has no example of its answer: npm run examples -- <its tests>`] : []),
      ];
    }),
  );
}
