// Registry, votes, chat and automation over real HTTP.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { dig, listAt, startTestWorld, type TestWorld } from './test-client.ts';

let world: TestWorld;
before(async () => {
  world = await startTestWorld();
});
after(() => world.sandbox.stop());

describe('registry', () => {
  const suggest = (query: string) => world.send('GET', `/registry-suggestions/v2?${query}`);
  const company = (query: string, headers: Record<string, string> = { 'api-key': 'sandbox-registry-key' }) =>
    world.send('GET', `/registry/v2/entreprise?${query}`, undefined, headers);
  const sirens = (body: unknown, list = 'resultats_nom_entreprise') => listAt(body, list).map((item) => dig(item, 'siren'));

  test('suggests by name without a key, whatever the accents', async () => {
    const { status, body } = await suggest('q=FONCIERE%20til');
    assert.equal(status, 200);
    assert.deepEqual(Object.keys(body as object), ['resultats_nom_entreprise']);
    assert.deepEqual(sirens(body), ['956122105']);
    const item = dig(body, 'resultats_nom_entreprise', 0);
    assert.equal(dig(item, 'mention'), '<em>FONCIÈRE</em> DES <em>TILLEULS</em>');
    assert.deepEqual(
      [dig(item, 'date_creation'), dig(item, 'capital'), dig(item, 'siege', 'ville')],
      ['2018-01-22', 1000, 'LYON 2'],
    );
    assert.deepEqual([dig(item, 'siege', 'code_pays'), dig(item, 'greffe')], [undefined, undefined]);
    assert.deepEqual((await suggest('q=nothing')).body, { resultats_nom_entreprise: [] });
  });

  test('answers as many and only the targets asked for', async () => {
    assert.equal(sirens((await suggest('q=brique')).body).length, 4);
    assert.equal(sirens((await suggest('q=brique&longueur=2')).body).length, 2);
    const { body } = await suggest('q=moreau&cibles=representant,nom_entreprise');
    assert.deepEqual(Object.keys(body as object), ['resultats_representant', 'resultats_nom_entreprise']);
    assert.deepEqual(sirens(body, 'resultats_representant'), ['936213743']);
    for (const query of ['', 'q=', 'q=a&longueur=x', 'q=a&cibles=other']) {
      const refused = await suggest(query);
      assert.deepEqual([refused.status, dig(refused.body, 'statusCode')], [400, 400], query);
    }
    assert.deepEqual((await world.send('GET', '/registry/v2/suggestions?q=brique')).body, (await suggest('q=brique')).body);
  });

  test('looks a company up with a key, also one it knows in part', async () => {
    const { status, body } = await company('siren=936213743');
    assert.equal(status, 200);
    assert.deepEqual(
      [dig(body, 'nom_entreprise'), dig(body, 'greffe'), dig(body, 'siege', 'code_pays'), dig(body, 'forme_juridique')],
      ['BRIQUE ET PIERRE', 'Paris', 'FR', 'SAS, société par actions simplifiée'],
    );
    assert.equal(dig((await company('siret=93621374300011')).body, 'siren'), '936213743');
    assert.equal((await company('siren=936213743&api_token=sandbox-registry-key', {})).status, 200);
    const partial = await company('siren=922461686');
    assert.deepEqual([partial.status, dig(partial.body, 'siren'), dig(partial.body, 'nom_entreprise')], [206, '922461686', null]);
  });

  test('refuses a wrong key, a wrong form and an unknown number', async () => {
    assert.equal((await company('siren=936213743', {})).status, 401);
    assert.equal((await company('siren=936213743', { 'api-key': 'other' })).status, 401);
    assert.equal((await company('siren=12')).status, 400);
    assert.equal((await company('')).status, 400);
    assert.deepEqual((await company('siren=100000009')).body, {
      statusCode: 404,
      error: 'Not Found',
      message: 'no company has this number',
    });
  });
});

describe('votes', () => {
  const ask = async (path: string, headers: Record<string, string> = { 'x-api-key': 'sandbox-defaults-key' }) =>
    world.send('GET', `/defaults${path}`, undefined, headers);
  const latest = async (projectId: string, customerId: string) =>
    (await ask(`/projects/${projectId}/latest-vote?customer_id=${customerId}`)).body;

  test('are none until set, then concern voters who have not voted', async () => {
    assert.deepEqual((await ask('/votes/has-votes?customer_id=ann')).body, { has_votes: false });
    assert.deepEqual((await ask('/votes/pending-count?customer_id=ann')).body, { count: 0 });
    assert.deepEqual(await latest('p1', 'ann'), { vote: null });
    const vote = {
      id: 7,
      title: 'Extend?',
      types: ['prorogation'],
      vote_ended_at: '2027-01-01T00:00:00.000Z',
      is_open: true,
      url: 'https://votes.example/7',
    };
    await world.control('PUT', '/votes', { projectId: 'p1', vote, voters: ['ann', 'bob'], voted: ['bob'] });
    assert.deepEqual(await latest('p1', 'ann'), { vote: { ...vote, is_pending_for_user: true } });
    assert.deepEqual(await latest('p1', 'bob'), { vote: { ...vote, is_pending_for_user: false } });
    assert.deepEqual(await latest('p1', 'eve'), { vote: { ...vote, is_pending_for_user: false } });
    await world.control('PUT', '/votes', { projectId: 'p2', vote: { is_open: false } });
    const facts = async (id: string) => [
      dig((await ask(`/votes/has-votes?customer_id=${id}`)).body, 'has_votes'),
      dig((await ask(`/votes/pending-count?customer_id=${id}`)).body, 'count'),
    ];
    assert.deepEqual(
      [await facts('ann'), await facts('bob'), await facts('eve')],
      [
        [true, 1],
        [true, 0],
        [true, 0],
      ],
    );
    await world.control('PUT', '/votes', { projectId: 'p1', vote: null });
    assert.deepEqual(await latest('p1', 'ann'), { vote: null });
    assert.equal((await world.control('PUT', '/votes', { vote: null })).status, 400);
  });

  test('need the key and the customer', async () => {
    assert.equal((await ask('/votes/has-votes?customer_id=ann', {})).status, 401);
    assert.equal((await ask('/projects/p1/latest-vote?customer_id=ann', { 'x-api-key': 'other' })).status, 401);
    for (const path of ['/votes/has-votes', '/votes/pending-count', '/projects/p1/latest-vote'])
      assert.equal((await ask(path)).status, 400);
  });
});

describe('chat and automation', () => {
  test('keep what they are sent, newest first', async () => {
    await world.control('PUT', '/clock', { now: '2027-08-08T08:00:00Z' });
    for (const text of ['one', 'two']) assert.equal((await world.send('POST', '/chat/alerts', { text })).status, 200);
    const chat = listAt((await world.control('GET', '/chat')).body);
    assert.deepEqual(
      chat.map((message) => [dig(message, 'channel'), dig(message, 'text')]),
      [
        ['alerts', 'two'],
        ['alerts', 'one'],
      ],
    );
    assert.match(String(dig(chat[0], 'receivedAt')), /^2027-08-08T08:00/);
    assert.equal((await world.send('POST', '/chat/alerts', {})).status, 400);
    await world.send('POST', '/automation', { event: 'published', id: 3 });
    assert.deepEqual(dig((await world.control('GET', '/automation')).body, 0, 'body'), { event: 'published', id: 3 });
  });
});
