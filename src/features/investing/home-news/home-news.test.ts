// Home news: written by administrators, shown to everybody, through HTTP.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Person, signInAdministrator, signUp } from '../../../../test/support/actors.ts';
import { createClient } from '../../../../test/support/client.ts';
import { emptyNewsUnseen } from '../../../../test/support/property-states.ts';
import { readAudits } from '../../../../test/support/readers.ts';
import { shows } from '../../../../test/support/recorder.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';

type News = { id: string; appScope: string; isActive: boolean; content: unknown; createdAt: string; updatedAt: string };

const BASE = '/administration/home/news';
const SCOPES = ['investors', 'pdp'] as const;
const UNKNOWN = '00000000-0000-4000-8000-000000000000';
const EVERY_BLOCK = {
  version: 1,
  blocks: [
    { type: 'heading', text: 'Été à Lyon' },
    { type: 'text', text: 'Deux immeubles,\ntrente bureaux.' },
    { type: 'image', url: 'https://images.example.test/lyon.webp', alternativeText: 'Façade' },
    { type: 'link', url: 'https://example.test/lyon?de=une', text: 'Voir le projet' },
  ],
};
const titled = (text: string) => ({ version: 1, blocks: [{ type: 'heading', text }] });

let world: World;
let admin: Person;

before(async () => {
  world = await startWorld({ worker: false });
  admin = await signInAdministrator(world);
});
after(() => world.close());

const create = async (scope: string, content: object = titled('Neuf')) =>
  expectStatus(await admin.client.post<News>(`${BASE}?appScope=${scope}`, content), 201).body;
const list = async (scope: string) => expectStatus(await admin.client.get<News[]>(`${BASE}?appScope=${scope}`), 200).body;
const setActive = (id: string, scope: string) => admin.client.put<News>(`${BASE}/${id}/set-active?appScope=${scope}`);
const replace = (id: string, scope: string, content: object = titled('Autre')) =>
  admin.client.put<News>(`${BASE}/${id}?appScope=${scope}`, content);
const remove = (id: string, scope: string) => admin.client.delete(`${BASE}/${id}?appScope=${scope}`);
const shown = async (scope: string, client = world.visitor()) =>
  expectStatus(await client.get<News | null>(`/home/news?appScope=${scope}`), 200).body;
const audits = (id: string) =>
  readAudits<{ kind: string; target_type: string; payload: unknown }>(world, { targetId: id }, [
    'kind',
    'target_type',
    'payload',
  ]);
const isActive = async ({ id, appScope }: News) => (await list(appScope)).find((news) => news.id === id)?.isActive;
const activeOf = async (scope: string) => (await list(scope)).filter((news) => news.isActive).map((news) => news.id);

describe('GET /home/news', () => {
  it('is null while a scope has no active news', async () => {
    await create('investors');
    const answer = await world.visitor().get('/home/news?appScope=investors');
    assert.deepEqual([answer.status, answer.text], [200, 'null']);
  });
  for (const query of ['', '?appScope=', '?appScope=Investors', '?appScope=investors&appScope=pdp'])
    it(`with the query "${query}" -> 400 validation-failed`, async () =>
      expectCode(await world.visitor().get(`/home/news${query}`), 400, 'validation-failed'));
});

describe('POST /administration/home/news', () => {
  for (const scope of SCOPES)
    it(`creates an inactive news for ${scope}, with its audit row`, async () => {
      const { id, createdAt, ...rest } = await create(scope, EVERY_BLOCK);
      assert.ok(Temporal.Instant.from(createdAt));
      assert.deepEqual(rest, { appScope: scope, isActive: false, content: EVERY_BLOCK, updatedAt: createdAt });
      assert.deepEqual(await audits(id), [
        { kind: 'HOME_NEWS_CREATION', target_type: 'home-news', payload: { appScope: scope } },
      ]);
    });
  it('drops what is no field of the document, isActive too', async () => {
    const { isActive, content } = await create('pdp', {
      version: 1,
      isActive: true,
      blocks: [{ type: 'heading', text: 'Titre', onclick: 'x' }],
    });
    assert.deepEqual([isActive, content], [false, titled('Titre')]);
  });
  for (const [what, content] of Object.entries({
    'no version': { blocks: EVERY_BLOCK.blocks },
    'another version': { ...EVERY_BLOCK, version: 2 },
    'no blocks': { version: 1 },
    'an empty list of blocks': { version: 1, blocks: [] },
    'more blocks than 50': { version: 1, blocks: Array(51).fill(EVERY_BLOCK.blocks[0]) },
    'a block of an unknown type': { version: 1, blocks: [{ type: 'script', text: 'x' }] },
    'a block without a type': { version: 1, blocks: [{ text: 'x' }] },
    'a blank heading': titled(' '),
    'an image without its description': { version: 1, blocks: [{ type: 'image', url: 'https://a.test/b.png' }] },
    'a link that runs a script': { version: 1, blocks: [{ type: 'link', url: 'javascript:alert(1)', text: 'x' }] },
    'a list instead of a document': EVERY_BLOCK.blocks,
  }))
    it(`${what} -> 400 validation-failed`, async () =>
      expectCode(await admin.client.post(`${BASE}?appScope=pdp`, content), 400, 'validation-failed'));
  it('names the field of the block that is wrong, and no other variant', async () => {
    const body = {
      version: 1,
      blocks: [
        { type: 'text', text: 'x' },
        { type: 'link', text: 'x' },
      ],
    };
    const answer = await admin.client.post<{ errors: { path: string }[] }>(`${BASE}?appScope=pdp`, body);
    expectCode(answer, 400, 'validation-failed');
    assert.deepEqual(
      answer.body.errors.map(({ path }) => path),
      ['body/blocks/1/url'],
    );
  });
});

