// What production refuses although each setting is valid, and what is said at start instead.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ConfigError } from '../core/errors.ts';
import { readConfig } from './index.ts';
import { isPublishedSecret, settingWarnings } from './production.ts';
import { kindOf, type Setting } from './schema.ts';
import { docsAreServed } from './service.ts';
import { settings } from './settings.ts';

type Environment = Record<string, string | undefined>;

const table = Object.entries<Setting>(settings);

/** A production that nothing is wrong with. */
const production: Environment = {
  ...Object.fromEntries(
    table
      .filter(([, { requiredInProduction }]) => requiredInProduction)
      .map(([name, setting]) => [name, valueFor(name, kindOf(setting))]),
  ),
  NODE_ENV: 'production',
  HOST: '0.0.0.0',
  STORAGE_DRIVER: 's3',
  S3_BUCKET: 'files',
  S3_REGION: 'eu-west-3',
  METRICS_TOKEN: 'own-metrics-token-0123456789',
  VOTING_PLATFORM_URL: 'https://votes.example.com',
  VOTING_SHARED_SECRET: 'own-voting-secret-0123456789-0123456789',
};

function valueFor(name: string, kind: string): string {
  if (name === 'SMTP_URL') return 'smtps://user:word@mail.example.com';
  if (name === 'DATABASE_URL') return 'postgres://mortar:word@db.example.com/mortar?sslmode=verify-full';
  if (kind.startsWith('URL')) return `https://${name.toLowerCase().replaceAll('_', '-')}.example.com`;
  if (kind === 'true or false') return 'true';
  return `own ${name} 0123456789-0123456789-0123456789`;
}

/** Names of the settings at fault, and everything that is said of them. */
function faultsOf(changes: Environment): { names: (string | undefined)[]; text: string } {
  try {
    readConfig({ ...production, ...changes });
    return { names: [], text: '' };
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    return { names: error.faults.map((fault) => fault.split(' ')[0]), text: error.message };
  }
}

function warningsOf(environment: Environment): string[] {
  return settingWarnings(readConfig(environment), environment);
}

it('a production that nothing is wrong with starts without a word', () => {
  assert.deepEqual(faultsOf({}).names, []);
  assert.deepEqual(warningsOf(production), []);
});

describe('the identity provider', () => {
  const whole = {
    OIDC_ISSUER: 'https://login.example.org/realms/acme',
    OIDC_CLIENT_ID: 'mortar',
    OIDC_CLIENT_SECRET: 'own-client-secret',
    OIDC_ROLES: '{"bosses":["owner"],"money":["finance","support"]}',
  };
  it('is set up as a whole', () => {
    assert.deepEqual(faultsOf(whole).names, []);
    assert.deepEqual(readConfig(whole).OIDC_ROLES, { bosses: ['owner'], money: ['finance', 'support'] });
  });
  for (const name of Object.keys(whole))
    it(`without ${name} is refused`, () => assert.deepEqual(faultsOf({ ...whole, [name]: undefined }).names, [name]));
  it('has an https:// address in production, and an address without parameters everywhere', () => {
    assert.deepEqual(faultsOf({ ...whole, OIDC_ISSUER: 'http://login.example.org' }).names, ['OIDC_ISSUER']);
    assert.equal(readConfig({ ...whole, OIDC_ISSUER: 'http://127.0.0.1:4020' }).OIDC_ISSUER, 'http://127.0.0.1:4020');
    for (const wrong of ['login.example.org', 'ldap://login.example.org', 'https://login.example.org/?a=b'])
      assert.deepEqual(faultsOf({ ...whole, OIDC_ISSUER: wrong }).names, ['OIDC_ISSUER'], wrong);
  });
  it('gives roles that there are', () => {
    for (const wrong of ['bosses', '[]', '{}', '{"bosses":[]}', '{"bosses":"owner"}', '{"bosses":["king"]}'])
      assert.ok(faultsOf({ ...whole, OIDC_ROLES: wrong }).names.includes('OIDC_ROLES'), wrong);
  });
});

