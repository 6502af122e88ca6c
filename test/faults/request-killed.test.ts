// The API dies by kill -9 right after the commit of a payment that a request waits for: the same request carries that payment on.

import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { PropertyId } from '../../src/core/db/tables.ts';
import { type Person, signInAdministrator } from '../support/actors.ts';
import type { Answer, Client } from '../support/client.ts';
import { fundedProperty, ibanOf } from '../support/funding-actors.ts';
import { movementsFrom } from '../support/payment-actors.ts';
import { clientAt, type ServiceProcess, startProcess } from '../support/processes.ts';
import { proveLedger } from '../support/withdrawal-actors.ts';
import { expectStatus, startWorld, type World } from '../support/world.ts';
import { type CommitProxy, STORES_ANSWER, startCommitProxy } from './commit-proxy.ts';
import { newKey } from './payments.ts';

const COLLECTED_CENTS = 9_000_000;

let world: World;
let admin: Person;
let proxy: CommitProxy;
let api: ServiceProcess;

before(async () => {
  // Nobody but the requests carries payments on.
  world = await startWorld({ worker: false });
  admin = await signInAdministrator(world);
  proxy = await startCommitProxy(world.environment.DATABASE_URL ?? '');
  api = await startApi();
});
after(async () => {
  await api.kill();
  await proxy.close();
  await world.close();
});

function startApi(): Promise<ServiceProcess> {
  return startProcess(world, 'api', { DATABASE_URL: proxy.url });
}

type Request = {
  what: string;
  accountId: string;
  movedCents: number;
  ask: (key: ReturnType<typeof newKey>, client: Client) => Promise<Answer>;
};

/** What left the SPV; what its funding brought is no part of it. */
const paid = async (accountId: string) => (await movementsFrom(world, accountId)).filter((cents) => cents !== COLLECTED_CENTS);

/** A transfer to the platform and a pay-out to an owner, of two projects. */
async function requests(): Promise<Request[]> {
  const [one, other] = [
    await fundedProperty(world, { mainCents: COLLECTED_CENTS }),
    await fundedProperty(world, { mainCents: COLLECTED_CENTS }),
  ];
  const path = (propertyId: PropertyId, verb: string) => `/administration/property/${propertyId}/funding/${verb}`;
  const ibanId = await ibanOf(world, other.accountId);
  const toOwner = { action: 'withdraw', amountToTransfer: 5_000, providerWithdrawBankAccountId: ibanId };
  return [
    {
      what: 'the fee',
      accountId: one.accountId,
      movedCents: 480_000,
      ask: (key, client) => client.post(path(one.propertyId, 'transfer-fiducie-fees'), undefined, key),
    },
    {
      what: 'the pay-out',
      accountId: other.accountId,
      movedCents: 5_000,
      ask: (key, client) => client.post(path(other.propertyId, 'transfer-funds-to-project-owner'), toOwner, key),
    },
  ];
}

it('after the intent, before the provider was called: the key is free within seconds, and the payment carried on, once', async () => {
  const asked = (await requests()).map((request) => ({ ...request, key: newKey() }));
  proxy.hold('after', STORES_ANSWER);
  const heard = asked.map(({ ask, key }) =>
    ask(key, clientAt(api, admin.client)).then(
      ({ status }) => status,
      () => 'nothing' as const,
    ),
  );
  await world.until(async () => proxy.held() === asked.length, 'both commits to be held');
  await api.kill();
  proxy.release();
  assert.deepEqual(await Promise.all(heard), ['nothing', 'nothing']);
  api = await startApi();
  const there = clientAt(api, admin.client);
  for (const { what, accountId } of asked) assert.deepEqual(await paid(accountId), [], `${what} was not sent`);
  for (const { what, accountId, movedCents, ask, key } of asked) {
    // In real time: the clock is not moved.
    const carriedOn = async () => {
      const answer = await ask(key, there);
      return answer.status !== 409 && answer;
    };
    const done = await world.until(carriedOn, `${what} to be carried on`);
    expectStatus(done, 201);
    assert.equal(done.headers.get('idempotency-replayed'), null, what);
    const again = expectStatus(await ask(key, there), 201);
    assert.equal(again.headers.get('idempotency-replayed'), 'true', what);
    assert.deepEqual(again.body, done.body);
    assert.deepEqual(await paid(accountId), [movedCents], what);
  }
  await proveLedger(admin);
});
