// The cipher of data at rest: a value is read for its cell alone, by either key, and found by its digest.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { dataCipher } from './data-cipher.ts';

const FIRST = 'the-first-key-of-these-tests-0123456789';
const SECOND = 'the-second-key-of-these-tests-0123456789';
const before = dataCipher({ DATA_ENCRYPTION_KEY: FIRST, DATA_ENCRYPTION_FORMER_KEY: undefined });
const rotating = dataCipher({ DATA_ENCRYPTION_KEY: SECOND, DATA_ENCRYPTION_FORMER_KEY: FIRST });
const after = dataCipher({ DATA_ENCRYPTION_KEY: SECOND, DATA_ENCRYPTION_FORMER_KEY: undefined });
const CELL = { column: 'somewhere.text', row: '1' } as const;
const TEXT = 'Zoë, 12 rue des Tilleuls';

describe('dataCipher', () => {
  it('encrypts a text to other bytes each time, and decrypts each of them', () => {
    const [one, other] = [before.encrypt(TEXT, CELL), before.encrypt(TEXT, CELL)];
    assert.notDeepEqual(one, other);
    for (const bytes of [one, other]) assert.equal(before.decrypt(bytes, CELL), TEXT);
    assert.ok(!one.includes('Tilleuls'));
  });
  it('reads nothing that was copied to another row or column', () => {
    const bytes = before.encrypt(TEXT, CELL);
    for (const cell of [
      { ...CELL, row: '2' },
      { ...CELL, column: 'somewhere.else' },
    ] as const)
      assert.throws(() => before.decrypt(bytes, cell), /is not what was encrypted for it/);
  });
  it('reads nothing that was changed or cut', () => {
    const bytes = before.encrypt(TEXT, CELL);
    for (let at = 4; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      assert.throws(() => before.decrypt(changed, CELL), /is not what was encrypted for it/, `byte ${at}`);
    }
    for (const length of [4, 16, 31, bytes.length - 1])
      assert.throws(() => before.decrypt(bytes.subarray(0, length), CELL), /is not what was encrypted for it/, `${length} bytes`);
  });
  it('reads both keys during a change of the key, writes the new one, and does not read the old one afterwards', () => {
    const old = before.encrypt(TEXT, CELL);
    assert.equal(rotating.decrypt(old, CELL), TEXT);
    const anew = rotating.encrypt(TEXT, CELL);
    assert.equal(after.decrypt(anew, CELL), TEXT);
    assert.throws(() => after.decrypt(old, CELL), /somewhere\.text of 1 was encrypted with a key that the settings do not have/);
    assert.ok(old.subarray(0, 4).equals(before.keyId) && anew.subarray(0, 4).equals(after.keyId));
    assert.ok(!before.keyId.equals(after.keyId));
  });
  it('has one digest of a text for each kind of value and key, and searches by both keys', () => {
    const digest = before.digest(TEXT, 'street');
    assert.deepEqual(before.digest(TEXT, 'street'), digest);
    assert.notDeepEqual(before.digest(TEXT, 'name'), digest);
    assert.notDeepEqual(after.digest(TEXT, 'street'), digest);
    assert.deepEqual(rotating.digests(TEXT, 'street'), [after.digest(TEXT, 'street'), digest]);
  });
});
