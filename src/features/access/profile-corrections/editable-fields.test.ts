// Which fields of the profile may change, through HTTP: what the list says, the requests then do.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Investor, signUp, verifiedInvestor } from '../../../../test/support/actors.ts';
import { correcting } from '../../../../test/support/correction-actors.ts';
import { LOST_RIGHTS } from '../../../../test/support/investor-rights.ts';
import { waitingInvestor } from '../../../../test/support/notifications.ts';
import { PROFILE } from '../../../../test/support/profiles.ts';
import { expectStatus, startWorld, type World } from '../../../../test/support/world.ts';

let world: World;
/** Where documents are handed in here. */
let former: World;

before(async () => {
  [world, former] = await Promise.all([startWorld({ settings: { ONBOARDING_OF_NEW_CUSTOMERS: 'v2' } }), startWorld()]);
});
after(() => Promise.all([world.close(), former.close()]));

type Field = { field: string; by: string | null; reason: string | null };

/** `save`, `correction` or the reason for neither, with the fields of each. */
async function waysOf({ client }: Investor): Promise<Record<string, string[]>> {
  const { body } = expectStatus(await client.get<Field[]>('/customers/profile/editable-fields'), 200);
  assert.ok(body.every(({ by, reason }) => (by === null) !== (reason === null)));
  const groups = Object.groupBy(body, ({ by, reason }) => by ?? reason ?? '');
  return Object.fromEntries(Object.entries(groups).map(([way, fields = []]) => [way, fields.map(({ field }) => field)]));
}

const BIRTH = ['dateOfBirth', 'cityOfBirth', 'countryOfBirth'];
const REACHED = ['phone', 'street', 'postcode', 'city', 'country'];
const ALL = ['customerType', 'sex', 'firstName', 'lastName', ...BIRTH, 'citizenship', ...REACHED];
const CORRECTABLE = ['firstName', 'lastName', ...REACHED];
const PROVEN = ALL.filter((field) => !CORRECTABLE.includes(field));

describe('GET /customers/profile/editable-fields', () => {
  it('before the verification everything is saved', async () => {
    const person = await signUp(world);
    assert.deepEqual(await waysOf(person), { save: ALL });
    expectStatus(await person.client.patch('/customers/profile', PROFILE), 200);
    assert.deepEqual(await waysOf(person), { save: ALL });
  });
  it('once the provider has the person, who they are is fixed, and the rest is saved', async () => {
    const person = await signUp(world);
    expectStatus(await person.client.patch('/customers/profile', PROFILE), 200);
    expectStatus(await person.client.post('/customers/onboarding'), 201);
    const fixed = ['customerType', 'firstName', 'lastName', 'dateOfBirth', 'countryOfBirth'];
    assert.deepEqual(await waysOf(person), { 'provider-has-it': fixed, save: ALL.filter((field) => !fixed.includes(field)) });
    expectStatus(await person.client.patch('/customers/profile', { lastName: 'Autre' }), 403);
    expectStatus(await person.client.patch('/customers/profile', { city: 'Nantes' }), 200);
  });
  it('while documents are verified nothing changes', async () => {
    const person = await waitingInvestor(former);
    assert.deepEqual(await waysOf(person), { 'being-verified': ALL });
    expectStatus(await person.client.patch('/customers/profile', { city: 'Nantes' }), 403);
  });
  it('verified: name, phone and address by a correction, one at a time', async () => {
    const person = await verifiedInvestor(world);
    assert.deepEqual(await waysOf(person), { 'identity-proves-it': PROVEN, correction: CORRECTABLE });
    await world.control('POST', '/faults', { route: 'PUT /v2/accounts/individual/:id', mode: 'http-500', times: 99 });
    const { person: asking } = await correcting(world, { city: 'Nantes' });
    assert.deepEqual(await waysOf(asking), { 'identity-proves-it': PROVEN, 'correction-pending': CORRECTABLE });
    await world.control('DELETE', '/faults');
  });
  it('without the rights of a verified investor there is no correction', async () => {
    const [frozen] = LOST_RIGHTS;
    const person = await verifiedInvestor(world);
    await frozen?.change(world, person);
    assert.deepEqual(await waysOf(person), { 'identity-proves-it': PROVEN, 'being-verified': CORRECTABLE });
  });
});
