// Codes, passwords, keys, bank accounts and sessions go through the service and leave no trace in its output, its job rows, or
// the refusals it sends, with every log line on and the outside failing in the middle.

import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { type Investor, PASSWORD, signUp, verifiedInvestor } from '../support/actors.ts';
import { type Answer, createClient } from '../support/client.ts';
import { waitForCode, wrongCode } from '../support/codes.ts';
import { type ServiceProcess, startProcess } from '../support/processes.ts';
import { expectStatus, startWorld, type World } from '../support/world.ts';
import { KEYS } from './callers.ts';

const SECRETS = {
  SESSION_SECRET: 'a-session-secret-that-nobody-may-ever-read',
  MFA_ENCRYPTION_KEY: 'an-encryption-key-that-nobody-may-ever-read',
  DATA_ENCRYPTION_KEY: 'a-key-of-data-at-rest-that-nobody-may-ever-read',
};
const WRONG_PASSWORD = 'wrong horse battery staple';
const HASH = '$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$uSbhbMjCGSXuDTVDUGOMbCGjCBh7sWYeYtYNZmuVM2c';
const IBANS = ['FR7630006000011234567890189', 'DE89370400440532013000', 'NL91ABNA0417164300'];

let world: World;
let service: ServiceProcess;
let investor: Investor;
/** Of the provider's making, where money is wired to. */
const depositIbans: string[] = [];
const refusals: Answer[] = [];
const codes: string[] = [];

before(async () => {
  const inside = await startWorld({ worker: false, settings: SECRETS });
  service = await startProcess(inside, 'all', { LOG_LEVEL: 'trace' });
  inside.sandbox.setMortarUrl(service.url);
  world = { ...inside, url: service.url, visitor: () => createClient(service.url) };
  investor = await verifiedInvestor(world, { fundsCents: 50_000 });
});
after(async () => {
  await service.kill();
  await world.close();
});

/** Keeps what was refused, for the end. */
function note<A extends Answer>(answer: A): A {
  if (answer.status >= 400) refusals.push(answer);
  return answer;
}

async function codeFor(action: 'withdraw' | 'bank-account-creation'): Promise<string> {
  expectStatus(await investor.client.post('/auth/mfa/trigger-mfa', { action }), 201);
  const code = await waitForCode(world, investor.email, action);
  codes.push(code);
  return code;
}

it('codes, right and wrong, confirmed and repeated', async () => {
  const newcomer = await signUp(world);
  expectStatus(await newcomer.client.get('/customers/email/send-code'), 204);
  const code = await waitForCode(world, newcomer.email, 'email-validation');
  codes.push(code);
  const confirm = (sent: unknown) => newcomer.client.post('/auth/mfa/confirm-code', { action: 'email-validation', code: sent });
  note(await confirm(wrongCode(code)));
  note(await confirm(Number(code)));
  note(await confirm(`${code} `));
  note(await newcomer.client.get('/customers/email/send-code'));
  expectStatus(await confirm(code), 201);
  note(await confirm(code));
});

it('bank accounts: malformed, refused by the provider, unreachable, and against a rule of the database', async () => {
  const code = await codeFor('bank-account-creation');
  const add = (iban: unknown, tfa = code) =>
    investor.client.post('/customers/provider/payment-method', { iban, holder: 'Camille Durand' }, { tfa });
  note(await add(`${IBANS[0]}0`));
  note(await add(IBANS[0], wrongCode(code)));
  await world.control('POST', '/faults', { route: 'POST /v2/moneyouts/iban', mode: 'http-500', times: 1 });
  note(await add(IBANS[1]));
  await world.sql(`alter table bank_account add constraint fault check (iban_end <> '${IBANS[2]?.slice(-4)}') not valid`);
  const broken = note(await add(IBANS[2]));
  assert.equal(broken.status, 500, 'the database refused the row');
  await world.sql('alter table bank_account drop constraint fault');
  expectStatus(await add(IBANS[0]), 201);
});

it('the header tfa, and a key in the query', async () => {
  const tfa = await codeFor('withdraw');
  const body = { paymentMethodId: '00000000-0000-4000-8000-000000000000', amount: 100 };
  const withdraw = (sent: string) => investor.client.post('/customers/provider/payment-intent/withdrawal', body, { tfa: sent });
  note(await withdraw(wrongCode(tfa)));
  note(await withdraw(tfa));
  const hook = '/customers/provider/webhook/customer-status-changed';
  for (const query of [
    `apiKey=${KEYS.provider}`,
    `apiKey=${KEYS.provider}x`,
    `APIKEY=${KEYS.provider}`,
    `%61piKey=${KEYS.provider}`,
  ]) {
    note(await world.visitor().post(`${hook}?${query}`, { ExtId: 1, IntId: [] }));
    note(await world.visitor().get(`${hook}?a=1&${query}&b=2`));
    note(await world.visitor().post(`${hook}?${query}`, '{"broken'));
  }
});

