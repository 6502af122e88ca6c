// What the team hears of a provider that fails for long, or has retired a call.

import assert from 'node:assert/strict';
import { after, afterEach, before, it } from 'node:test';
import { signUp } from '../../../../test/support/actors.ts';
import { PDF, uploadOf } from '../../../../test/support/files.ts';
import { PROFILE } from '../../../../test/support/profiles.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';

let world: World;
before(async () => {
  world = await startWorld();
});
after(() => world.close());
afterEach(() => world.control('DELETE', '/faults'));

const alerts = async (text: RegExp) =>
  (await world.control<{ text: string }[]>('GET', '/chat')).filter((message) => text.test(message.text));

it('an operation that fails for an hour without one success is reported once, and when it works again', async () => {
  const { client } = await signUp(world);
  const list = () => client.get('/customers/investor-identity-document');
  await world.control('POST', '/faults', { route: 'GET /v2/accounts/:id/documents', mode: 'http-500', times: 1 });
  expectStatus(await list(), 500);
  assert.deepEqual(await world.runJob('outside-operations'), { alerted: 0, dryRun: false });
  await world.moveClock({ advance: 'PT61M' });
  assert.deepEqual(await world.runJob('outside-operations'), { alerted: 1, dryRun: false });
  assert.deepEqual(await world.runJob('outside-operations'), { alerted: 0, dryRun: false });
  await world.until(async () => (await alerts(/listDocuments ne répond plus/)).length > 0, 'the alert');
  assert.equal((await alerts(/listDocuments ne répond plus/)).length, 1);
  expectStatus(await list(), 200);
  await world.runJob('outside-operations');
  await world.until(async () => (await alerts(/listDocuments répond de nouveau/)).length === 1, 'the all-clear');
});

it('one success in between: nothing is reported', async () => {
  const { client } = await signUp(world);
  const list = () => client.get('/customers/investor-identity-document');
  await world.control('POST', '/faults', { route: 'GET /v2/accounts/:id/documents', mode: 'http-500', times: 1 });
  expectStatus(await list(), 500);
  await world.runJob('outside-operations');
  expectStatus(await list(), 200);
  await world.moveClock({ advance: 'PT61M' });
  assert.deepEqual(await world.runJob('outside-operations'), { alerted: 0, dryRun: false });
});

it('a retired call is reported once, in words, and is no outage', async () => {
  await world.control('POST', '/faults', { route: 'POST /v2/accounts/individual', mode: 'retired', times: 9 });
  for (const _ of [1, 2]) {
    const { client } = await signUp(world);
    expectStatus(await client.patch('/customers/profile', PROFILE), 200);
    const upload = uploadOf(PDF, { type: 'identityCard', name: 'carte.pdf' });
    expectCode(await client.post('/customers/investor-identity-document', upload), 403, 'onboarding.v1-is-not-enabled');
    await world.runJob('outside-operations');
  }
  await world.until(async () => (await alerts(/openAccount n’est plus proposée/)).length > 0, 'the alert');
  await world.moveClock({ advance: 'PT61M' });
  assert.deepEqual(await world.runJob('outside-operations'), { alerted: 0, dryRun: false });
  assert.equal((await alerts(/openAccount/)).length, 1);
});
