// The comparison itself, and the agreement of our copy of the contract with the documents' where they are at hand.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import type { Observation } from '../support/recorder.ts';
import { type Contract, compare, readContract } from './coverage.ts';

const SOURCE = new URL('../../../shared/spec/contract.json', import.meta.url);

const contract: Contract = {
  endpoints: [
    {
      id: 'a.b',
      document: 'd',
      method: 'POST',
      path: '/a/:id',
      success: { status: null },
      audit: 'A_B',
      auditTarget: { type: 'a', from: 'path' },
      errors: [
        { code: 'a-code', status: 400, basis: 'listed', when: '' },
        { code: null, status: 404, basis: 'group', when: 'unknown' },
        { id: 'a.b.409.first', code: null, status: 409, basis: 'listed', when: 'first' },
        { id: 'a.b.409.second', code: null, status: 409, basis: 'listed', when: 'second' },
        { code: null, status: 400, basis: 'implied', when: '' },
        { id: 'a.b.201.left', code: 'left', status: 201, basis: 'listed', when: 'left alone' },
      ],
    },
  ],
  states: [{ id: 'state.a', document: 'd', entity: 'A', from: 'none', to: 'made', trigger: 'POST', endpoints: ['a.b'] }],
  limits: [{ id: 'limit.a', document: 'd', limit: 'most' }],
  events: [
    { id: 'audit.a.b', document: 'd', type: 'audit', trigger: 'POST', what: 'A_B', endpoints: ['a.b'] },
    { id: 'event.a', document: 'd', type: 'chat', trigger: 'POST', what: 'a message', endpoints: ['a.b'] },
  ],
  jobs: [{ id: 'job.a', document: 'd', name: 'a', schedule: { id: 'cron.a', cron: '0 1 * * *' } }],
};

type Answer = Observation & { kind: 'answer' };
const answer = (name: string, status: number, code: string | null = null): Answer => ({
  kind: 'answer',
  test: { id: name, name },
  method: 'POST',
  url: '/a/:other',
  status,
  code,
});
const test = { id: 'makes', name: 'makes' };
const audit = {
  kind: 'audit',
  test,
  method: 'POST',
  url: '/a/:id',
  audit: 'A_B',
  target: { type: 'a', from: 'path' },
} as const satisfies Observation;
const state = { kind: 'state', test, row: 'state.a', moved: true, answers: ['POST /a/:x 201'] } as const;
const shown = (row: string, name: string): Observation => ({ kind: 'shown', test: { id: name, name }, row });
const FIRST = 'a first -> 409';
const SECOND = 'a second -> 409 its-code';

const EVERYTHING: readonly Observation[] = [
  answer('makes', 201),
  answer('refuses -> 400 a-code', 400, 'a-code'),
  answer('unknown -> 404', 404, 'not-found'),
  answer(FIRST, 409, 'x'),
  shown('a.b.409.first', FIRST),
  answer(SECOND, 409, 'its-code'),
  shown('a.b.409.second', SECOND),
  shown('a.b.201.left', 'makes'),
  audit,
  { ...state, answers: [...state.answers] },
  shown('limit.a', 'makes'),
  shown('event.a', 'makes'),
  shown('job.a', 'makes'),
  shown('cron.a', 'makes'),
];
/** What is missing of the contract after the observations. */
const missing = (observations: readonly Observation[]) =>
  compare(contract, observations)
    .filter(({ observed }) => !observed)
    .map(({ kind, what }) => `${kind} ${what}`);
/** All but those that `gone` finds, and others. */
const without = (gone: (one: Observation) => boolean, ...others: Observation[]) =>
  missing([...EVERYTHING.filter((one) => !gone(one)), ...others]);
const isAnswer = (status: number) => (one: Observation) => one.kind === 'answer' && one.status === status;

