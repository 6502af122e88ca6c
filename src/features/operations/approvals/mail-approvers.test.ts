// The mail about requests that wait: one to each who may decide, however many are asked for together.

import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { type Person, signInAdministrator } from '../../../../test/support/actors.ts';
import { fundedProperty } from '../../../../test/support/funding-actors.ts';
import { expectStatus, startWorld, type World } from '../../../../test/support/world.ts';

let world: World;
let maker: Person;
let owner: Person;
let finance: Person;
let auditor: Person;

before(async () => {
  world = await startWorld({ settings: { FOUR_EYES_TRANSFER_CENTS: '1000000' } });
  [maker, owner] = [await signInAdministrator(world), await signInAdministrator(world)];
  [finance, auditor] = [
    await signInAdministrator(world, undefined, ['finance']),
    await signInAdministrator(world, undefined, ['auditor']),
  ];
});
after(() => world.close());

const about = async ({ email }: Person) =>
  (await world.mails(email)).filter(({ subject }) => subject.includes('attendent votre accord'));

it('one for all that came together, and none to who asked or may not decide', async () => {
  for (let count = 0; count < 3; count += 1) {
    const { propertyId } = await fundedProperty(world, { mainCents: 5_000_000 });
    expectStatus(await maker.client.post(`/administration/property/${propertyId}/funding/transfer-funding-fees`), 202);
  }
  assert.equal((await world.runJob<{ requests: number }>('mail-approvers')).requests, 3);
  // That which was enqueued with each request finds nothing new.
  assert.deepEqual(await world.runJob('mail-approvers'), { requests: 0, mails: 0 });
  const [mail] = await world.until(async () => {
    const mails = await about(finance);
    return mails.length > 0 && (await about(owner)).length > 0 && mails;
  }, 'the mails');
  assert.match(mail?.subject ?? '', /^3 opérations/);
  assert.match(mail?.text ?? '', /30.000,00/);
  assert.match(mail?.text ?? '', /console\/approvals/);
  assert.deepEqual([(await about(finance)).length, (await about(owner)).length], [1, 1]);
  assert.deepEqual([(await about(maker)).length, (await about(auditor)).length], [0, 0]);
});
