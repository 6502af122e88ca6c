// The API dies by kill -9 around each commit of an approval: what was approved is done once, by whichever process is left.

import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { type Person, signInAdministrator } from '../support/actors.ts';
import { type FundedProperty, fundedProperty } from '../support/funding-actors.ts';
import { pursesOf } from '../support/payment-actors.ts';
import { clientAt, type ServiceProcess, startProcess } from '../support/processes.ts';
import { proveLedger } from '../support/withdrawal-actors.ts';
import { expectStatus, startWorld, type World } from '../support/world.ts';
import { type CommitProxy, startCommitProxy } from './commit-proxy.ts';

const SETTINGS = { FOUR_EYES_TRANSFER_CENTS: '1000000' };
let world: World;
let proxy: CommitProxy;
let api: ServiceProcess;
let maker: Person;
let checker: Person;

before(async () => {
  world = await startWorld({ settings: SETTINGS });
  proxy = await startCommitProxy(world.environment.DATABASE_URL ?? '');
  [maker, checker] = [await signInAdministrator(world), await signInAdministrator(world)];
});
after(async () => {
  await api?.kill();
  await proxy.close();
  await world.close();
});

/** Texts of the statements whose commits are held: the request, the decision, the money with the mark of its execution. */
const COMMITS = {
  'the request is written': 'insert into "approval"',
  'the decision is written': '"decided_by" =',
  'the money is ordered': 'payment_create(',
} as const;

type Waiting = { id: string; state: string };
const APPROVALS = '/administration/approvals';

async function outcome({ accountId, propertyId }: FundedProperty): Promise<{ sent: number; main: number | undefined }> {
  const { movements } = await world.control<{ movements: { direction: string }[] }>('GET', `/accounts/${accountId}`);
  return {
    sent: movements.filter(({ direction }) => direction === 'out').length,
    main: (await pursesOf(world, propertyId, ['MAIN']))[0],
  };
}

for (const [what, statement] of Object.entries(COMMITS))
  for (const when of ['before', 'after'] as const)
    it(`killed ${when} the commit by which ${what}: done once`, async () => {
      // By the proxy, which looks for a text that a connection has not sent before.
      api = await startProcess(world, 'api', { DATABASE_URL: proxy.url, ...SETTINGS });
      const property = await fundedProperty(world, { mainCents: 5_000_000 });
      const path = `/administration/property/${property.propertyId}/funding/transfer-funding-fees`;
      const key = { 'idempotency-key': `approval-killed-${property.propertyId}` };
      const isOfRequest = statement === COMMITS['the request is written'];
      let waiting: Waiting | undefined;
      if (!isOfRequest) waiting = expectStatus(await maker.client.post<Waiting>(path, undefined, key), 202).body;
      proxy.hold(when, statement);
      const at = clientAt(api, isOfRequest ? maker.client : checker.client);
      const lost = (waiting ? at.post(`${APPROVALS}/${waiting.id}/approve`) : at.post(path, undefined, key)).then(
        ({ status }) => status,
        () => 'nothing' as const,
      );
      await world.until(async () => proxy.held() > 0, 'a commit to be held');
      await api.kill();
      proxy.release();
      assert.equal(await lost, 'nothing');
      // The key of a request that died is free after some seconds.
      waiting ??= await world.until(async () => {
        const again = await maker.client.post<Waiting>(path, undefined, key);
        return again.status === 202 && again.body;
      }, 'the request to be written');
      const { id } = waiting;
      const state = async () => (await checker.client.get<Waiting>(`${APPROVALS}/${id}`)).body.state;
      if ((await state()) === 'waiting') expectStatus(await checker.client.post(`${APPROVALS}/${id}/approve`), 201);
      await world.until(async () => {
        await world.moveClock({ advance: 'PT10S' });
        return (await state()) === 'executed';
      }, 'the request to be executed');
      await world.until(async () => (await outcome(property)).sent > 0, 'the money to be sent');
      assert.deepEqual(await outcome(property), { sent: 1, main: 2_000_000 });
      await proveLedger(checker);
    });
