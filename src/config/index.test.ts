// Settings that depend on where the service runs, or on each other.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ConfigError } from '../core/errors.ts';
import { readConfig } from './index.ts';
import { kindOf, type Setting } from './schema.ts';
import { settings, subjects } from './settings.ts';

type Environment = Record<string, string | undefined>;

/** Every setting that production requires, with other secrets. */
const production: Environment = {
  NODE_ENV: 'production',
  ...Object.fromEntries(
    Object.entries<Setting>(settings)
      .filter(([, { requiredInProduction }]) => requiredInProduction)
      .map(([name, setting]) => [
        name,
        kindOf(setting) === 'secret'
          ? `own-${name}-0123456789-0123456789`
          : String(setting.default ?? 'postgres://127.0.0.1/mortar'),
      ]),
  ),
};

function faultsOf(environment: Environment): readonly string[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    return error.faults;
  }
}

describe('readConfig', () => {
  it('takes nothing outside production, and what is required in it', () => {
    assert.deepEqual(faultsOf({}), []);
    assert.deepEqual(faultsOf(production), []);
  });
  it('names all faults at once, without a secret', () => {
    const faults = faultsOf({ ...production, PROVIDER_API_KEY: 'short', PORT: 'x', PROVIDER_RESEND_AFTER_SECONDS: '19' });
    assert.deepEqual(
      faults.map((fault) => fault.split(' ')[0]),
      ['PORT', 'PROVIDER_API_KEY', 'PROVIDER_RESEND_AFTER_SECONDS'],
    );
    assert.ok(!faults.join().includes('short'));
  });
});

describe('subjects', () => {
  it('have every setting once, and say what they are about', () => {
    const named = subjects.flatMap((subject) => Object.keys(subject.settings));
    assert.deepEqual(named.toSorted(), Object.keys(settings).toSorted());
    for (const { title, about } of subjects) assert.match(`${title} ${about}`, /^[A-Z].+\.$/);
  });
});

describe('PROVIDER_WEBHOOK_API_KEY', () => {
  const keyOf = (environment: Environment) => readConfig(environment).PROVIDER_WEBHOOK_API_KEY;

  it('absent outside production is the key of the sandbox', () => {
    for (const NODE_ENV of [undefined, 'development', 'test']) assert.equal(keyOf({ NODE_ENV }), 'sandbox-webhook-key');
  });
  it('empty outside production is none', () => {
    for (const NODE_ENV of [undefined, 'development', 'test'])
      assert.equal(keyOf({ NODE_ENV, PROVIDER_WEBHOOK_API_KEY: '' }), undefined);
  });
  it('is read as it is, and has at least eight characters', () => {
    assert.equal(keyOf({ PROVIDER_WEBHOOK_API_KEY: 'eight-ch' }), 'eight-ch');
    assert.match(faultsOf({ PROVIDER_WEBHOOK_API_KEY: 'seven-c' }).join(), /^PROVIDER_WEBHOOK_API_KEY is not valid/);
  });
  for (const key of [undefined, ''])
    it(`${key === '' ? 'empty' : 'absent'} in production is refused`, () => {
      const faults = faultsOf({ ...production, PROVIDER_WEBHOOK_API_KEY: key });
      assert.equal(faults.length, 1);
      assert.match(faults.join(), /^PROVIDER_WEBHOOK_API_KEY is required in production/);
    });
  it('is the only one that an empty value switches off', () => {
    const empty = Object.fromEntries(Object.keys(settings).map((name) => [name, '']));
    assert.deepEqual(readConfig(empty), { ...readConfig({}), PROVIDER_WEBHOOK_API_KEY: undefined });
  });
  it('blanks are as empty as nothing', () => {
    const blank = Object.fromEntries(Object.keys(settings).map((name) => [name, '   ']));
    assert.deepEqual(readConfig(blank), { ...readConfig({}), PROVIDER_WEBHOOK_API_KEY: undefined });
    const required = Object.keys(production).filter((name) => name !== 'NODE_ENV');
    assert.deepEqual(
      faultsOf({ ...blank, NODE_ENV: 'production' }).map((fault) => fault.split(' ')[0]),
      required,
    );
  });
});

describe('times of the provider', () => {
  it('have defaults that fit', () => {
    const { PROVIDER_RESEND_AFTER_SECONDS, PROVIDER_PENDING_WAIT_MS } = readConfig({});
    assert.deepEqual([PROVIDER_RESEND_AFTER_SECONDS, PROVIDER_PENDING_WAIT_MS], [60, 1_500]);
  });
  // PROVIDER_RESEND_AFTER_SECONDS | PROVIDER_TIMEOUT_MS | accepted in production
  for (const [seconds, timeoutMs, isAccepted] of [
    ['20', undefined, true],
    ['19', undefined, false],
    [undefined, '20000', true],
    ['40', '20000', true],
    ['39', '20000', false],
    ['1', '500', true],
    ['1', '501', false],
  ] as const)
    it(`production ${isAccepted ? 'takes' : 'refuses'} to send again after ${seconds ?? 60} s with a limit of ${timeoutMs ?? 10_000} ms`, () => {
      const times = { PROVIDER_RESEND_AFTER_SECONDS: seconds, PROVIDER_TIMEOUT_MS: timeoutMs };
      const faults = faultsOf({ ...production, ...times });
      assert.deepEqual(
        faults.map((fault) => fault.split(' ')[0]),
        isAccepted ? [] : ['PROVIDER_RESEND_AFTER_SECONDS'],
      );
      assert.deepEqual(faultsOf(times), [], 'outside production');
    });
  for (const [name, value] of [
    ['PROVIDER_RESEND_AFTER_SECONDS', '0'],
    ['PROVIDER_PENDING_WAIT_MS', '-1'],
    ['PROVIDER_PENDING_WAIT_MS', '10001'],
  ] as const)
    it(`${name}=${value} is out of bounds`, () => assert.equal(faultsOf({ [name]: value }).length, 1));
  it('the links to the back office of the provider lead to one host, by https', () => {
    const read = (value: string) => readConfig({ PROVIDER_BACK_OFFICE_URL: value }).PROVIDER_BACK_OFFICE_URL;
    assert.equal(readConfig({}).PROVIDER_BACK_OFFICE_URL, undefined);
    for (const url of ['https://office.test/{kind}/{id}', 'https://office.test/find?id={id}']) assert.equal(read(url), url);
    const wrong = ['http://office.test/{id}', 'https://office.test/', 'https://{id}.test/{id}', 'https://office.test/{id}{x}'];
    for (const value of [...wrong, 'javascript:{id}', '{id}'])
      assert.equal(faultsOf({ PROVIDER_BACK_OFFICE_URL: value }).length, 1, value);
  });
  it('the wait may be 0', () => assert.equal(readConfig({ PROVIDER_PENDING_WAIT_MS: '0' }).PROVIDER_PENDING_WAIT_MS, 0));
});
