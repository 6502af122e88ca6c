// The company search through HTTP, the registry's sandbox at the other end.

import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { type Investor, signInAdministrator, signUp } from '../../../../test/support/actors.ts';
import { shows } from '../../../../test/support/recorder.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';

type Company = Record<string, unknown> & { siren: string; siege?: Record<string, unknown> };
type Companies = Partial<Record<'resultats_nom_entreprise' | 'resultats_siren' | 'resultats_representant', Company[]>>;

let world: World;
let investor: Investor;

before(async () => {
  world = await startWorld({ worker: false, settings: { REGISTRY_TIMEOUT_MS: '400' } });
  investor = await signUp(world);
});
after(() => world.close());
beforeEach(() => world.control('DELETE', '/faults'));

const search = (query: string) => investor.client.get<Companies>(`/registry/search?${query}`);
const found = async (query: string) => expectStatus(await search(query), 200).body;
const calls = (path: string) => world.control<{ query: Record<string, string> }[]>('GET', `/calls?path=${path}`);

describe('GET /registry/search by name', () => {
  it('returns the registry’s list as it is, its own fields included', async () => {
    const body = await found('q=foncière');
    assert.deepEqual(Object.keys(body), ['resultats_nom_entreprise']);
    const [company] = body.resultats_nom_entreprise ?? [];
    assert.deepEqual(
      [company?.siren, company?.nom_entreprise, company?.capital, company?.date_creation, company?.mention],
      ['956122105', 'FONCIÈRE DES TILLEULS', 1000, '2018-01-22', '<em>FONCIÈRE</em> DES TILLEULS'],
    );
    assert.deepEqual(
      [company?.siege?.ville, company?.siege?.siret_formate, company?.entreprise_cessee],
      ['LYON 2', '956 122 105 00011', false],
    );
  });
  it('shows companies that disclose nothing but their number', async () => {
    await world.control('POST', '/faults', { route: '/registry-suggestions', mode: 'partial', times: 1 });
    assert.deepEqual(await found('q=ombre'), { resultats_nom_entreprise: [{ siren: '922461686' }] });
  });
  it('limits the list, and searches the asked entity types alone, repeated or with commas', async () => {
    assert.equal((await found('q=brique&longueur=2')).resultats_nom_entreprise?.length, 2);
    for (const types of [
      'types=denomination&types=siret',
      'types=denomination,siret',
      'types=denomination%2C+siret&types=siret',
    ]) {
      assert.deepEqual(Object.keys(await found(`q=toits&${types}`)), ['resultats_nom_entreprise']);
    }
    const [last] = await calls('/registry-suggestions');
    assert.deepEqual(last?.query, { q: 'toits', cibles: 'denomination,siret' });
  });
  it('asks for no entity types where none are given: the registry’s own default', async () => {
    assert.equal((await found('q=pierre')).resultats_nom_entreprise?.[0]?.siren, '936213743');
    assert.deepEqual((await calls('/registry-suggestions'))[0]?.query, { q: 'pierre' });
    // Élise Moreau represents Brique et Pierre; no company is called so.
    assert.deepEqual(await found('q=moreau'), { resultats_nom_entreprise: [] });
  });
  it('answers what was found through the asked types only, persons apart', async () => {
    const sirens = async (query: string) => {
      const { resultats_nom_entreprise: companies, resultats_representant: persons } = await found(query);
      return [companies?.map(({ siren }) => siren), persons?.map(({ siren }) => siren)];
    };
    assert.deepEqual(await sirens('q=moreau&types=representant'), [[], ['936213743']]);
    assert.deepEqual(await sirens('q=moreau&types=denomination,nom_entreprise'), [[], undefined]);
    assert.deepEqual(await sirens('q=pierre&types=representant,denomination'), [['936213743'], []]);
  });
  it('nobody of this name: an empty list', async () =>
    assert.deepEqual(await found('q=personne'), { resultats_nom_entreprise: [] }));
});

