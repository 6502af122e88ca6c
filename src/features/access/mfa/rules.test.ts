// The limiter and the states of a code, as tables.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  codeState,
  countedOnce,
  isAbandoned,
  isSamePayload,
  nextRetryDate,
  publicCounter,
  sessionIdOf,
  voidsCode,
} from './rules.ts';

const at = (seconds: number) => Temporal.Instant.from('2026-03-01T10:00:00Z').add({ seconds });
const secondsOf = (instant: Temporal.Instant | undefined) =>
  instant && (instant.epochMilliseconds - at(0).epochMilliseconds) / 1000;

describe('nextRetryDate', () => {
  const counter = (requestCount: number, last: number, expires: number) => ({
    requestCount,
    lastRequestedAt: at(last),
    counterExpiresAt: at(expires),
  });
  for (const [name, given, now, expected] of [
    ['the first request waits 30 s', counter(1, 0, 3600), 1, 30],
    ['the second 60 s', counter(2, 100, 3600), 101, 160],
    ['the third 120 s', counter(3, 100, 3600), 101, 220],
    ['the fourth 240 s', counter(4, 100, 3600), 101, 340],
    ['the fifth until the counter is forgotten', counter(5, 500, 3600), 501, 3600],
    ['a date in the past is still told', counter(1, 0, 3600), 300, 30],
    ['no wait outlasts the counter', counter(4, 100, 200), 101, 200],
    ['a forgotten counter has none', counter(5, 500, 3600), 3600, undefined],
  ] as const) {
    it(name, () => assert.equal(secondsOf(nextRetryDate(given, at(now))), expected));
  }
  it('nobody asked yet', () =>
    assert.equal(nextRetryDate({ requestCount: 0, lastRequestedAt: null, counterExpiresAt: null }, at(0)), undefined));
});

describe('countedOnce', () => {
  it('goes on while the counter lives, and keeps its end', () => {
    const counted = countedOnce({ requestCount: 2, lastRequestedAt: at(30), counterExpiresAt: at(3600) }, at(90), 3600);
    assert.deepEqual(
      [counted.requestCount, secondsOf(counted.lastRequestedAt), secondsOf(counted.counterExpiresAt)],
      [3, 90, 3600],
    );
  });
  it('begins anew once it is forgotten', () => {
    const counted = countedOnce({ requestCount: 5, lastRequestedAt: at(30), counterExpiresAt: at(3600) }, at(3600), 60);
    assert.deepEqual([counted.requestCount, secondsOf(counted.counterExpiresAt)], [1, 3660]);
  });
});

describe('publicCounter', () => {
  const none = { requestCount: 0, lastRequestedAt: null, counterExpiresAt: null };
  const counter = (requestCount: number, last: number, expires: number) => ({
    requestCount,
    lastRequestedAt: at(last),
    counterExpiresAt: at(expires),
  });
  for (const [name, own, resends, now, expected] of [
    ['nobody asked', none, none, 1, undefined],
    ['the owner alone', counter(2, 100, 3600), none, 101, 160],
    ['anybody alone', none, counter(1, 100, 3700), 101, 130],
    ['one of each counts as two', counter(1, 0, 3600), counter(1, 100, 3600), 101, 160],
    ['two and three are five: until both are forgotten', counter(2, 50, 3600), counter(3, 400, 3600), 401, 3600],
    ['what is forgotten does not count', counter(4, 300, 3600), counter(1, 3500, 7100), 3601, 3530],
  ] as const)
    it(name, () => assert.equal(secondsOf(nextRetryDate(publicCounter(own, resends, at(now)), at(now))), expected));
});

describe('a code', () => {
  const kept = { codeCiphertext: Buffer.from('x'), codeExpiresAt: at(600) };
  for (const [state, given, now] of [
    ['valid', kept, 599],
    ['expired', kept, 600],
    ['expired', kept, 600 + 86_399],
    ['none', kept, 600 + 86_400],
    ['none', { ...kept, codeCiphertext: null }, 600 + 86_400],
    ['void', { ...kept, codeCiphertext: null }, 1],
    ['none', { codeCiphertext: null, codeExpiresAt: null }, 1],
  ] as const) {
    it(`is ${state} after ${now} s`, () => assert.equal(codeState(given, at(now)), state));
  }
  it('is voided by the fifth wrong one', () => assert.deepEqual([0, 3, 4, 9].map(voidsCode), [false, false, true, true]));
});

it('a context is the same whatever the order of its fields', () => {
  assert.ok(isSamePayload({ a: 'x', b: 'y' }, { b: 'y', a: 'x' }));
  assert.ok(!isSamePayload({ a: 'x' }, { a: 'x', b: 'y' }));
  assert.ok(!isSamePayload({ enabled: true }, { enabled: false }));
});

it('a claim is abandoned after two minutes', () =>
  assert.deepEqual(
    [119, 120].map((seconds) => isAbandoned(at(0), at(seconds))),
    [false, true],
  ));

it('a session id is a UUID', () => {
  const id = '4f5ad2f8-6b0e-4d9b-8a1e-5f3c3d1f0a77';
  assert.deepEqual([id, `${id}0`, "x' or true", undefined].map(sessionIdOf), [id, undefined, undefined, undefined]);
});
