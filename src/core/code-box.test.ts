// How codes are made, sealed and compared.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { codeBox } from './code-box.ts';

describe('the box of codes', () => {
  const box = codeBox('a key of thirty-two characters and more');
  it('makes six digits, leading zeros too', () => {
    for (let made = 0; made < 500; made += 1) assert.match(box.newCode(), /^\d{6}$/);
  });
  it('opens what it sealed, never twice the same bytes', () => {
    const [one, two] = [box.seal('042137', 'somebody withdraw'), box.seal('042137', 'somebody withdraw')];
    assert.equal(box.open(one, 'somebody withdraw'), '042137');
    assert.ok(!one.equals(two) && !one.includes('042137'));
  });
  it('opens nothing of another owner, another key, or with a byte changed', () => {
    const sealed = box.seal('042137', 'somebody withdraw');
    assert.equal(box.open(sealed, 'somebody email-update'), undefined);
    assert.equal(box.open(sealed, 'else withdraw'), undefined);
    assert.equal(codeBox('another key of thirty-two characters').open(sealed, 'somebody withdraw'), undefined);
    sealed[sealed.length - 1] = (sealed.at(-1) ?? 0) ^ 1;
    assert.equal(box.open(sealed, 'somebody withdraw'), undefined);
  });
  it('compares whole texts', () => {
    assert.ok(box.isSame('042137', '042137'));
    for (const guess of ['042138', '42137', '0421370', '', '\u0130\u013442137']) assert.ok(!box.isSame('042137', guess), guess);
  });
});