describe('GET /registry/search by registration number', () => {
  it('maps the record to one suggestion, spaces tolerated', async () => {
    assert.deepEqual(await found('q=936%20213%20743'), {
      resultats_siren: [
        {
          siren: '936213743',
          nom_entreprise: 'BRIQUE ET PIERRE',
          date_creation: '2015-03-02',
          domaine_activite: 'Construction, bâtiment',
          forme_juridique: 'SAS, société par actions simplifiée',
          capital: 250_000,
          siege: { code_pays: 'FR', code_postal: '75008', ville: 'PARIS 8' },
          greffe: 'Paris',
        },
      ],
    });
  });
  it('takes a partial record (206) as a success', async () => {
    const [company] = (await found('q=922461686')).resultats_siren ?? [];
    assert.deepEqual([company?.siren, company?.nom_entreprise, company?.capital], ['922461686', null, null]);
    assert.ok(!('greffe' in (company ?? {})));
  });
  it('a number that nobody has: 200 with an empty list', async () =>
    assert.deepEqual(await found('q=100000009'), { resultats_siren: [] }));
});

describe('an answer of the registry is used again for a while', () => {
  it('for the same question, by anybody', async () => {
    const first = await found('q=lumière&longueur=3');
    const before = (await calls('/registry-suggestions')).length;
    const other = await signUp(world);
    const again = expectStatus(await other.client.get('/registry/search?q=lumi%C3%A8re%20&longueur=3'), 200).body;
    assert.deepEqual(again, first);
    assert.equal((await calls('/registry-suggestions')).length, before);
    await found('q=lumière&longueur=4');
    assert.equal((await calls('/registry-suggestions')).length, before + 1);
  });
  it('but never a failure', async () => {
    await world.control('POST', '/faults', { route: '/registry/v2/entreprise', mode: 'http-500', times: 1 });
    expectCode(await search('q=899964704'), 400, 'registry-search-failed');
    assert.equal((await found('q=899964704')).resultats_siren?.length, 1);
  });
  it('nor at all for a caller that asks for no second of it', async () => {
    const { cache } = world.deps;
    let loads = 0;
    const load = async () => {
      loads += 1;
      return loads;
    };
    assert.deepEqual([await cache.getRecent('test', 0, load), await cache.getRecent('test', 0, load)], [1, 2]);
    assert.deepEqual([await cache.getRecent('test', 60, load), await cache.getRecent('test', 60, load)], [3, 3]);
  });
});

describe('a registry that fails', () => {
  const FAULTS = [
    { mode: 'http-500' },
    { mode: 'malformed' },
    { mode: 'error-in-200' },
    { mode: 'timeout-after' },
    { mode: 'latency', latencyMs: 5_000 },
  ];
  const ROUTES = [
    { route: '/registry-suggestions/v2', query: 'q=patrimoine' },
    { route: '/registry/v2/entreprise', query: 'q=884328238' },
  ];
  for (const { route, query } of ROUTES)
    for (const fault of FAULTS)
      it(`${query}: ${fault.mode} -> 400 registry-search-failed`, async () => {
        await world.control('POST', '/faults', { route, times: 1, ...fault });
        const answer = await search(query);
        expectCode(answer, 400, 'registry-search-failed');
        assert.equal((answer.body as { detail?: string }).detail, 'registry search failed');
        shows('registry.search.400.upstream');
        assert.doesNotMatch(answer.text, /answered|shape|timeout|connection|http:/);
      });
  it('not found while searching a name -> 400 registry-search-failed', async () => {
    await world.control('POST', '/faults', { route: '/registry-suggestions', mode: 'not-found', times: 1 });
    expectCode(await search('q=patrimoine'), 400, 'registry-search-failed');
  });
  it('an entity type it does not know -> 400 registry-search-failed', async () =>
    expectCode(await search('q=patrimoine&types=other'), 400, 'registry-search-failed'));
});

describe('a query that is none', () => {
  for (const query of [
    '',
    'q=',
    'q=%20%20',
    'q=a&q=b',
    `q=${'a'.repeat(201)}`,
    'q=a&longueur=x',
    'q=a&longueur=0',
    'q=a&longueur=101',
  ])
    it(`?${query.slice(0, 20)} -> 400 validation-failed`, async () => expectCode(await search(query), 400, 'validation-failed'));
});

it('without a session -> 401 unauthenticated', async () =>
  expectCode(await world.visitor().get('/registry/search?q=brique'), 401, 'unauthenticated'));
it('as an administrator -> 403 forbidden', async () =>
  expectCode(await (await signInAdministrator(world)).client.get('/registry/search?q=brique'), 403, 'forbidden'));
