// A list of the administration without cursor or filters fails here, unless a product document, or its nature, keeps it whole.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { type Description, faultsOfLists, WHOLE } from './administration-lists.ts';
import { REPOSITORY } from './walls.ts';

const items = { type: 'array' };
const answers = (schema: object) => ({ 200: { content: { 'application/json': { schema } } } });
const query = (...names: string[]) => names.map((name) => ({ in: 'query', name }));
const planted = (path: string, schema: object, ...names: string[]): Description => ({
  paths: { [path]: { get: { parameters: query(...names), responses: answers(schema) } } },
});
const PAGE = { type: 'object', properties: { items, nextCursor: { type: 'string' } } };

describe('the lists of the administration', () => {
  it('are read page by page and can be narrowed, or say why not', () => {
    // Generated from the declared routes; the check of generated files keeps it so.
    const description = JSON.parse(readFileSync(join(REPOSITORY, 'docs/openapi.json'), 'utf8')) as Description;
    assert.deepEqual(faultsOfLists(description, WHOLE), [], 'Add PageQuery and filters, or the reason to WHOLE.');
  });
  it('are found false without a cursor, without a limit and without a filter', () => {
    const path = '/administration/things';
    const without = (...names: string[]) => faultsOfLists(planted(path, PAGE, ...names), {});
    assert.deepEqual(without(), [`${path} is a list without limit and cursor`]);
    assert.deepEqual(without('limit', 'status'), [`${path} is a list without limit and cursor`]);
    assert.deepEqual(without('cursor', 'status'), [`${path} is a list without limit and cursor`]);
    assert.deepEqual(without('limit', 'cursor'), [`${path} is a list that nothing narrows`]);
    assert.deepEqual(without('limit', 'cursor', 'status'), []);
  });
  it('are known by an array or a map, at the top or in a field that may be null', () => {
    const map = { type: 'object', patternProperties: { '^.*$': {} } };
    const nullable = { anyOf: [items, { type: 'null' }] };
    for (const schema of [items, nullable, PAGE, { properties: { map } }, { properties: { nullable } }])
      assert.equal(faultsOfLists(planted('/administration/things', schema), {}).length, 1, JSON.stringify(schema));
    const one = { type: 'object', properties: { id: { type: 'string' }, owner: { type: 'object' } } };
    assert.deepEqual(faultsOfLists(planted('/administration/things/{id}', one), {}), []);
    assert.deepEqual(faultsOfLists(planted('/customers/things', items), {}), []);
  });
  it('are known behind a name of their schema too', () => {
    const path = '/administration/things';
    const named = planted(path, { $ref: '#/components/schemas/Things' });
    assert.deepEqual(faultsOfLists({ ...named, components: { schemas: { Things: PAGE } } }, {}).length, 1);
    const one = { Things: { properties: { owner: { $ref: '#/components/schemas/Owner' } } }, Owner: { type: 'object' } };
    assert.deepEqual(faultsOfLists({ ...named, components: { schemas: one } }, {}), []);
  });
  it('need a reason that is still needed', () => {
    const path = '/administration/things';
    assert.deepEqual(faultsOfLists(planted(path, items), { [path]: 'administration: an array' }), []);
    assert.deepEqual(faultsOfLists(planted(path, PAGE, 'limit', 'cursor', 'a'), { [path]: 'administration: an array' }), [
      `${path} is paged: it needs no reason not to be`,
    ]);
    assert.deepEqual(faultsOfLists({ paths: {} }, { [path]: 'administration: an array' }), [
      `${path} is no list, or none any more`,
    ]);
  });
});
