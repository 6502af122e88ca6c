// What a caller hands to the log by mistake is redacted before it is written.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createLog, redactUrl } from './log.ts';

const SECRET = 'FR7630006000011234567890189';

function written(fields: object): string {
  const lines: string[] = [];
  createLog({ level: 'trace', name: 'test' }, { write: (line) => lines.push(line) }).info(fields, 'a line');
  return lines.join('');
}

describe('redacted fields', () => {
  const names = ['apiKey', 'password', 'newPasswordArgon2Hash', 'code', 'otp', 'token', 'tfa', 'iban', 'bic', 'holder'];
  for (const name of [...names, 'authorization', 'cookie', 'x-api-key', 'secret', 'hash', 'buffer']) {
    it(`${name}, at the top, in an object and in an object of it`, () => {
      for (const fields of [{ [name]: SECRET }, { body: { [name]: SECRET } }, { request: { body: { [name]: SECRET } } }]) {
        const line = written(fields);
        assert.ok(!line.includes(SECRET), line);
        assert.ok(line.includes('[redacted]'), line);
      }
    });
  }
  it('the row that a database error quotes', () => {
    const error = Object.assign(new Error('violates check constraint'), {
      detail: `Failing row contains (${SECRET}).`,
      where: SECRET,
    });
    const line = written({ err: error });
    assert.ok(!line.includes(SECRET), line);
    assert.match(line, /violates check constraint/);
  });
});

describe('redacted addresses', () => {
  for (const [url, logged] of [
    ['/hook?apiKey=k', '/hook?apiKey=[redacted]'],
    ['/hook?a=1&APIKEY=k&b=2', '/hook?a=1&APIKEY=[redacted]&b=2'],
    ['/hook?%61piKey=k', '/hook?%61piKey=[redacted]'],
    ['/hook?apiKey[]=k&draftToken=t', '/hook?apiKey[]=[redacted]&draftToken=[redacted]'],
    ['/hook?%=k', '/hook?%=[redacted]'],
    ['/properties?limit=2&cursor=x', '/properties?limit=2&cursor=x'],
    ['/properties', '/properties'],
  ] as const) {
    it(url, () => assert.equal(redactUrl(url), logged));
  }
});
