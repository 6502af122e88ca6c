// Booking a movement that nobody here ordered, and taking that back, in every state of it: refused where src/states.ts says so.

import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { MOVEMENT_STATES, type MovementState } from '../../src/features/operations/reconciliation/index.ts';
import { SUBJECTS } from '../../src/states.ts';
import { type Person, signInAdministrator, verifiedInvestor } from '../support/actors.ts';
import type { Answer } from '../support/client.ts';
import { foundByNight, moveByHand, openElsewhere, reconcile } from '../support/unknown-movements.ts';
import { expectStatus, startWorld, type World } from '../support/world.ts';
import { compareWithRow } from './compare-with-row.ts';

const { 'Movement at the provider in no book': VERBS } = SUBJECTS;
type Verb = keyof typeof VERBS;

let world: World;
let admin: Person;

before(async () => {
  world = await startWorld({ worker: false });
  admin = await signInAdministrator(world);
});
after(() => world.close());

const URL = '/administration/reconciliation/movements';
const CALLERS: Readonly<Record<Verb, (id: string) => Promise<Answer>>> = {
  'book-movement': (id) => admin.client.post(`${URL}/${id}/book`, { reason: 'Viré à la main' }),
  'take-back-movement': (id) => admin.client.post(`${URL}/${id}/take-back`, { comment: 'Par erreur' }),
};

type Found = { id: string; customerId: string; elsewhere: string };
const WAYS: Readonly<Record<MovementState, (found: Found) => Promise<unknown>>> = {
  open: async () => {},
  closed: async ({ customerId, elsewhere }) => {
    await moveByHand(world, { from: elsewhere, to: customerId, cents: 7 });
    await world.moveClock({ advance: 'PT1H' });
    await reconcile(world);
  },
  booked: async ({ id }) => expectStatus(await CALLERS['book-movement'](id), 201),
};

describe('a movement that is', () => {
  for (const state of MOVEMENT_STATES)
    for (const [verb, call] of Object.entries(CALLERS))
      it(`${state}: ${verb}`, async () => {
        const { customerId } = await verifiedInvestor(world, { fundsCents: 100 });
        // Its own, as an account of nobody here with money on it is looked at too.
        const elsewhere = `elsewhere-${randomUUID()}`;
        await openElsewhere(world, { accountId: elsewhere });
        await moveByHand(world, { from: customerId, to: elsewhere, cents: 7 });
        const { id } = await foundByNight(world, admin, customerId, 7);
        await WAYS[state]({ id, customerId, elsewhere });
        // Border: the keys of the record are the verbs.
        compareWithRow(VERBS[verb as Verb], state, await call(id));
      });
});
