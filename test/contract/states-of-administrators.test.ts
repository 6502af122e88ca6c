// What is done to an administrator in every state of theirs: refused where src/states.ts says so.

import { after, before, describe, it } from 'node:test';
import { ADMINISTRATOR_STATES, type AdministratorState } from '../../src/features/access/administrators/index.ts';
import { SUBJECTS } from '../../src/states.ts';
import { type Person, signInAdministrator } from '../support/actors.ts';
import type { Answer } from '../support/client.ts';
import { expectStatus, startWorld, type World } from '../support/world.ts';
import { compareWithRow } from './compare-with-row.ts';

const { Administrator: VERBS } = SUBJECTS;
type Verb = keyof typeof VERBS;

let world: World;
/** The only one that stays; each test begins with a session of theirs. */
let owner: Person;

before(async () => {
  world = await startWorld({ worker: false });
  owner = await signInAdministrator(world);
});
after(() => world.close());

const URL = '/administration/administrators';
const CALLERS: Readonly<Record<Verb, (id: string) => Promise<Answer>>> = {
  'change-roles': (id) => owner.client.patch(`${URL}/${id}/roles`, { give: ['auditor'] }),
  'take-owner-role': (id) => owner.client.patch(`${URL}/${id}/roles`, { take: ['owner'] }),
  'reset-factors': (id) => owner.client.delete(`${URL}/${id}/factors`),
  'end-sessions': (id) => owner.client.delete(`${URL}/${id}/sessions`),
  'remove-administrator': (id) => owner.client.delete(`${URL}/${id}`),
};
const WAYS: Readonly<Record<AdministratorState, () => Promise<string>>> = {
  active: async () => (await signInAdministrator(world, undefined, ['owner', 'support'])).userId,
  'last-owner': async () => owner.userId,
  removed: async () => {
    const { userId } = await signInAdministrator(world, undefined, ['support']);
    expectStatus(await owner.client.delete(`${URL}/${userId}`), 200);
    return userId;
  },
};

describe('an administrator who is', () => {
  for (const state of ADMINISTRATOR_STATES)
    for (const [verb, call] of Object.entries(CALLERS))
      it(`${state}: ${verb}`, async () => {
        // One's own sessions end as well.
        owner = await signInAdministrator(world, owner.email);
        const id = await WAYS[state]();
        // Border: the keys of the record are the verbs.
        compareWithRow(VERBS[verb as Verb], state, await call(id));
        if (state === 'active' && verb !== 'remove-administrator') expectStatus(await CALLERS['remove-administrator'](id), 200);
      });
});