describe('GET /administration/home/news', () => {
  it('lists the news of its scope alone, newest first', async () => {
    const [mine, other] = [await create('investors'), await create('pdp')];
    const ids = (await list('investors')).map((news) => news.id);
    assert.equal(ids[0], mine.id);
    assert.ok(!ids.includes(other.id));
    assert.ok((await list('investors')).every((news) => news.appScope === 'investors'));
  });
});

describe('PUT /administration/home/news/:id/set-active', () => {
  for (const scope of SCOPES)
    it(`makes the news active and the others of ${scope} inactive`, async () => {
      const [first, second, elsewhere] = [
        await create(scope),
        await create(scope),
        await create(scope === 'pdp' ? 'investors' : 'pdp'),
      ];
      expectStatus(await setActive(elsewhere.id, elsewhere.appScope), 200);
      const change = { from: false, to: true, look: () => isActive(first), by: () => setActive(first.id, scope) };
      assert.equal(expectStatus(await world.changes('state.news-activated', change), 200).body.isActive, true);
      assert.equal((await shown(scope))?.id, first.id);
      expectStatus(await setActive(second.id, scope), 200);
      assert.deepEqual(await activeOf(scope), [second.id]);
      assert.deepEqual(await activeOf(elsewhere.appScope), [elsewhere.id]);
      assert.equal((await shown(scope))?.id, second.id);
      assert.deepEqual(
        (await audits(second.id)).map(({ kind }) => kind),
        ['HOME_NEWS_CREATION', 'HOME_NEWS_ACTIVATION'],
      );
    });
  it('leaves an active news active', async () => {
    const { id } = await create('pdp');
    expectStatus(await setActive(id, 'pdp'), 200);
    expectStatus(await setActive(id, 'pdp'), 200);
    assert.deepEqual(await activeOf('pdp'), [id]);
  });
  it('of many at once exactly one stays active, and it is the one that is shown', async () => {
    const news = [await create('pdp'), await create('pdp'), await create('pdp'), await create('pdp')];
    for (const answer of await Promise.all(news.map(({ id }) => setActive(id, 'pdp')))) expectStatus(answer, 200);
    const active = await activeOf('pdp');
    assert.equal(active.length, 1);
    assert.equal((await shown('pdp'))?.id, active[0]);
  });
  it('the database refuses a second active news of a scope', async () => {
    const { id } = await create('pdp');
    await assert.rejects(
      world.sql('update home_news set is_active = true where id = $1', [id]),
      /home_news_one_active_per_scope/,
    );
  });
  it('outside the scope -> 404 not-found, and nothing changes', async () => {
    const [news, other] = [await create('investors'), await create('pdp')];
    expectStatus(await setActive(other.id, 'pdp'), 200);
    expectCode(await setActive(news.id, 'pdp'), 404, 'not-found');
    assert.deepEqual(await activeOf('pdp'), [other.id]);
    assert.equal((await audits(news.id)).length, 1);
  });
});

