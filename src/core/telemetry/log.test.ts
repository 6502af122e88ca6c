// What a caller hands to the log by mistake is gone before it is written; what went wrong, and its code, is there.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readConfig, secretValues } from '../../config/index.ts';
import { createLog } from './log.ts';
import { describeError, redactText, redactUrl } from './redact.ts';

const SECRET = 'hunter2-hunter2-hunter2';
const IBAN = 'FR7630006000011234567890189';
const HASH = '$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHQ$uSbhbMjCGSXuDTVDUGOMbCGjCBh7sWYeYtYNZmuVM2c';
const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJpbnZlc3RvciJ9.c2lnbmF0dXJl';
const MAILED_CODE = '493817';
const PLANTED = [SECRET, IBAN, HASH, JWT, MAILED_CODE];

type Log = ReturnType<typeof createLog>;

function written(write: (log: Log) => void, secrets: readonly string[] = []): string {
  const lines: string[] = [];
  write(createLog({ level: 'trace', name: 'test', secrets }, { write: (line) => lines.push(line) }));
  assert.ok(lines.length > 0, 'something was written');
  for (const line of lines) assert.doesNotThrow(() => JSON.parse(line), line);
  return lines.join('');
}

function assertNothingOf(line: string, secrets: readonly string[] = PLANTED): void {
  for (const secret of secrets) assert.ok(!line.includes(secret), `${secret} in ${line}`);
}

const about = (message: string, more: object = {}) => Object.assign(new Error(message), more);

describe('redacted fields', () => {
  const names = ['apiKey', 'password', 'newPasswordArgon2Hash', 'code', 'otp', 'token', 'tfa', 'iban', 'bic', 'holder'];
  const headers = ['authorization', 'cookie', 'set-cookie', 'x-api-key', 'proxy-authorization', 'X-API-Key'];
  const spelled = [
    'draft_token',
    'accessToken',
    'S3_SECRET_ACCESS_KEY_SECRET',
    'passwordHash',
    'giftCardCode',
    'signature',
    'secret',
  ];
  for (const name of [...names, ...headers, ...spelled]) {
    it(`${name}, at the top, in objects however deep, and in lists`, () => {
      const planted = { [name]: SECRET };
      for (const fields of [planted, { body: planted }, { a: { b: { c: { d: planted } } } }, { items: [{ data: planted }] }]) {
        const line = written((log) => log.info(fields, 'a line'));
        assertNothingOf(line);
        assert.ok(line.includes('[redacted]'), line);
      }
      assertNothingOf(written((log) => log.child(planted).info('a line')));
    });
  }
  it('bytes, whatever they are called', () => {
    const line = written((log) => log.info({ file: Buffer.from(SECRET) }, 'a line'));
    assertNothingOf(line, [SECRET, Buffer.from(SECRET).toString('base64'), '104,117']);
  });
  it('what nobody hides stays', () => {
    const fields = {
      errorCode: '2fa.wrong-code',
      statusCode: 503,
      jobId: 'j',
      at: Temporal.Instant.fromEpochMilliseconds(0),
      n: null,
    };
    const line = JSON.parse(written((log) => log.info(fields, 'a line')));
    assert.deepEqual(
      { ...fields, at: '1970-01-01T00:00:00Z' },
      { errorCode: line.errorCode, statusCode: line.statusCode, jobId: line.jobId, at: line.at, n: line.n },
    );
  });
});

describe('errors', () => {
  for (const code of [
    '23505',
    '57P01',
    'ECONNREFUSED',
    'validation-failed',
    '2fa.too-many-attempts',
    'p2p-failed-at-provider',
    'ERR_STREAM_DESTROYED',
  ])
    it(`keep the code ${code}, of causes and of parts too`, () => {
      const inner = about('inner', { code });
      for (const err of [inner, new Error('outer', { cause: inner }), new AggregateError([inner], 'several')])
        assert.match(
          written((log) => log.error({ err }, 'failed')),
          new RegExp(`"code":"${RegExp.escape(code)}"`),
        );
    });
  it('show constraint and table of a database error, and not the row that it quotes', () => {
    const quoting = {
      code: '23514',
      constraint: 'holds',
      table: 'wallet',
      detail: `Failing row contains (${SECRET}).`,
      where: SECRET,
    };
    const line = written((log) => log.error({ err: about('violates check constraint', quoting) }, 'failed'));
    assertNothingOf(line);
    for (const kept of ['violates check constraint', '"code":"23514"', '"constraint":"holds"', '"table":"wallet"'])
      assert.ok(line.includes(kept), line);
  });
  it('lose a mailed code that stands as theirs', () =>
    assertNothingOf(written((log) => log.error({ err: about('no', { code: MAILED_CODE }) }, 'failed'))));
  const payload = {
    body: { password: SECRET, iban: IBAN, code: MAILED_CODE },
    response: { text: SECRET },
    config: { headers: { a: SECRET } },
  };
  for (const [place, err] of [
    ['a payload', about('provider refused', payload)],
    ['the payload of a cause', new Error('outer', { cause: about('inner', payload) })],
    ['the message', about(`IBAN ${IBAN} refused, hash ${HASH}, Bearer ${SECRET}, token ${JWT}`)],
    ['the message of a cause', new Error('outer', { cause: about(`GET /hook?apiKey=${SECRET}&a=1 failed`) })],
    ['the message of a part', new AggregateError([about(`smtp://user:${SECRET}@mail.example.com:25 refused`)], 'several')],
    ['a cause that is no error', new Error('outer', { cause: `postgres://mortar:${SECRET}@db.example.com/mortar` })],
    ['an answer that is the cause', new Error('outer', { cause: { ok: false, message: `Bearer ${SECRET}`, ...payload } })],
    ['the input of an address', about('Invalid URL', { input: `smtp://user:${SECRET}@mail`, code: 'ERR_INVALID_URL' })],
  ] as const)
    it(`hide what ${place} holds, in their stack too, for a log line and for the row of a job`, () => {
      const line = written((log) => {
        log.error({ err }, 'failed');
        log.error(err);
        log.error({ job: 'send-email', data: payload.body, err }, 'job failed');
      });
      assertNothingOf(line);
      assertNothingOf(JSON.stringify(describeError(err)));
      assert.ok(line.includes('stack'), line);
    });
  it('show the kind, the code and the message of an answer that is their cause', () => {
    const answer = { ok: false, kind: 'refused', code: 'insufficient-funds', message: 'moneyout: refused', body: { iban: IBAN } };
    const { cause } = describeError(new Error('outer', { cause: answer }));
    assert.deepEqual(cause, { type: 'object', message: 'moneyout: refused', code: 'insufficient-funds', kind: 'refused' });
  });
  it('that are no errors are written as text', () => assertNothingOf(JSON.stringify(describeError(`Bearer ${SECRET}`))));
  it('that are their own cause come to an end', () => {
    const err = about('circle');
    err.cause = err;
    assert.match(
      written((log) => log.error({ err }, 'failed')),
      /circle/,
    );
  });
});

