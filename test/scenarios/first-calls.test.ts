// The calls of the guide of the first calls and of the first page of the API description, in their order, against a running service: the
// curl lines as they stand, played without curl.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { request } from 'undici';
import { FIRST_PAGE } from '../../src/api-description.ts';
import { createAdministrator } from '../../src/features/access/administrators/index.ts';
import { expectStatus, startWorld, type World } from '../support/world.ts';

/** What one curl line asks for; `jar` files are kept in memory by their names. */
type Call = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  url: string;
  headers: Record<string, string>;
  body?: string;
  saveTo?: string;
  sendFrom?: string;
};

const GUIDE = readFileSync(new URL('../../docs/guides/first-calls.md', import.meta.url), 'utf8');
// A quoted word may go on over several lines.
const linesOf = (text: string) =>
  [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, block = '']) =>
    [...block.replaceAll('\\\n', ' ').matchAll(/(?:'[^']*'|[^'\n])+/g)].map(([line]) => line),
  );
const lines = linesOf(GUIDE);

let world: World;
const jars = new Map<string, string>();

before(async () => {
  // As `npm start` has it.
  world = await startWorld({ settings: { ONBOARDING_OF_NEW_CUSTOMERS: 'v2' } });
  // The people of the demo world, with the passwords that `npm start` prints.
  const admin = { email: 'admin@mortar.test', password: 'mortar-admin-password', name: 'Administrator' };
  await createAdministrator(world.deps, admin);
  const camille = { email: 'camille@demo.mortar.test', password: 'mortar-demo-password', name: 'Camille Durand' };
  expectStatus(await world.visitor().post('/api/auth/sign-up/email', camille), 200);
});
after(() => world.close());

describe('the calls of docs/guides/first-calls.md', () => {
  it('are there', () => assert.ok(lines.length >= 9, `${lines.length} lines`));

  for (const line of lines) {
    it(line.replace(/\s+/g, ' '), async () => {
      const { status, text } = await play(callOf(wordsOf(line)));
      assert.ok(status >= 200 && status < 300, `${status} ${text}`);
      assert.doesNotThrow(() => JSON.parse(text));
    });
  }

  it('answer in the shapes of the guide', async () => {
    const wallet = await play({
      method: 'GET',
      url: 'http://127.0.0.1:3000/customers/wallet',
      headers: {},
      sendFrom: 'camille.jar',
    });
    const [, told = ''] = /The wallet answers `([^`]+)`/.exec(GUIDE) ?? [];
    assert.deepEqual(Object.keys(JSON.parse(wallet.text)), Object.keys(JSON.parse(told)));
    const stranger = await play({ method: 'GET', url: 'http://127.0.0.1:3000/customers/wallet', headers: {} });
    assert.equal(stranger.status, 401);
    assert.ok(stranger.text.includes('"code":"unauthenticated"'), stranger.text);
  });
});

describe('the first calls of the API description', () => {
  it('are five', () => assert.equal(linesOf(FIRST_PAGE).length, 5));

  for (const line of linesOf(FIRST_PAGE)) {
    it(line.replace(/\s+/g, ' '), async () => {
      const { status, text } = await play(callOf(wordsOf(line)));
      assert.ok(status >= 200 && status < 300, `${status} ${text}`);
    });
  }
});

async function play({ method, url, headers, body, saveTo, sendFrom }: Call): Promise<{ status: number; text: string }> {
  const place = url
    .replace(/http:..127.0.0.1:3000|https:..mortar.example.com/, world.url)
    .replace('http://127.0.0.1:4010', world.sandbox.url);
  const cookie = sendFrom === undefined ? undefined : jars.get(sendFrom);
  assert.ok(sendFrom === undefined || cookie !== undefined, `nothing was kept in ${sendFrom}`);
  // Not fetch, which says that it is a browser.
  const answer = await request(place, {
    method,
    headers: { ...headers, ...(cookie === undefined ? {} : { cookie }) },
    ...(body === undefined ? {} : { body }),
  });
  const given = [answer.headers['set-cookie'] ?? []].flat().map((one) => one.split(';')[0]);
  if (saveTo !== undefined) jars.set(saveTo, given.join('; '));
  return { status: answer.statusCode, text: await answer.body.text() };
}

/** The words of a shell line: single quotes and blanks, and nothing else that a shell would understand. */
function wordsOf(line: string): string[] {
  const words = [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '');
  const odd = line.replace(/'[^']*'/g, '').match(/["$`|&;<>*?(){}~#\\]/);
  assert.equal(odd, null, `a shell would read ${odd} in: ${line}`);
  return words;
}

/** Only the options that the guide uses; a new one must be taught here. */
function callOf([program, ...words]: string[]): Call {
  assert.equal(program, 'curl');
  const call: Call = { method: 'GET', url: '', headers: {} };
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    if (word === '-s') continue;
    if (!word.startsWith('-')) {
      assert.equal(call.url, '', `a second address: ${word}`);
      call.url = word;
      continue;
    }
    const value = words.shift() ?? '';
    if (word === '-X' && (value === 'PUT' || value === 'POST' || value === 'PATCH')) call.method = value;
    else if (word === '-b') call.sendFrom = value;
    else if (word === '-c') call.saveTo = value;
    else if (word === '-d') call.body = value;
    else if (word === '-H') {
      const [name = '', ...rest] = value.split(':');
      call.headers[name.trim()] = rest.join(':').trim();
    } else assert.fail(`curl's option ${word} is not known here`);
  }
  return { ...call, method: call.body !== undefined && call.method === 'GET' ? 'POST' : call.method };
}