describe('PUT /administration/home/news/:id', () => {
  it('replaces the content of the shown news, which is seen at once by another instance too', async () => {
    const other = createClient((await world.another({ api: true, worker: false })).url ?? '');
    const { id } = await create('investors', titled('Avant'));
    expectStatus(await setActive(id, 'investors'), 200);
    assert.deepEqual((await shown('investors', other))?.content, titled('Avant'));
    const { body } = expectStatus(await replace(id, 'investors', EVERY_BLOCK), 200);
    assert.deepEqual([body.content, body.isActive], [EVERY_BLOCK, true]);
    assert.deepEqual((await shown('investors'))?.content, EVERY_BLOCK);
    assert.deepEqual((await shown('investors', other))?.content, EVERY_BLOCK);
    assert.equal((await audits(id)).at(-1)?.kind, 'HOME_NEWS_UPDATE');
  });
  it('is read from the cache until something changes, then the entry home-news:{scope} has another version', async () => {
    const { id } = await create('pdp', titled('En cache'));
    expectStatus(await setActive(id, 'pdp'), 200);
    await shown('pdp');
    await emptyNewsUnseen(world, id);
    assert.deepEqual((await shown('pdp'))?.content, titled('En cache'));
    const version = async () =>
      (await world.sql<{ version: string }>(`select version from cache_version where key = 'home-news:pdp'`))[0]?.version;
    const before = Number(await version());
    expectStatus(await replace(id, 'pdp', titled('Neuf')), 200);
    assert.equal(Number(await version()), before + 1);
    assert.deepEqual((await shown('pdp'))?.content, titled('Neuf'));
    shows('event.news-cache');
  });
  it('a content that is not valid -> 400 validation-failed', async () =>
    expectCode(await replace((await create('pdp')).id, 'pdp', { version: 1 }), 400, 'validation-failed'));
  it('outside the scope -> 404 not-found, and nothing changes', async () => {
    const news = await create('investors');
    expectCode(await replace(news.id, 'pdp'), 404, 'not-found');
    assert.deepEqual((await list('investors')).find(({ id }) => id === news.id)?.content, news.content);
  });
});

describe('DELETE /administration/home/news/:id', () => {
  for (const scope of SCOPES) {
    it(`deletes an inactive news of ${scope}, with its audit row`, async () => {
      const news = await create(scope);
      const { id } = news;
      const change = { from: false, to: undefined, look: () => isActive(news), by: () => remove(id, scope) };
      assert.equal(expectStatus(await world.changes('state.news-deleted', change), 200).text, '');
      assert.equal((await audits(id)).at(-1)?.kind, 'HOME_NEWS_DELETION');
    });
    it(`an active one of ${scope} -> 400 home-news.cannot-delete-active-news`, async () => {
      const { id } = await create(scope);
      expectStatus(await setActive(id, scope), 200);
      expectCode(await remove(id, scope), 400, 'home-news.cannot-delete-active-news');
      assert.equal((await shown(scope))?.id, id);
      assert.ok(!(await audits(id)).some(({ kind }) => kind === 'HOME_NEWS_DELETION'));
    });
  }
  it('deleted and set active at once: one of the two, never an active news that is gone', async () => {
    const { id } = await create('pdp');
    const [deleted, activated] = await Promise.all([remove(id, 'pdp'), setActive(id, 'pdp')]);
    const isThere = (await list('pdp')).some((news) => news.id === id);
    assert.deepEqual([deleted.status, activated.status], isThere ? [400, 200] : [200, 404]);
    assert.equal((await shown('pdp'))?.id === id, isThere);
  });
  it('outside the scope -> 404 not-found, also for an active one', async () => {
    const { id } = await create('investors');
    expectCode(await remove(id, 'pdp'), 404, 'not-found');
    expectStatus(await setActive(id, 'investors'), 200);
    expectCode(await remove(id, 'pdp'), 404, 'not-found');
    assert.deepEqual(await activeOf('investors'), [id]);
  });
});

describe('every administration route of the home news', () => {
  const routes = [
    ['POST', BASE, titled('x')],
    ['GET', BASE, undefined],
    ['PUT', `${BASE}/${UNKNOWN}/set-active`, undefined],
    ['PUT', `${BASE}/${UNKNOWN}`, titled('x')],
    ['DELETE', `${BASE}/${UNKNOWN}`, undefined],
  ] as const;
  for (const [method, path, body] of routes) {
    const name = `${method} ${path.replace(UNKNOWN, ':id')}`;
    it(`${name} without appScope or with another -> 400 validation-failed`, async () => {
      for (const query of ['', '?appScope=everybody'])
        expectCode(await admin.client.send(method, path + query, body), 400, 'validation-failed');
    });
    it(`${name} without a session -> 401 unauthenticated`, async () =>
      expectCode(await world.visitor().send(method, `${path}?appScope=pdp`, body), 401, 'unauthenticated'));
    if (path === BASE) continue;
    it(`${name} of an unknown news -> 404 not-found`, async () =>
      expectCode(await admin.client.send(method, `${path}?appScope=pdp`, body), 404, 'not-found'));
    it(`${name} with a malformed id -> 400 validation-failed`, async () =>
      expectCode(
        await admin.client.send(method, `${path.replace(UNKNOWN, 'one')}?appScope=pdp`, body),
        400,
        'validation-failed',
      ));
  }
  it('as an investor -> 403 forbidden', async () => {
    const { client } = await signUp(world);
    for (const [method, path, body] of routes)
      expectCode(await client.send(method, `${path}?appScope=pdp`, body), 403, 'forbidden');
  });
});