describe('published secrets', () => {
  const secrets = table.filter(([, { secret, format }]) => secret && format !== 'url');
  for (const [name, { default: fallback }] of secrets.filter(([, setting]) => typeof setting.default === 'string')) {
    it(`${name} as it stands in the source is refused, and not printed`, () => {
      const { names, text } = faultsOf({ [name]: String(fallback) });
      assert.deepEqual(names, [name]);
      assert.ok(!text.includes(String(fallback)), text);
    });
  }
  it('one that stands in another setting, or with blanks around it, is as published', () => {
    const borrowed = settings.SESSION_SECRET.default;
    assert.deepEqual(faultsOf({ MFA_ENCRYPTION_KEY: borrowed, METRICS_TOKEN: ` ${borrowed} ` }).names.sort(), [
      'METRICS_TOKEN',
      'MFA_ENCRYPTION_KEY',
    ]);
  });
  it("the voting secret of the sandbox is refused, and an administrator's password of the source", () => {
    assert.deepEqual(faultsOf({ VOTING_SHARED_SECRET: 'sandbox-voting-secret-0123456789' }).names, ['VOTING_SHARED_SECRET']);
    assert.ok(isPublishedSecret(settings.ADMIN_PASSWORD.default));
    assert.ok(!isPublishedSecret('a password of my own'));
  });
  it('all of them at once, beside what is missing, are named at once', () => {
    const published = Object.fromEntries(secrets.map(([name, { default: fallback }]) => [name, String(fallback ?? '')]));
    const { names } = faultsOf({ ...published, TRUST_PROXY: undefined, S3_BUCKET: '' });
    for (const name of ['SESSION_SECRET', 'MFA_ENCRYPTION_KEY', 'ADMIN_PASSWORD', 'PROVIDER_API_KEY', 'DEFAULTS_API_KEY'])
      assert.ok(names.includes(name), name);
    for (const name of ['REGISTRY_API_KEY', 'PROVIDER_WEBHOOK_API_KEY', 'TRUST_PROXY', 'S3_BUCKET', 'VOTING_PLATFORM_URL'])
      assert.ok(names.includes(name), name);
  });
  it('development lives on them', () => assert.equal(readConfig({}).SESSION_SECRET, settings.SESSION_SECRET.default));
});

it('one key for both directions of the defaults platform is refused in production alone', () => {
  const key = 'one-key-for-both-directions';
  const both = { DEFAULTS_API_KEY: key, DEFAULTS_WEBHOOK_API_KEY: key };
  const { names, text } = faultsOf(both);
  assert.deepEqual([names, text.includes(key)], [['DEFAULTS_API_KEY'], false]);
  assert.deepEqual(faultsOf({ ...both, DEFAULTS_WEBHOOK_API_KEY: `${key}-back` }).names, []);
  assert.equal(readConfig(both).DEFAULTS_WEBHOOK_API_KEY, key);
  assert.equal(readConfig({ DEFAULTS_API_KEY: key }).DEFAULTS_WEBHOOK_API_KEY, key);
  assert.ok(faultsOf({ DEFAULTS_API_KEY: key, DEFAULTS_WEBHOOK_API_KEY: undefined }).names.includes('DEFAULTS_WEBHOOK_API_KEY'));
});

describe('TRUST_PROXY', () => {
  for (const unsaid of [undefined, '', ' '])
    it(`${unsaid === undefined ? 'absent' : `"${unsaid}"`} is refused in production`, () =>
      assert.deepEqual(faultsOf({ TRUST_PROXY: unsaid }).names, ['TRUST_PROXY']));
  for (const said of ['true', 'false'])
    it(`${said} is said`, () => assert.equal(readConfig({ ...production, TRUST_PROXY: said }).TRUST_PROXY, said === 'true'));
  it('is false outside production unless said', () => assert.equal(readConfig({}).TRUST_PROXY, false));
});

