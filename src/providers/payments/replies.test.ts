// Every kind of reply, status by status: which are final answers, and which leave the outcome unknown.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import Type from 'typebox';
import { shapeOf } from '../../core/http/external-json.ts';
import { readOutcome } from './replies.ts';

const shape = shapeOf(Type.Object({ transaction: Type.Object({ id: Type.Integer() }) }));
const head = { operation: 'transfer', method: 'POST', path: '/v2/p2p' } as const;
const call = { ...head, shape, read: (reply: { transaction: { id: number } }) => reply.transaction.id };

const read = (status: number, body: unknown, service: 'directkit' | 'onboarding' = 'directkit') => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const result = readOutcome({ ...call, service }, { reply: { status, body: text } }, undefined);
  return result.ok ? result.value : result.kind;
};
const transaction = { id: 7 };

test('a reply in shape is the answer, whatever it carries besides', () => {
  assert.equal(read(200, { transaction, error: null, more: 1 }), 7);
  assert.equal(read(201, { transaction }), 7);
});

test('an error makes any reply a failure; only a code makes it a final one', () => {
  assert.equal(read(200, { transaction, error: { code: 110, message: 'no money' } }), 'insufficient-balance');
  assert.equal(read(200, { error: { code: '147' } }), 'not-found');
  assert.equal(read(400, { error: { code: 167 } }), 'account-blocked');
  assert.equal(read(404, { error: { code: 143 } }), 'not-found');
  assert.equal(read(200, { transaction, error: { message: 'no code' } }), 'unavailable');
  assert.equal(read(200, { transaction, error: 'text' }), 'unavailable');
});

test('a call that is gone is retired, and what ends by itself is not there any more', () => {
  assert.deepEqual([read(410, ''), read(405, '')], ['retired', 'retired']);
  const ended = readOutcome({ ...call, asksForWhatEnds: true }, { reply: { status: 410, body: '' } }, undefined);
  assert.equal(ended.ok ? undefined : ended.kind, 'not-found');
});

test('a 5xx is never final, even with a reason', () => {
  for (const body of ['', { transaction }, { error: { code: 110 } }]) assert.equal(read(500, body), 'unavailable');
  assert.equal(read(503, ''), 'unavailable');
});

test('without a reason the status decides', () => {
  const kinds = [400, 401, 403, 404, 408, 409, 422, 429, 301].map((status) => read(status, ''));
  assert.deepEqual(kinds, [
    'rejected',
    'unauthorized',
    'unauthorized',
    'unavailable',
    'unavailable',
    'unavailable',
    'rejected',
    'unavailable',
    'unavailable',
  ]);
  assert.equal(read(404, { statusCode: 404, error: 'Not Found' }), 'unavailable');
  assert.equal(read(404, '', 'onboarding'), 'not-found');
  assert.equal(read(409, '', 'onboarding'), 'conflict');
  // Whatever the body says: no second attempt will change it.
  for (const status of [405, 410])
    for (const body of ['', { error: { code: 1, message: 'gone' } }]) assert.equal(read(status, body), 'retired');
});

test('a success that cannot be read leaves the outcome unknown', () => {
  for (const body of ['', 'not json', [], { transaction: {} }, { transaction: { id: '7' } }])
    assert.equal(read(200, body), 'unavailable');
});
