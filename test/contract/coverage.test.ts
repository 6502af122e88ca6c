// The comparison itself, and the agreement of our copy of the contract with the documents' where they are at hand.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { type Contract, compare, readContract } from './coverage.ts';

const SOURCE = new URL('../../../shared/spec/contract.json', import.meta.url);

const contract: Contract = {
  endpoints: [
    {
      id: 'a.b',
      document: 'd',
      method: 'POST',
      path: '/a/:id',
      success: { status: null },
      audit: 'A_B',
      errors: [
        { code: 'a-code', status: 400, basis: 'listed', when: '' },
        { code: null, status: 404, basis: 'group', when: 'unknown' },
        { code: null, status: 400, basis: 'implied', when: '' },
      ],
    },
  ],
  states: [{ document: 'd', entity: 'A', from: 'none', to: 'made', trigger: 'POST', endpoints: ['a.b'] }],
};

describe('compare', () => {
  it('asks for success, listed and group errors, audit kind and state, not for implied ones', () =>
    assert.deepEqual(
      compare(contract, []).map(({ what, observed }) => [what, observed]),
      [
        ['success 201', false],
        ['400 a-code', false],
        ['404 unknown', false],
        ['audit A_B', false],
        ['by POST', false],
      ],
    ));
  it('sees each of them observed', () => {
    const seen = compare(contract, [
      { kind: 'answer', method: 'POST', url: '/a/:other', status: 201, code: null },
      { kind: 'answer', method: 'POST', url: '/a/:other', status: 400, code: 'a-code' },
      { kind: 'answer', method: 'POST', url: '/a/:other', status: 404, code: 'not-found' },
      { kind: 'audit', audit: 'A_B' },
      { kind: 'state', entity: 'A', from: 'none', to: 'made', trigger: null },
    ]);
    assert.ok(seen.every((requirement) => requirement.observed));
  });
  it('does not take another code or status for it', () => {
    const seen = compare(contract, [{ kind: 'answer', method: 'POST', url: '/a/:id', status: 400, code: 'b-code' }]);
    assert.ok(seen.every((requirement) => !requirement.observed));
  });
});

describe('our copy of the contract', () => {
  it('has the 108 endpoints', () => assert.equal(readContract().endpoints.length, 108));
  it('agrees with the documents', { skip: existsSync(SOURCE) ? false : 'the documents are not at hand' }, () => {
    const source = JSON.parse(readFileSync(SOURCE, 'utf8')) as Contract;
    const essence = ({ endpoints, states }: Contract) => ({
      endpoints: endpoints.map(({ id, method, path, success, errors, audit }) => ({
        id,
        method,
        path,
        status: success.status,
        errors: errors.map(({ code, status, basis }) => ({ code, status, basis })),
        audit,
      })),
      states: states.map(({ entity, from, to, trigger }) => ({ entity, from, to, trigger })),
    });
    assert.deepEqual(essence(readContract()), essence(source));
  });
});
