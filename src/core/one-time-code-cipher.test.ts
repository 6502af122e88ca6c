// How codes are made, encrypted and compared.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { oneTimeCodeCipher } from './one-time-code-cipher.ts';

describe('oneTimeCodeCipher', () => {
  const cipher = oneTimeCodeCipher('a key of thirty-two characters and more');
  it('makes six digits, leading zeros too', () => {
    for (let made = 0; made < 500; made += 1) assert.match(cipher.newCode(), /^\d{6}$/);
  });
  it('decrypts what it encrypted, never twice the same bytes', () => {
    const [one, two] = [cipher.encrypt('042137', 'somebody withdraw'), cipher.encrypt('042137', 'somebody withdraw')];
    assert.equal(cipher.decrypt(one, 'somebody withdraw'), '042137');
    assert.ok(!one.equals(two) && !one.includes('042137'));
  });
  it('opens nothing of another owner, another key, or with a byte changed', () => {
    const encrypted = cipher.encrypt('042137', 'somebody withdraw');
    assert.equal(cipher.decrypt(encrypted, 'somebody email-update'), undefined);
    assert.equal(cipher.decrypt(encrypted, 'else withdraw'), undefined);
    assert.equal(oneTimeCodeCipher('another key of thirty-two characters').decrypt(encrypted, 'somebody withdraw'), undefined);
    encrypted[encrypted.length - 1] = (encrypted.at(-1) ?? 0) ^ 1;
    assert.equal(cipher.decrypt(encrypted, 'somebody withdraw'), undefined);
  });
  it('compares whole texts', () => {
    assert.ok(cipher.isSame('042137', '042137'));
    for (const guess of ['042138', '42137', '0421370', '', '\u0130\u013442137'])
      assert.ok(!cipher.isSame('042137', guess), guess);
  });
});