describe('files in a bucket', () => {
  for (const [what, changes, names] of [
    ['no bucket', { S3_BUCKET: undefined }, ['S3_BUCKET']],
    ['no region at Amazon', { S3_REGION: undefined }, ['S3_REGION']],
    ['no region elsewhere', { S3_REGION: undefined, S3_ENDPOINT: 'https://s3.example.com' }, []],
    ['half of a key', { S3_ACCESS_KEY_ID: 'AKID' }, ['S3_ACCESS_KEY_ID']],
    ['the other half', { S3_SECRET_ACCESS_KEY: 'secret' }, ['S3_ACCESS_KEY_ID']],
    ['a key', { S3_ACCESS_KEY_ID: 'AKID', S3_SECRET_ACCESS_KEY: 'secret' }, []],
    ['on disk: none of it', { STORAGE_DRIVER: 'fs', S3_BUCKET: undefined, S3_REGION: undefined }, []],
  ] as const)
    it(`${what} is ${names.length > 0 ? 'refused' : 'taken'}`, () => assert.deepEqual(faultsOf(changes).names, names));
  it('no bucket is refused outside production too', () =>
    assert.throws(() => readConfig({ STORAGE_DRIVER: 's3', S3_REGION: 'eu-west-3' }), ConfigError));
});

describe('the voting platform', () => {
  it('a secret of 31 characters is refused, one of 32 is taken', () => {
    assert.deepEqual(faultsOf({ VOTING_SHARED_SECRET: 'x'.repeat(31) }).names, ['VOTING_SHARED_SECRET', 'VOTING_PLATFORM_URL']);
    assert.deepEqual(faultsOf({ VOTING_SHARED_SECRET: 'x'.repeat(32) }).names, []);
  });
  it('one of the two settings without the other is refused in production, none is taken', () => {
    assert.deepEqual(faultsOf({ VOTING_SHARED_SECRET: undefined }).names, ['VOTING_PLATFORM_URL']);
    assert.deepEqual(faultsOf({ VOTING_PLATFORM_URL: undefined }).names, ['VOTING_PLATFORM_URL']);
    assert.deepEqual(faultsOf({ VOTING_SHARED_SECRET: undefined, VOTING_PLATFORM_URL: undefined }).names, []);
  });
});

describe('said at start', () => {
  const said = (changes: Environment) => warningsOf({ ...production, ...changes }).map((line) => line.split(' ')[0]);
  for (const [name, value] of [
    ['PUBLIC_URL', 'http://api.example.com'],
    ['PROVIDER_BASE_URL', 'http://provider.example.com'],
    ['SMTP_URL', 'smtp://mail.example.com:587'],
    ['DATABASE_URL', 'postgres://mortar:word@db.example.com/mortar'],
    ['MAIL_FROM', settings.MAIL_FROM.default],
    ['HOST', undefined],
    ['STORAGE_DRIVER', 'fs'],
    ['METRICS_TOKEN', undefined],
  ] as const)
    it(`${name}: ${value}`, () => assert.deepEqual(said({ [name]: value }), [name]));
  for (const [name, value] of [
    ['PUBLIC_URL', 'http://127.0.0.1:3000'],
    ['SMTP_URL', 'smtp://localhost'],
    ['DATABASE_URL', 'postgres://mortar@127.0.0.1/mortar'],
    ['SMTP_URL', 'smtp://mail.example.com:587?requireTLS=true'],
  ] as const)
    it(`not ${name}: ${value}`, () => assert.deepEqual(said({ [name]: value }), []));
  it('no secret of an address', () => {
    assert.ok(
      !warningsOf({ ...production, SMTP_URL: 'smtp://user:word@mail.example.com' })
        .join()
        .includes('word'),
    );
  });
  it('outside production only that everybody may enter', () => {
    assert.deepEqual(warningsOf({}), []);
    assert.match(warningsOf({ HOST: '0.0.0.0' }).join(), /NODE_ENV is not production/);
  });
});

it('the description of the API is closed in production unless it is opened', () => {
  for (const [changes, isServed] of [
    [{ NODE_ENV: 'development' }, true],
    [{ NODE_ENV: 'development', DOCS_ENABLED: 'false' }, false],
    [production, false],
    [{ ...production, DOCS_ENABLED: 'true' }, true],
  ] as const)
    assert.equal(docsAreServed(readConfig(changes)), isServed);
});
