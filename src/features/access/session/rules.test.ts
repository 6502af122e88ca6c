// The pure rules of the session room: which password hashes are taken, how a cookie is read, how limits follow the settings.

import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, it } from 'node:test';
import { hash } from '@node-rs/argon2';
import {
  ALLOWANCES,
  hashesAtOnce,
  isAcceptablePasswordHash,
  isGuessable,
  isMailAddress,
  isName,
  isOfOurCost,
  secondsUntilNextGuess,
  sessionCookieName,
  sessionEndsAt,
  sessionLimits,
  sessionTokenOf,
  withoutDoubles,
  withoutSessionCookie,
} from './rules.ts';

const SALT = Buffer.alloc(16, 7).toString('base64').replace(/=+$/, '');
const TAG = Buffer.alloc(32, 9).toString('base64').replace(/=+$/, '');
const phc = (parameters: string, salt = SALT, tag = TAG) => `$argon2id$v=19$${parameters}$${salt}$${tag}`;

describe('isAcceptablePasswordHash', () => {
  it('takes what our own hashing makes', async () => assert.equal(isAcceptablePasswordHash(await hash('x')), true));
  for (const parameters of [
    'm=19456,t=2,p=1',
    'm=47104,t=1,p=1',
    'm=12288,t=3,p=1',
    'm=7168,t=5,p=1',
    'm=7168,t=10,p=1',
    'm=38912,t=2,p=1',
    'm=19456,t=4,p=1',
    'm=19456,t=2,p=2',
    // The defaults of argon2 for Node, of argon2-cffi and of PHP.
    'm=65536,t=3,p=4',
    'm=65536,t=2,p=1',
    'm=65536,t=4,p=1',
  ])
    it(`takes ${parameters}`, () => assert.equal(isAcceptablePasswordHash(phc(parameters)), true));
  const refused: Record<string, string> = {
    argon2i: phc('m=19456,t=2,p=1').replace('argon2id', 'argon2i'),
    argon2d: phc('m=19456,t=2,p=1').replace('argon2id', 'argon2d'),
    'version 16': phc('m=19456,t=2,p=1').replace('v=19', 'v=16'),
    'no version': phc('m=19456,t=2,p=1').replace('$v=19', ''),
    bcrypt: '$2b$12$abcdefghijklmnopqrstuuABCDEFGHIJKLMNOPQRSTUVWXYZ01234',
    'a password': 'correct horse battery staple',
    nothing: '',
    'too little memory': phc('m=4096,t=10,p=1'),
    'too little work': phc('m=19456,t=1,p=1'),
    'a memory bomb': phc('m=1048576,t=2,p=1'),
    'more memory than allowed': phc('m=65537,t=1,p=1'),
    'too many passes': phc('m=7168,t=11,p=1'),
    'more than seven times our work': phc('m=65536,t=5,p=1'),
    'that much with less memory': phc('m=32768,t=9,p=4'),
    'no pass': phc('m=65536,t=0,p=1'),
    'too many lanes': phc('m=19456,t=2,p=5'),
    'a short salt': phc('m=19456,t=2,p=1', Buffer.alloc(8, 7).toString('base64').replace(/=+$/, '')),
    'a short tag': phc('m=19456,t=2,p=1', SALT, Buffer.alloc(8, 7).toString('base64').replace(/=+$/, '')),
    'text that is no base64': phc('m=19456,t=2,p=1', `${SALT.slice(0, -1)}z`),
    'a tail': `${phc('m=19456,t=2,p=1')}\n`,
    'other order': phc('t=2,m=19456,p=1'),
  };
  for (const [what, value] of Object.entries(refused))
    it(`refuses ${what}`, () => assert.equal(isAcceptablePasswordHash(value), false));
});

describe('isOfOurCost', () => {
  for (const [parameters, expected] of [
    ['m=19456,t=2,p=1', true],
    ['m=19456,t=2,p=2', false],
    ['m=19456,t=3,p=1', false],
    ['m=38912,t=1,p=1', false],
  ] as const)
    it(`${parameters}: ${expected}`, () => assert.equal(isOfOurCost(phc(parameters)), expected));
});

describe('hashesAtOnce', () => {
  for (const [what, asked, processors, threads, expected] of [
    ['as many as asked', 2, 8, 4, 2],
    ['one processor stays free', 2, 2, 4, 1],
    ['one thread stays free', 16, 32, 4, 3],
    ['one at least', 2, 1, 1, 1],
  ] as const)
    it(what, () => assert.equal(hashesAtOnce(asked, { processors, threads }), expected));
});

describe('isMailAddress', () => {
  for (const address of ['a@b.fr', "o'hara+x@mail.example.com", 'first.last@a-b.example'])
    it(`${address} is one`, () => assert.equal(isMailAddress(address), true));
  for (const text of ['', 'nobody', 'a@b', '.a@b.fr', 'a..b@c.fr', 'a@-b.fr', 'a b@c.fr', 'é@b.fr', 'a@b.fr\n'])
    it(`${JSON.stringify(text)} is none`, () => assert.equal(isMailAddress(text), false));
});

