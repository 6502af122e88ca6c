// What the documents say of an error code comes from the comment above it, and a code without one stops the generation.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textsOf } from './error-texts.ts';

const WHOLE = `/**
 * There is no such deal: it is
 * gone.
 * @cause The \`dealId\` is unknown.
 * @remedy Take another.
 */
`;
const CODE = "export const DEAL_NOT_FOUND = 'deal.NOT_FOUND';";
const faultsOf = (source: string) => textsOf('src/features/deals/errors.ts', source).faults;

test('meaning, cause and remedy are read from the JSDoc of a constant, exported or not, and nothing else is a code', () => {
  const text = {
    code: 'deal.NOT_FOUND',
    meaning: 'There is no such deal: it is gone.',
    cause: 'The `dealId` is unknown.',
    remedy: 'Take another.',
  };
  const table = 'export const readErrors = { [DEAL_NOT_FOUND]: 404 };\nexport const ALIAS = DEAL_NOT_FOUND;';
  assert.deepEqual(textsOf('errors.ts', `// A note.\n${WHOLE}${CODE}\n${table}`), { texts: [text], faults: [] });
  assert.deepEqual(textsOf('errors.ts', WHOLE + CODE.replace('export ', '')).texts, [text]);
});

test('a code that says too little is named with file and line', () => {
  const at = (line: number) => `src/features/deals/errors.ts:${line} deal.NOT_FOUND`;
  assert.deepEqual(faultsOf(`\n${CODE}`), [`${at(2)}: its JSDoc is missing`]);
  assert.deepEqual(faultsOf(`// Not a JSDoc.\n${CODE}`), [`${at(2)}: its JSDoc is missing`]);
  assert.deepEqual(faultsOf(WHOLE.replace(/ \* @cause.*\n/, '') + CODE), [`${at(6)}: @cause is missing`]);
  assert.deepEqual(faultsOf(WHOLE.replace(/ \* @remedy.*\n/, '') + CODE), [`${at(6)}: @remedy is missing`]);
  assert.deepEqual(faultsOf(WHOLE.replace('Take another.', 'another') + CODE), [`${at(7)}: @remedy is no sentence: another`]);
});

test('a code that a link could not carry is refused', () => {
  assert.match(faultsOf(WHOLE + CODE.replace('deal.', 'deal '))[0] ?? '', /letters, digits, dots/);
});
