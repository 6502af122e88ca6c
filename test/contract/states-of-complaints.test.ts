// What is done with a complaint, in every state of it: refused where src/states.ts says so.

import { after, before, describe, it } from 'node:test';
import { COMPLAINT_STATES, type ComplaintState } from '../../src/features/operations/complaints/index.ts';
import { SUBJECTS } from '../../src/states.ts';
import { type Person, signInAdministrator, signUp } from '../support/actors.ts';
import type { Answer } from '../support/client.ts';
import { expectStatus, startWorld, type World } from '../support/world.ts';
import { compareWithRow } from './compare-with-row.ts';

const { Complaint: VERBS } = SUBJECTS;
type Verb = keyof typeof VERBS;

let world: World;
let admin: Person;

before(async () => {
  world = await startWorld({ worker: false });
  admin = await signInAdministrator(world);
});
after(() => world.close());

const CALLERS: Readonly<Record<Verb, (id: string) => Promise<Answer>>> = {
  'answer-complaint': (id) => admin.client.post(`/administration/complaints/${id}/answer`, { answer: 'Une réponse' }),
};

async function complained(): Promise<string> {
  const { client } = await signUp(world);
  const complaint = { subject: 'other', message: 'Une réclamation' };
  return expectStatus(await client.post<{ id: string }>('/customers/complaints', complaint), 201).body.id;
}

const WAYS: Readonly<Record<ComplaintState, (id: string) => Promise<unknown>>> = {
  open: async () => {},
  answered: async (id) => expectStatus(await CALLERS['answer-complaint'](id), 201),
};

describe('a complaint that is', () => {
  for (const state of COMPLAINT_STATES)
    for (const verb of Object.keys(VERBS) as Verb[])
      it(`${state}: ${verb}`, async () => {
        const id = await complained();
        await WAYS[state](id);
        compareWithRow(VERBS[verb], state, await CALLERS[verb](id));
      });
});
