// What is decided about a request that waits for a second administrator, in every state of it: refused where src/states.ts says so.

import { after, before, describe, it } from 'node:test';
import { APPROVAL_STATES, type ApprovalState } from '../../src/features/operations/approvals/index.ts';
import { SUBJECTS } from '../../src/states.ts';
import { type Person, signInAdministrator } from '../support/actors.ts';
import type { Answer } from '../support/client.ts';
import { fundedProperty } from '../support/funding-actors.ts';
import { expectStatus, startWorld, type World } from '../support/world.ts';
import { compareWithRow } from './compare-with-row.ts';

const { 'Request that waits for approval': VERBS } = SUBJECTS;
type Verb = keyof typeof VERBS;

let world: World;
let maker: Person;
/** Who decided before, and who calls the verb. */
let first: Person;
let second: Person;

before(async () => {
  world = await startWorld({ worker: false, settings: { FOUR_EYES_TRANSFER_CENTS: '1' } });
  [maker, first, second] = [await signInAdministrator(world), await signInAdministrator(world), await signInAdministrator(world)];
});
after(() => world.close());

const URL = '/administration/approvals';
const CALLERS: Readonly<Record<Verb, (id: string, by: Person) => Promise<Answer>>> = {
  'approve-request': (id, by) => by.client.post(`${URL}/${id}/approve`),
  'refuse-request': (id, by) => by.client.post(`${URL}/${id}/refuse`, { reason: 'Non' }),
};

async function waiting(): Promise<{ id: string; propertyId: string }> {
  const { propertyId } = await fundedProperty(world, { mainCents: 5_000_000 });
  const path = `/administration/property/${propertyId}/funding/transfer-funding-fees`;
  return { id: expectStatus(await maker.client.post<{ id: string }>(path), 202).body.id, propertyId };
}
const decided = async (verb: Verb) => {
  const { id } = await waiting();
  expectStatus(await CALLERS[verb](id, first), 201);
  return id;
};
/** Approved once the fee is another one, or none. */
const afterEdit = async (fundingFees: object | null) => {
  const { id, propertyId } = await waiting();
  expectStatus(await maker.client.patch(`/administration/property/${propertyId}`, { companyFees: { fundingFees } }), 200);
  expectStatus(await CALLERS['approve-request'](id, first), 201);
  return id;
};
const WAYS: Readonly<Record<ApprovalState, () => Promise<string>>> = {
  waiting: async () => (await waiting()).id,
  refused: () => decided('refuse-request'),
  expired: async () => {
    const { id } = await waiting();
    await world.moveClock({ advance: 'PT73H' });
    return id;
  },
  approved: async () => {
    const { id } = await waiting();
    // By SQL: it lasts as long as its execution, unless the process dies in it.
    await world.sql(
      `update approval set state = 'approved', decided_by = $2, decided_by_email = $3, decided_at = '2099-01-01' where id = $1`,
      [id, first.userId, first.email],
    );
    return id;
  },
  executed: () => decided('approve-request'),
  changed: () => afterEdit({ amountExcludingTaxCents: 1_000 }),
  failed: () => afterEdit(null),
};

describe('a request that is', () => {
  for (const state of APPROVAL_STATES)
    for (const [verb, call] of Object.entries(CALLERS))
      it(`${state}: ${verb}`, async () => {
        const id = await WAYS[state]();
        // Border: the keys of the record are the verbs.
        compareWithRow(VERBS[verb as Verb], state, await call(id, second));
      });
});