describe('sessionTokenOf', () => {
  const name = sessionCookieName('http://127.0.0.1:3000');
  const secret = 'a secret';
  const signature = createHmac('sha256', secret).update('token').digest('base64');
  const read = (header: string | undefined) => sessionTokenOf(header, name, secret);

  it('reads the signed token among other cookies', () =>
    assert.equal(read(`a=b; ${name}=${encodeURIComponent(`token.${signature}`)}; c=d`), 'token'));
  it('reads it unencoded and quoted', () => assert.equal(read(`${name}="token.${signature}"`), 'token'));
  const refused: Record<string, string | undefined> = {
    'no header': undefined,
    'another cookie': `other=${encodeURIComponent(`token.${signature}`)}`,
    'no signature': `${name}=token`,
    'another token': `${name}=${encodeURIComponent(`tokem.${signature}`)}`,
    'another signature': `${name}=${encodeURIComponent(`token.${createHmac('sha256', 'x').update('token').digest('base64')}`)}`,
    'a cut signature': `${name}=${encodeURIComponent(`token.${signature.slice(0, -2)}=`)}`,
    'a broken escape': `${name}=%E0%A4%A`,
  };
  for (const [what, header] of Object.entries(refused)) it(`refuses ${what}`, () => assert.equal(read(header), undefined));

  it('knows the secure name', () =>
    assert.equal(sessionCookieName('https://mortar.example'), '__Host-better-auth.session_token'));
  it('reads none of two, whichever is right', () => {
    const right = `${name}=token.${signature}`;
    for (const header of [`${right}; ${name}=x`, `${name}=x; ${right}`, `${right}; ${right}`, `${right};${name} =x`])
      assert.equal(read(header), undefined, header);
    assert.equal(read(`${right}; ${name}s=x`), 'token');
  });
  it('is taken out of a header where it stands twice, and others stay', () => {
    const header = `a=b; a=c; ${name}=x; better-auth.trust_device=y;${name}=z`;
    assert.equal(withoutDoubles(header, 'better-auth'), 'a=b; a=c; better-auth.trust_device=y');
    assert.equal(withoutDoubles(`a=b; ${name}=x`, 'better-auth'), `a=b; ${name}=x`);
  });
  it('is taken out of a header', () =>
    assert.equal(withoutSessionCookie(`a=b; ${name}=x; ${name}.more=y;c=d`, name), `a=b; ${name}.more=y;c=d`));
});

describe('secondsUntilNextGuess', () => {
  const allowance = { free: 5, longestSeconds: 86_400 };
  for (const [failed, seconds] of [
    [1, 0],
    [4, 0],
    [5, 30],
    [6, 60],
    [9, 480],
    [16, 61_440],
    [17, 86_400],
    [24, 86_400],
  ] as const)
    it(`after ${failed}`, () => assert.equal(secondsUntilNextGuess(failed, allowance), seconds));
  it('of codes lets less than twenty a day, of a second factor less than twenty-five', () => {
    const ofADay = (of: 'reset-code' | 'second-factor') => {
      let [failed, waited] = [0, 0];
      while (waited < 86_400) waited += secondsUntilNextGuess(++failed, ALLOWANCES[of].everywhere);
      return failed;
    };
    assert.ok(ofADay('reset-code') < 20);
    assert.ok(ofADay('second-factor') < 25);
  });
});

describe('sessionEndsAt', () => {
  const hours = { INVESTOR_SESSION_MAX_HOURS: 720, ADMINISTRATOR_SESSION_MAX_HOURS: 12 };
  const begun = new Date('2026-01-01T00:00:00Z');
  for (const [role, ends] of [
    ['user', '2026-01-31T00:00:00.000Z'],
    ['admin', '2026-01-01T12:00:00.000Z'],
    [undefined, '2026-01-31T00:00:00.000Z'],
  ] as const)
    it(`of ${role ?? 'an account that is being made'}`, () =>
      assert.equal(sessionEndsAt(begun, role, hours).toISOString(), ends));
});

describe('sessionLimits', () => {
  it('has the library figures in production', () => {
    const limits = sessionLimits(600);
    assert.deepEqual(limits.general, { max: 100, windowSeconds: 10 });
    assert.deepEqual(limits.byAddress['/sign-in/email'], { max: 3, windowSeconds: 10 });
    assert.deepEqual(limits.byAddress['/email-otp/*'], { max: 3, windowSeconds: 60 });
  });
  it('follows RATE_LIMIT_PER_MINUTE and never closes', () => {
    assert.equal(sessionLimits(6_000).general.max, 1_000);
    assert.equal(sessionLimits(1).byAddress['/sign-in/email']?.max, 1);
  });
});

describe('isGuessable', () => {
  for (const password of [
    'password',
    'PassWord',
    'motdepasse',
    '        ',
    '\u00a0'.repeat(8),
    'aaaaaaaa',
    ' 12345678 ',
    'camille@example.test',
    'camille',
  ])
    it(`refuses ${JSON.stringify(password)}`, () => assert.equal(isGuessable(password, 'Camille@example.test'), true));
  for (const password of ['correct horse battery staple', 'passwords are dull', 'aaaaaaab', 'été à la mer'])
    it(`takes ${password}`, () => assert.equal(isGuessable(password, 'camille@example.test'), false));
});

it('a name is one line, not blank, of 256 characters at most', () => {
  assert.deepEqual(['Camille', 'Ng', '李', ' ', '', 'a\nb', 'x'.repeat(256), 'x'.repeat(257)].map(isName), [
    true,
    true,
    true,
    false,
    false,
    false,
    true,
    false,
  ]);
});
