// Which licences pass, which do not, and that a package without one is noticed.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { judge, packagesOf } from './licence-rules.ts';

for (const licence of [
  'MIT',
  '(MIT OR EUPL-1.1+)',
  'MIT or MPL-2.0',
  'Apache-2.0 AND LGPL-3.0-or-later AND MIT',
  'GPL-3.0 OR ISC',
]) {
  test(`${licence} is allowed`, () => assert.equal(judge(licence), undefined));
}

for (const licence of [
  'GPL-3.0-only',
  'AGPL-3.0',
  'MIT AND GPL-3.0',
  'UNLICENSED',
  'SEE LICENSE IN LICENSE',
  'MIT OR (ISC AND GPL-3.0)',
  '',
  undefined,
]) {
  test(`${licence ?? 'none'} is not`, () => assert.notEqual(judge(licence), undefined));
}

test('a package that two others bring is listed once, in production when one of them runs there', () => {
  const lock = {
    packages: {
      '': { version: '0.1.0', license: 'UNLICENSED' },
      'node_modules/b': { version: '1.0.0', license: 'ISC', dev: true },
      'node_modules/a/node_modules/@scope/b': { version: '2.0.0' },
      'node_modules/a/node_modules/b': { version: '1.0.0', license: 'ISC' },
    },
  };
  assert.deepEqual(packagesOf(lock), [
    { label: '@scope/b@2.0.0', licence: undefined, development: false },
    { label: 'b@1.0.0', licence: 'ISC', development: false },
  ]);
});

test('the project says of itself what LICENSE says', () => {
  const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
  // Border: npm's formats, of which one field is compared.
  const manifest: { license?: string } = JSON.parse(read('package.json'));
  const lock: { packages: Record<string, { license?: string }> } = JSON.parse(read('package-lock.json'));
  assert.deepEqual([manifest.license, lock.packages['']?.license], ['UNLICENSED', 'UNLICENSED']);
  assert.match(read('LICENSE'), /All rights reserved/);
});
