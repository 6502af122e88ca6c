// What is read of the claims of a person, whatever a provider puts there.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Claims, findClaim, isWhole, joinClaims, readClaims } from './claims.ts';

const WHO: Claims = { iss: 'https://login.example.org', sub: 'u-1' };
const rolesIn = (claims: Claims, name = 'groups') => readClaims({ ...WHO, ...claims }, name)?.roleValues;
const emailIn = (email: unknown) => readClaims({ ...WHO, email }, 'groups')?.email;

describe('claims', () => {
  it('of nobody are of no use', () => {
    for (const who of [
      { sub: 'u-1' },
      { iss: WHO.iss },
      { ...WHO, sub: '' },
      { ...WHO, sub: 7 },
      { ...WHO, sub: 'u'.repeat(257) },
    ])
      assert.equal(readClaims(who, 'groups'), undefined);
  });
  it('have an address in lower case, where it is one', () => {
    assert.equal(emailIn('Ida@Example.org'), 'ida@example.org');
    for (const wrong of [
      undefined,
      7,
      '',
      'ida',
      'ida@example',
      'a b@example.org',
      'a@b.c\nBcc: x@y.z',
      `${'a'.repeat(250)}@b.cd`,
    ])
      assert.equal(emailIn(wrong), undefined, String(wrong));
  });
  it('are verified by nothing but true', () => {
    for (const [said, isVerified] of [
      [true, true],
      ['true', false],
      [1, false],
      [undefined, false],
    ] as const)
      assert.equal(readClaims({ ...WHO, email_verified: said }, 'groups')?.isEmailVerified, isVerified);
  });
  it('have a name of one line', () => {
    assert.equal(readClaims({ ...WHO, name: ' Ida\n\u0007 Martin ' }, 'groups')?.name, 'Ida Martin');
    assert.equal(readClaims({ ...WHO, name: ' \n ' }, 'groups')?.name, undefined);
  });
});

describe('the claims of two answers', () => {
  const [own, other] = ['ida@example.org', 'owner@example.org'];
  const joined = (token: Claims, more: Claims) => {
    const { email, isEmailVerified } = readClaims(joinClaims({ ...WHO, ...token }, { sub: 'u-1', ...more }), 'groups') ?? {};
    return [email, isEmailVerified];
  };
  it('never verify the address of one by the other', () => {
    assert.deepEqual(joined({ email: other }, { email: own, email_verified: true }), [own, true]);
    assert.deepEqual(joined({ email: other }, { email_verified: true }), [other, false]);
    assert.deepEqual(joined({ email_verified: true }, { email: other, email_verified: false }), [other, false]);
    assert.deepEqual(joined({ email_verified: true }, { email: other }), [other, false]);
    assert.deepEqual(joined({ email: own, email_verified: false }, { email: own, email_verified: true }), [own, false]);
    assert.deepEqual(joined({ email: own, email_verified: true }, { email: other, email_verified: false }), [own, true]);
    assert.deepEqual(joined({}, { email: own, email_verified: true }), [own, true]);
    assert.deepEqual(joined({}, {}), [undefined, false]);
  });
  it('are asked for unless the token has the roles, the address and whether that is verified', () => {
    const whole = { ...WHO, groups: [], email: own, email_verified: false };
    assert.equal(isWhole(whole, 'groups'), true);
    for (const lacking of ['groups', 'email', 'email_verified'])
      assert.equal(isWhole({ ...whole, [lacking]: undefined }, 'groups'), false, lacking);
  });
});

describe('the claim of the roles', () => {
  it('is a list or a text; other values are none', () => {
    assert.deepEqual(rolesIn({ groups: ['a', 7, null, 'b'] }), ['a', 'b']);
    assert.deepEqual(rolesIn({ groups: 'a' }), ['a']);
    for (const groups of [undefined, null, 7, { a: 'b' }]) assert.deepEqual(rolesIn({ groups }), []);
  });
  it('is found by its whole name, or by the way into objects', () => {
    assert.deepEqual(rolesIn({ realm_access: { roles: ['a'] } }, 'realm_access.roles'), ['a']);
    assert.deepEqual(rolesIn({ 'https://example.org/roles': ['a'] }, 'https://example.org/roles'), ['a']);
    assert.equal(findClaim({ ...WHO }, 'constructor.name'), undefined);
    assert.equal(findClaim({ groups: 'a' }, 'groups.length'), undefined);
  });
});
