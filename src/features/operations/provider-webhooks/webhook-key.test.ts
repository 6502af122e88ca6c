// The key of the notifications, through HTTP: the sandbox's by default, none when the setting is empty (notifications.md#key).

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createClient } from '../../../../test/support/client.ts';
import { expectCode, startWorld, type World } from '../../../../test/support/world.ts';
import { NOTIFICATIONS } from './rules.ts';

let world: World;
let unlocked: string;

before(async () => {
  world = await startWorld({ worker: false });
  unlocked = (await world.another({ api: true, worker: false, settings: { PROVIDER_WEBHOOK_API_KEY: '' } })).url ?? '';
});
after(() => world.close());

const countEvents = async () => (await world.sql('select id from provider_event')).length;

describe('POST /customers/provider/webhook/...', () => {
  for (const name of NOTIFICATIONS) {
    const url = `/customers/provider/webhook/${name}`;
    // Read by every notification, and of nobody.
    const body = { ExtId: 'nobody', IntId: 1, Status: 6, AccountID: 1, DocId: 1 };

    it(`${name} without a key, or with another one -> 401 UnauthorizedException`, async () => {
      const before = await countEvents();
      for (const query of ['', '?apiKey=', '?apiKey=another-webhook-key'])
        expectCode(await world.visitor().post(`${url}${query}`, body), 401, 'UnauthorizedException');
      assert.equal(await countEvents(), before);
    });
    it(`${name} without a key is taken where none is configured, like one with the key elsewhere`, async () => {
      const before = await countEvents();
      const locked = await world.visitor().post(`${url}?apiKey=sandbox-webhook-key`, body);
      assert.equal(await countEvents(), before + 1);
      for (const query of ['', '?apiKey=anything']) {
        const answer = await createClient(unlocked).post(`${url}${query}`, body);
        assert.deepEqual([answer.status, answer.text], [locked.status, locked.text]);
      }
      assert.notEqual(locked.status, 401);
      const [event] = await world.sql<{ deliveries: number }>('select deliveries from provider_event where path = $1', [name]);
      assert.equal(event?.deliveries, 3);
    });
  }
});
