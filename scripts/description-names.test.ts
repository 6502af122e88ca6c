// Names that generators would give twice, and things without one, planted into a small description.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { faultsOfNames } from './description-names.ts';

const described = (operationId: string, schemas: Record<string, object>, answer: object = {}) => ({
  paths: { '/things': { get: { operationId, responses: { 200: answer } } } },
  components: { schemas: schemas as Record<string, Record<string, unknown>> },
});
const point = { type: 'object', properties: { x: { type: 'number' } } };

describe('names in the API description', () => {
  it('are good', () => {
    const text = readFileSync(new URL('../docs/openapi.json', import.meta.url), 'utf8');
    assert.deepEqual(faultsOfNames(JSON.parse(text)), []);
  });
  it('of a schema and an operation differ, whatever their case', () => {
    const [fault = ''] = faultsOfNames(described('signUp', { SignUp: point }));
    assert.match(fault, /^the operation signUp and the schema SignUp/);
  });
  it('of a schema and of what is made of an operation differ', () => {
    assert.equal(faultsOfNames(described('giveUp', { GiveUpBody: point })).length, 1);
    assert.equal(faultsOfNames(described('giveUp', { GivingUp: point })).length, 0);
  });
  it('are given to an object of two places, and to an enumeration of two words', () => {
    assert.equal(faultsOfNames(described('read', {}, { first: point, second: point })).length, 1);
    assert.equal(faultsOfNames(described('read', { Point: point }, { first: { $ref: 'Point' } })).length, 0);
    assert.equal(faultsOfNames(described('read', {}, { schema: { enum: ['a', 'b'] } })).length, 1);
    assert.equal(faultsOfNames(described('read', { Letter: { enum: ['a', 'b'] } }, { schema: { enum: ['a'] } })).length, 0);
  });
});
