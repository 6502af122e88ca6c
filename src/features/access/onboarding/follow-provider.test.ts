// Answers of the provider that arrive late: the state read last is the one that stays.

import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { signUp, spvWithWallet } from '../../../../test/support/actors.ts';
import { customerIs } from '../../../../test/support/customer-states.ts';
import { startWorld, type World } from '../../../../test/support/world.ts';
import { hasCode } from '../../../core/errors.ts';
import { newId } from '../../../core/ids.ts';
import { followProvider } from './follow-provider.ts';

let world: World;
before(async () => {
  world = await startWorld({ worker: false });
});
after(() => world.close());

/** A read that ends when the test says so. */
function slowRead() {
  let [begin, finish] = [() => {}, (_state: string) => {}];
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const answer = new Promise<string>((resolve) => {
    finish = resolve;
  });
  return { begun, begin, answer, finish };
}

for (const whose of ['customer', 'spv'] as const) {
  it(`an answer that was overtaken is read again (${whose})`, async () => {
    const followed =
      whose === 'customer' ? { customerId: (await signUp(world)).customerId } : { spvId: (await spvWithWallet(world)).spvId };
    const written: string[] = [];
    const write = async (_tx: unknown, state: string) => {
      written.push(state);
      return state;
    };
    const slow = slowRead();
    let reads = 0;
    const late = followProvider(world.deps, followed, {
      read: () => {
        reads += 1;
        slow.begin();
        return reads === 1 ? slow.answer : Promise.resolve('new');
      },
      write,
    });
    await slow.begun;
    assert.equal(await followProvider(world.deps, followed, { read: async () => 'new', write }), 'new');
    slow.finish('old');
    assert.equal(await late, 'new');
    assert.deepEqual([reads, written], [2, ['new', 'new']]);
  });
}

it('what the write refuses is rolled back, the version too', async () => {
  const { customerId } = await signUp(world);
  const refused = followProvider(
    world.deps,
    { customerId },
    {
      read: async () => 'state',
      write: async () => {
        throw new Error('refused');
      },
    },
  );
  await assert.rejects(refused, /refused/);
  const [row] = await world.sql<{ version: string }>('select provider_sync_version as version from customer where id = $1', [
    customerId,
  ]);
  assert.equal(row?.version, '0');
});

it('nobody to follow: nothing is read', async () => {
  const followed = followProvider(
    world.deps,
    { customerId: newId() },
    {
      read: () => assert.fail('read'),
      write: () => assert.fail('written'),
    },
  );
  assert.equal(await followed, undefined);
});

it('gives up where others always come first', async () => {
  const { customerId } = await signUp(world);
  const overtaken = followProvider(
    world.deps,
    { customerId },
    {
      read: () => customerIs(world, customerId, 'overtaken'),
      write: () => assert.fail('written'),
    },
  );
  await assert.rejects(overtaken, (error) => hasCode(error, 'temporarily-unavailable'));
});
