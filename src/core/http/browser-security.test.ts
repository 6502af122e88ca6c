// Which origins may act: in production only those of the settings, whatever host a request names.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readConfig } from '../../config/index.ts';
import { carries, trustedOrigins } from './browser-security.ts';

const settings = {
  PUBLIC_URL: 'https://api.mortar.example/v1',
  FRONT_URL: 'https://app.mortar.example',
  TRUSTED_ORIGINS: ['https://console.mortar.example'],
};
const OURS = ['https://api.mortar.example', 'https://app.mortar.example', 'https://console.mortar.example'];

describe('origins', () => {
  it('are those of the settings in production, whatever host is named', () =>
    assert.deepEqual(trustedOrigins({ ...settings, NODE_ENV: 'production' }, 'elsewhere.example'), OURS));
  it('are outside production the host itself too, since ports differ there', () => {
    assert.deepEqual(trustedOrigins({ ...settings, NODE_ENV: 'test' }, '127.0.0.1:4711'), [...OURS, 'http://127.0.0.1:4711']);
    assert.deepEqual(trustedOrigins({ ...settings, NODE_ENV: 'test' }, undefined), OURS);
  });
});

describe('TRUSTED_ORIGINS', () => {
  it('is a list of origins, empty by default', () => {
    assert.deepEqual(readConfig({}).TRUSTED_ORIGINS, []);
    const { TRUSTED_ORIGINS } = readConfig({ TRUSTED_ORIGINS: 'https://Console.example/, http://127.0.0.1:5173' });
    assert.deepEqual(TRUSTED_ORIGINS, ['https://console.example', 'http://127.0.0.1:5173']);
  });
  for (const wrong of [
    'console.example',
    'https://console.example/path',
    'ftp://console.example',
    'null',
    '*',
    'https://*.example',
    ',',
  ])
    it(`is not ${wrong}`, () => assert.throws(() => readConfig({ TRUSTED_ORIGINS: wrong }), /TRUSTED_ORIGINS/));
});

describe('a Cookie header', () => {
  for (const [header, isCarried] of [
    [undefined, false],
    ['', false],
    ['a=1', true],
    ['b=2;a=1', true],
    ['b=2; a =1', true],
    ['a', true],
    ['a=', true],
    ['ba=1', false],
    ['b=a=1', false],
    ['aa=1; b=a', false],
  ] as const)
    it(`${header}: ${isCarried ? 'carries' : 'does not carry'} the cookie a`, () =>
      assert.equal(carries(header, 'a'), isCarried));
});
