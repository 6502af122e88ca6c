// Names are one line of text: none of them forges a second line in a chat message, or makes a sheet unreadable.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { type Person, signInAdministrator } from '../support/actors.ts';
import { expectCode, expectStatus, faultsIn, startWorld, type World } from '../support/world.ts';

let world: World;
let admin: Person;

before(async () => {
  world = await startWorld({ worker: false });
  admin = await signInAdministrator(world);
});
after(() => world.close());

const BROKEN: Readonly<Record<string, string>> = {
  'a line break': 'Les Tilleuls\nLes Saules est publié',
  'a carriage return': 'Les\rTilleuls',
  'a tab': 'Les\tTilleuls',
  'an escape': 'Les\u001b[2KTilleuls',
  'a control of the second set': 'Les\u0085Tilleuls',
  'a line separator': 'Les\u2028Tilleuls',
  'U+FFFE': 'Les\ufffeTilleuls',
  'U+FFFF': 'Les\uffffTilleuls',
  'a non-character beyond the first plane': 'Les\u{1ffff}Tilleuls',
  'a mark that turns what follows around': 'Les \u202eslueS',
  'a mark that sets what follows apart': 'Les \u2067Tilleuls',
};
const person = (names: object) => ({ firstname: 'Inès', lastname: 'Moreau', email: `${randomUUID()}@example.test`, ...names });
const news = (blocks: object[]) => ({ version: 1, blocks });

/** Where a name is written: the path of its fault, and the request. */
const DOORS: readonly [path: string, send: (name: string) => ReturnType<Person['client']['post']>][] = [
  ['body/name', (name) => admin.client.post('/administration/property', { name, investorContractType: 'loan' })],
  [
    'body/documents/0/name',
    (name) =>
      admin.client.post('/administration/property', {
        ...{ name: 'Les Tilleuls', investorContractType: 'loan' },
        documents: [{ name, url: 'https://files.test/a.pdf' }],
      }),
  ],
  ['body/name', (name) => admin.client.post('/administration/spv', { name, country: 'France' })],
  ['body/firstname', (firstname) => admin.client.post('/administration/project-owner', person({ firstname }))],
  ['body/lastname', (lastname) => admin.client.post('/administration/project-owner', person({ lastname }))],
  ['body/name', (name) => admin.client.post('/administration/project-owner-presentation', { name, description: 'Bâtit.' })],
  ['body/name', (name) => admin.client.post('/administration/project-financing-request', { name })],
  [
    'body/blocks/0/text',
    (text) => admin.client.post('/administration/home/news?appScope=investors', news([{ type: 'heading', text }])),
  ],
];

/** No text of a body may hold these, whatever its field. */
const BROKEN_ANYWHERE = { NUL: 'Les\u0000Tilleuls', 'half of a surrogate pair': 'Les\ud83dTilleuls' };

describe('a name', () => {
  for (const [what, name] of Object.entries(BROKEN_ANYWHERE))
    it(`with ${what} is refused with its whole body -> 400 validation-failed`, async () => {
      for (const [, send] of DOORS) expectCode(await send(name), 400, 'validation-failed');
    });
  for (const [what, name] of Object.entries(BROKEN))
    it(`with ${what} is refused by every route -> 400 validation-failed`, async () => {
      for (const [path, send] of DOORS) {
        const answer = await send(name);
        expectCode(answer, 400, 'validation-failed');
        assert.deepEqual(
          faultsIn(answer).map((fault) => fault.path),
          [path],
        );
      }
    });
  it('with nothing to see is refused, but for the label of a file -> 400 validation-failed', async () => {
    const doors = DOORS.filter(([path]) => path !== 'body/documents/0/name');
    for (const name of ['\u200b\u2060', '\u3164', '\u00ad\u00a0'])
      for (const [, send] of doors) expectCode(await send(name), 400, 'validation-failed');
  });
  it('in any language, with signs and pictures, is taken', async () => {
    for (const name of ['Résidence « L’Étoile » n° 3', 'Ανατολή 🏗️', '東京タワー', 'מגדל', 'برج\u200f 3', '👩‍👩‍👧']) {
      for (const [, send] of DOORS) expectStatus(await send(name), 201);
    }
  });
});

describe('a number in a query', () => {
  for (const text of ['0x10', '1e1', '1e-9', ' 5', '+5', '5.', 'Infinity'])
    it(`written ${JSON.stringify(text)} is refused -> 400 validation-failed`, async () =>
      expectCode(
        await admin.client.get(`/administration/customers?limit=${encodeURIComponent(text)}`),
        400,
        'validation-failed',
      ));
  it('in digits is taken', async () => {
    expectStatus(await admin.client.get('/administration/customers?limit=5'), 200);
  });
});