describe('compare', () => {
  it('asks for everything but implied errors', () =>
    assert.deepEqual(missing([]), [
      'success success 201',
      'error 400 a-code',
      'error 404 unknown',
      'error 409 first',
      'error 409 second',
      'error 201 left',
      'audit A_B about a a (path)',
      'state A: none -> made by POST',
      'limit most',
      'event audit: A_B',
      'event chat: a message, POST',
      'job a',
      'job a at 0 1 * * *',
    ]));
  it('is content when each was shown', () => assert.deepEqual(missing(EVERYTHING), []));
  for (const name of ['makes', 'refuses -> 400', 'refuses -> 400 b-code', 'refuses a-code -> 404'])
    it(`a code in a test named "${name}" is an accident`, () =>
      assert.deepEqual(without(isAnswer(400), answer(name, 400, 'a-code')), ['error 400 a-code']));
  for (const [name, code] of [
    ['makes', 'not-found'],
    ['unknown -> 404 b-code', 'not-found'],
    ['unknown -> 400', 'not-found'],
  ] as const)
    it(`a bare status in a test named "${name}" is an accident`, () =>
      assert.deepEqual(without(isAnswer(404), answer(name, 404, code)), ['error 404 unknown']));
  it('an error without a code is not shown by one that has its own row', () =>
    assert.deepEqual(
      compare(
        {
          ...contract,
          endpoints: contract.endpoints.map((endpoint) => ({
            ...endpoint,
            errors: [
              { code: 'a-code', status: 400, basis: 'listed', when: '' },
              { code: null, status: 400, basis: 'group', when: 'input' },
            ],
          })),
        },
        [answer('refuses -> 400 a-code', 400, 'a-code'), answer('refuses -> 400', 400, 'a-code')],
      )
        .filter(({ kind, observed }) => kind === 'error' && !observed)
        .map(({ what }) => what),
      ['400 input'],
    ));
  it('two errors of one status need two tests, each of which names its row', () => {
    assert.deepEqual(
      without((one) => one.kind === 'shown' && one.row === 'a.b.409.first'),
      ['error 409 first'],
    );
    assert.deepEqual(
      without((one) => one.kind === 'shown' && one.test.name === SECOND, shown('a.b.409.second', FIRST)),
      ['error 409 first', 'error 409 second'],
    );
  });
  it('a success in a test of a refusal is none', () =>
    assert.deepEqual(without(isAnswer(201), answer('refuses -> 400 a-code', 201)), ['success success 201', 'error 201 left']));
  it('an audit row of another request, kind or target is none', () => {
    const both = ['audit A_B about a a (path)', 'event audit: A_B'];
    for (const other of [
      { ...audit, url: '/b/:id' },
      { ...audit, audit: 'B_A' },
      { ...audit, target: null },
      { ...audit, target: { type: 'b', from: 'path' } as const },
      { ...audit, target: { type: 'a', from: 'body' } as const },
    ])
      assert.deepEqual(
        without((one) => one.kind === 'audit', other),
        both,
      );
  });
  it('a state that stayed, or that another request changed, is none', () => {
    for (const other of [
      { ...state, moved: false, answers: [...state.answers] },
      { ...state, answers: ['POST /b/:id 201'] },
      { ...state, answers: ['POST /a/:id 400'] },
    ])
      assert.deepEqual(
        without((one) => one.kind === 'state', other),
        ['state A: none -> made by POST'],
      );
  });
  it('limits, events and jobs are shown by their ids', () =>
    assert.deepEqual(
      without((one) => one.kind === 'shown' && /^(limit|event|job|cron)/.test(one.row)),
      ['limit most', 'event chat: a message, POST', 'job a', 'job a at 0 1 * * *'],
    ));
});

describe('our copy of the contract', () => {
  it('has every row of the documents', () => {
    const { endpoints, states, limits, events, jobs } = readContract();
    assert.deepEqual(
      [endpoints, states, limits, events, jobs].map(({ length }) => length),
      [108, 40, 17, 56, 7],
    );
  });
  it('names every row that a test can name once', () => {
    const { endpoints, states, limits, events, jobs } = readContract();
    const schedules = jobs.flatMap(({ schedule }) => schedule ?? []);
    const errors = endpoints.flatMap((endpoint) => endpoint.errors);
    const ids = [...states, ...limits, ...events, ...jobs, ...schedules, ...errors].flatMap(({ id }) => id ?? []);
    assert.equal(new Set(ids).size, ids.length);
  });
  it('distinguishes errors of one endpoint, by code or by a name', () => {
    for (const { id, errors } of readContract().endpoints) {
      const keys = errors.filter(({ basis }) => basis !== 'implied').map((error) => error.id ?? `${error.status} ${error.code}`);
      assert.equal(new Set(keys).size, keys.length, id);
    }
  });
  it('says what every audit row is about', () => {
    for (const { id, audit: kind, auditTarget } of readContract().endpoints)
      assert.equal(kind === null, auditTarget === undefined, id);
  });
  it('agrees with the documents', { skip: existsSync(SOURCE) ? false : 'the documents are not at hand' }, () => {
    type Source = Omit<Contract, 'jobs'> & { jobs: { document: string; name: string; schedule: string | null }[] };
    // Border: the documents' own data.
    const source = JSON.parse(readFileSync(SOURCE, 'utf8')) as Source;
    const own = readContract();
    const plain = { ...own, jobs: own.jobs.map((job) => ({ ...job, schedule: job.schedule?.cron ?? null })) };
    const essence = ({ endpoints, states, limits, events, jobs }: Source) => ({
      endpoints: endpoints.map(({ id, method, path, success, errors, audit: kind }) => ({
        id,
        method,
        path,
        status: success.status,
        errors: errors.map(({ code, status, basis }) => ({ code, status, basis })),
        audit: kind,
      })),
      states: states.map(({ entity, from, to, trigger, endpoints: of }) => ({ entity, from, to, trigger, of })),
      limits: limits.map(({ document, limit }) => ({ document, limit })),
      events: events.map(({ document, type, trigger, what, endpoints: of }) => ({ document, type, trigger, what, of })),
      jobs: jobs.map(({ document, name, schedule }) => ({ document, name, schedule })),
    });
    assert.deepEqual(essence(plain), essence(source));
  });
});
