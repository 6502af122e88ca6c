// Codes of gift cards as they are written and read.

import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { deriveCode, digestOfCode, readCode, writeCode, wrongCodesNow } from './rules.ts';

describe('a code', () => {
  it('has four groups of five characters that nobody mistakes', () => {
    for (let n = 0; n < 200; n += 1)
      assert.match(writeCode(randomBytes(16)), /^[0-9A-HJKMNP-TV-Z]{5}(-[0-9A-HJKMNP-TV-Z]{5}){3}$/);
  });

  it('takes 100 bits of what it is made from', () => {
    const bytes = Buffer.alloc(16);
    const codes = new Set([writeCode(bytes)]);
    for (let bit = 0; bit < 100; bit += 1) {
      const changed = Buffer.from(bytes);
      const index = 15 - Math.floor(bit / 8);
      changed[index] = 1 << (bit % 8);
      codes.add(writeCode(changed));
    }
    assert.equal(codes.size, 101);
  });

  it('is the same whatever case, separators and look-alikes it is typed with', () => {
    assert.equal(readCode(' 0i1l-Oabc d'), '011' + '10ABCD');
    const code = writeCode(randomBytes(16));
    const typed = code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l');
    assert.deepEqual(digestOfCode(typed), digestOfCode(code));
  });

  it('is one per card and key', () => {
    const id = randomUUID();
    const key = 'a key of the settings';
    const first = deriveCode(key, { id, codeVersion: 0 });
    assert.equal(deriveCode(key, { id, codeVersion: 0 }), first);
    assert.notEqual(deriveCode('another key', { id, codeVersion: 0 }), first);
    assert.notEqual(deriveCode(key, { id: randomUUID(), codeVersion: 0 }), first);
    assert.notEqual(deriveCode(key, { id, codeVersion: 1 }), first);
  });
});

it('wrong codes are forgotten sixty minutes after the first', () => {
  const windowStartedAt = Temporal.Instant.from('2026-03-01T10:00:00Z');
  const guesses = { wrongCodeCount: 5, windowStartedAt };
  const later = (text: string) => wrongCodesNow(guesses, Temporal.Instant.from(text));
  assert.deepEqual(later('2026-03-01T10:59:59.999Z'), guesses);
  assert.equal(later('2026-03-01T11:00:00Z').wrongCodeCount, 0);
});