it('the IBAN to wire money to, also while the provider and the database fail', async () => {
  const ask = async () => note(await investor.client.get<{ iban: string }>('/customers/provider/deposit-account'));
  await world.control('POST', '/faults', { route: 'POST /v2/moneyins/bankwire/iban/create', mode: 'timeout-after', times: 1 });
  await world.sql(`alter table deposit_account add constraint fault check (iban_end is null) not valid`);
  await ask();
  await ask();
  await world.sql('alter table deposit_account drop constraint fault');
  depositIbans.push(expectStatus(await ask(), 200).body.iban);
});

it('passwords at the session layer, a hash chosen by the client, and a mail server that refuses', async () => {
  const { email, client } = investor;
  for (const password of [PASSWORD, WRONG_PASSWORD])
    note(await world.visitor().post('/api/auth/sign-in/email', { email, password }));
  note(await world.visitor().post('/api/auth/sign-up/email', { email, password: PASSWORD, name: PASSWORD }));
  note(await world.visitor().post('/api/auth/sign-in/email', `{"email":"${email}","password":"${PASSWORD}"`));
  for (const newPasswordArgon2Hash of [HASH, HASH.replace('t=2', 't=1'), `${HASH}!`])
    note(await client.post('/auth/mfa/trigger-mfa', { action: 'password-update', newPasswordArgon2Hash }));
  const code = await waitForCode(world, email, 'password-update');
  codes.push(code);
  await world.control('POST', '/faults', { route: 'SMTP /smtp', mode: 'http-500', times: 1 });
  expectStatus(await client.post('/auth/mfa/confirm-code', { action: 'password-update', code }), 201);
});

it('nothing of it was written anywhere', async () => {
  await world.until(async () => service.lines.some((line) => line.includes('job failed')), 'the refused mail to be noted');
  assert.ok(service.lines.length > 40, `the service wrote ${service.lines.length} lines`);
  const isCoded = (line: string) => line.includes('"code":"23514"') && line.includes('"constraint":"fault"');
  assert.ok(service.lines.some(isCoded), 'what the database said is there, by its code');
  assert.ok(refusals.length > 20, `${refusals.length} refusals`);
  assert.ok(new Set(codes).size >= 4, 'codes were mailed');
  const jobRows = await world.sql<{ row: string }>(`select row_to_json(j)::text as row from pgboss.job as j`);
  const places = {
    'a line of the service': service.lines,
    'a job row': jobRows.map(({ row }) => row),
    'a refusal': refusals.map(({ text }) => text),
  };
  const tokens = [...investor.client.cookies.values()].map((value) => decodeURIComponent(value).split('.')[0] ?? '');
  const secrets = [
    ...Object.values(SECRETS),
    ...Object.values(KEYS),
    PASSWORD,
    WRONG_PASSWORD,
    HASH,
    'uSbhbMjCGSXuDTVDUGOMbCGjCBh7sWYeYtYNZmuVM2c',
  ];
  const found: string[] = [];
  for (const [place, texts] of Object.entries(places)) {
    for (const text of texts) {
      for (const secret of [...secrets, ...IBANS, ...depositIbans, ...tokens])
        if (text.includes(secret)) found.push(`${secret} in ${place}: ${text}`);
      for (const code of codes) if (standsAlone(code, text)) found.push(`code ${code} in ${place}: ${text}`);
    }
  }
  assert.deepEqual(found, []);
});

it('codes and sessions lie encrypted or hashed in the database', async () => {
  const tables = [
    'mfa_context',
    'auth_verification',
    'auth_account',
    'auth_user',
    'auth_two_factor',
    'idempotency_key',
    'admin_action',
  ];
  for (const table of tables) {
    const rows = await world.sql<{ row: string }>(`select row_to_json(t)::text as row from ${table} as t`);
    for (const { row } of rows) {
      for (const code of codes) assert.ok(!standsAlone(code, row), `code ${code} in ${table}`);
      assert.ok(!row.includes(PASSWORD), `the password in ${table}`);
    }
  }
});

/** Six digits that are not a part of a longer number, id or fraction. */
function standsAlone(code: string, text: string): boolean {
  return new RegExp(`(?<![0-9a-f.-])${code}(?![0-9a-f-])`, 'i').test(text);
}
