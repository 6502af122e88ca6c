// The path in our words, and when somebody must hear of it.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { customerIdOf, mayMove, type PathState, pathOf, stateToNotify, stepsOf } from './rules.ts';

const bare = { requirements: [], restrictions: [] };
const day = (text: string) => Temporal.Instant.from(`${text}T00:00:00Z`);

describe('pathOf', () => {
  for (const [status, profileStatus, state] of [
    ['created', 'awaiting-information', 'opened'],
    ['created', 'creation-in-progress', 'opened'],
    ['created', 'information-collection-in-progress', 'in-progress'],
    ['created', 'identity-verification-in-progress', 'proving-identity'],
    ['created', 'identity-verification-abandoned', 'interrupted'],
    ['created', 'identity-verification-error', 'interrupted'],
    ['created', 'under-analysis', 'under-analysis'],
    ['created', 'accepted', 'under-analysis'],
    ['created', 'rejected', 'asked-again'],
    ['accepted', 'accepted', 'accepted'],
    ['denied', 'under-analysis', 'denied'],
    ['created', 'denied', 'denied'],
    ['blocked', 'accepted', 'blocked'],
    ['created', 'other', 'not-started'],
  ] as const)
    it(`account ${status}, profile ${profileStatus}: ${state}`, () =>
      assert.equal(pathOf('not-started', { ...bare, status, profileStatus }, true).state, state));
  const accepted = { ...bare, status: 'accepted', profileStatus: 'accepted' } as const;
  it('accepted, and its wallet is not there yet: under analysis', () =>
    assert.equal(pathOf('opened', accepted, false).state, 'under-analysis'));
  it('an update is due before the earliest day; one that was accepted is not', () => {
    const requirements = [
      { status: 'accepted', dueAt: day('2026-01-01') },
      { status: 'requested', dueAt: day('2027-03-01') },
      { status: 'rejected', dueAt: day('2027-02-01') },
    ];
    const { state, dueAt } = pathOf('accepted', { ...accepted, requirements }, true);
    assert.deepEqual([state, dueAt?.toString()], ['update-due', '2027-02-01T00:00:00Z']);
    const late = { ...accepted, requirements, restrictions: [{ category: 'KYC' }] };
    assert.equal(pathOf('update-due', late, true).state, 'outdated');
  });
});

describe('stateToNotify', () => {
  const at = (state: PathState, dueAt: Temporal.Instant | null = null) => ({ state, dueAt });
  it('a state that begins is told, one that lasts or that nobody must know of is not', () => {
    assert.equal(stateToNotify(at('in-progress'), at('under-analysis')), 'under-analysis');
    assert.equal(stateToNotify(at('under-analysis'), at('under-analysis')), null);
    assert.equal(stateToNotify(at('opened'), at('in-progress')), null);
    assert.equal(stateToNotify(at('accepted'), at('blocked')), null);
  });
  it('another day of an update is told again', () => {
    const [first, second] = [at('update-due', day('2027-02-01')), at('update-due', day('2027-03-01'))];
    assert.equal(stateToNotify(first, first), null);
    assert.equal(stateToNotify(first, second), 'update-due');
  });
});

it('an investor of v1 whom the provider has not begins like a new one', () => {
  const one = { onboardingVersion: 'v1', providerKind: null, providerStatus: null } as const;
  assert.equal(mayMove(one, 'v2'), true);
  assert.equal(mayMove(one, 'v1'), false);
  assert.equal(mayMove({ ...one, providerKind: 'individual' }, 'v2'), false);
  assert.equal(mayMove({ ...one, providerStatus: 5 }, 'v2'), false);
});

it('an account id is an investor when it is a UUID, in any case', () => {
  const id = '4f5ad2f8-6b0e-4d9b-8a1e-5f3c3d1f0a77';
  assert.deepEqual([id, id.toUpperCase(), 'spv-12', `${id}0`].map(customerIdOf), [id, id, undefined, undefined]);
});

describe('stepsOf', () => {
  const person = { emailVerified: true, isBusiness: false, handsInHere: false };
  const statuses = (...of: Parameters<typeof stepsOf>) => stepsOf(...of).map(({ step, status }) => `${step} ${status}`);
  const after = (state: PathState) => statuses({ state, next: 'nothing' }, person).slice(3);

  it('nothing is asked of the provider before the profile; the address is proven at any time', () =>
    assert.deepEqual(statuses({ state: 'not-started', next: 'save-profile' }, { ...person, emailVerified: false }), [
      'account done',
      'email now',
      'profile now',
      'information later',
      'identity later',
      'analysis later',
      'wallet later',
    ]));
  it('a business names its company first, and who hands in documents here does so here', () =>
    assert.deepEqual(
      statuses({ state: 'not-started', next: 'hand-in-company' }, { ...person, isBusiness: true, handsInHere: true }).slice(2, 5),
      ['profile done', 'company now', 'documents later'],
    ));
  it('information comes before identity, and is given where identity is being proven or was left', () => {
    for (const state of ['not-started', 'opened', 'in-progress'] as const)
      assert.deepEqual(after(state).slice(0, 2), ['information now', 'identity later'], state);
    for (const state of ['proving-identity', 'interrupted'] as const)
      assert.deepEqual(after(state).slice(0, 2), ['information done', 'identity now'], state);
  });
  it('a decision ends the analysis, or stops it', () => {
    assert.deepEqual(after('asked-again'), ['information now', 'identity now', 'analysis later', 'wallet later']);
    assert.deepEqual(after('under-analysis'), ['information done', 'identity done', 'analysis now', 'wallet later']);
    assert.deepEqual(after('accepted'), ['information done', 'identity done', 'analysis done', 'wallet done']);
    for (const state of ['denied', 'blocked'] as const)
      assert.deepEqual(after(state), ['information done', 'identity done', 'analysis stopped', 'wallet later'], state);
  });
  it('an update stands at the end; once it is late the wallet waits for it', () => {
    assert.deepEqual(after('update-due'), ['information done', 'identity done', 'analysis done', 'wallet done', 'update now']);
    assert.deepEqual(after('outdated'), ['information done', 'identity done', 'analysis done', 'wallet stopped', 'update now']);
  });
});
