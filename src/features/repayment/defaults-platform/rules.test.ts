// The token of the voting platform against a published vector, and its place in an address.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { signToken, withToken } from './rules.ts';

describe('the token', () => {
  it('is the published example of HS256 (jwt.io)', () =>
    assert.equal(
      signToken({ sub: '1234567890', name: 'John Doe', iat: 1_516_239_022 }, 'your-256-bit-secret'),
      'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiaWF0IjoxNTE2MjM5MDIyfQ.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c',
    ));
  it('stands in the address as a parameter, beside those that are there', () => {
    assert.equal(withToken('https://votes.test/start', 'a.b-c_d'), 'https://votes.test/start?token=a.b-c_d');
    assert.equal(withToken('https://votes.test', 'a.b-c_d'), 'https://votes.test?token=a.b-c_d');
    assert.equal(withToken('https://votes.test/', 'a.b-c_d'), 'https://votes.test/?token=a.b-c_d');
    assert.equal(withToken('https://votes.test/start?lang=fr', 'a.b'), 'https://votes.test/start?lang=fr&token=a.b');
    assert.equal(
      withToken('https://votes.test/start?token=old&lang=fr#top', 'a.b'),
      'https://votes.test/start?lang=fr&token=a.b#top',
    );
  });
});