describe('texts', () => {
  for (const text of [
    `postgres://mortar:${SECRET}@db.example.com/mortar`,
    `smtps://user:p@${SECRET}@mail.example.com`,
    `GET https://provider.example.com/x?access_token=${SECRET}&page=2`,
    `/files/private/a.pdf?expires=1&signature=${SECRET}`,
    `authorization: Bearer ${SECRET}`,
    `Cookie: a=b; __Secure-better-auth.session_token=${SECRET}; c=d`,
    `the hash ${HASH} was refused`,
    `the token ${JWT} was refused`,
    `${IBAN} is not ours`,
    'FR76 3000 6000 0112 3456 7890 189 is not ours',
    `fr7630006000011234567890189 is not ours`,
  ])
    it(text.replaceAll(SECRET, '…').slice(0, 60), () => {
      const line = written((log) => log.warn(text));
      assertNothingOf(line, [...PLANTED, '3000 6000 0112', IBAN.toLowerCase()]);
      assert.ok(line.includes('[redacted]'), line);
    });
  it('ids, addresses, times and amounts are no secrets', () => {
    const text = 'payment 0197f3c2-5d1e-7abc-8def-0123456789ab of 12 345,67 € to http://127.0.0.1:4010/x at 2026-03-01T10:00:00Z';
    assert.equal(JSON.parse(written((log) => log.info(text))).msg, text);
  });
  it('ids of traces stay that look like an IBAN, and an IBAN of hexadecimal digits goes', () => {
    const [trace_id, span_id] = ['be68539007547034be68539007547034', 'be68539007547034'];
    const traceparent = `00-${trace_id}-${span_id}-01`;
    const line = JSON.parse(written((log) => log.info({ trace_id, span_id, note: { traceparent } }, 'no secret')));
    assert.deepEqual([line.trace_id, line.span_id, line.note], [trace_id, span_id, { traceparent }]);
    assert.equal(redactText(`to ${span_id}`), 'to [redacted]');
  });
  it('the secrets of the settings are found wherever they stand, and as an address writes them', () => {
    const own = 'own secret/with "quotes"';
    const config = readConfig({ PROVIDER_API_KEY: own, SMTP_URL: 'smtp://user:word%2Fof%2Fsmtp@mail.example.com' });
    const line = written((log) => {
      log.info({ note: `key ${own}` }, `asked with ${encodeURIComponent(own)} and word/of/smtp`);
      log.error({ err: about(`refused: ${own}`) }, 'failed');
    }, secretValues(config));
    assertNothingOf(line, [own, JSON.stringify(own).slice(1, -1), encodeURIComponent(own), 'word/of/smtp']);
  });
});

describe('redacted addresses', () => {
  for (const [url, logged] of [
    ['/hook?apiKey=k', '/hook?apiKey=[redacted]'],
    ['/hook?a=1&APIKEY=k&b=2', '/hook?a=1&APIKEY=[redacted]&b=2'],
    ['/hook?%61piKey=k', '/hook?%61piKey=[redacted]'],
    ['/hook?apiKey[]=k&draftToken=t', '/hook?apiKey[]=[redacted]&draftToken=[redacted]'],
    ['/hook?%=k', '/hook?%=[redacted]'],
    ['/files/private/a.pdf?expires=1&signature=s', '/files/private/a.pdf?expires=1&signature=[redacted]'],
    ['/customers/referral-code-exists?referralCode=ines', '/customers/referral-code-exists?referralCode=ines'],
    ['/properties?limit=2&cursor=x', '/properties?limit=2&cursor=x'],
    ['/properties', '/properties'],
  ] as const) {
    it(url, () => assert.equal(redactUrl(url), logged));
  }
});
