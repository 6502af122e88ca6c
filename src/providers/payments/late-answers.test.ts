// A provider that cuts the line and does what it was asked later: "unknown" at first, nothing under the reference, then one movement.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { type ContractWorld, granted, openContractWorld, present, sandboxOnly } from '../../../test/support/provider-contract.ts';
import { centsOf } from '../../core/cents.ts';
import type { ProviderResult } from './index.ts';

type Call = { method: string; status: number | null };
type Late = {
  path: string;
  send(reference: string): Promise<ProviderResult<unknown>>;
  list(reference: string): Promise<ProviderResult<{ status: string; reference: string | null }[]>>;
  get(reference: string): Promise<ProviderResult<{ status: string } | null>>;
  status: string;
};

/** Long enough to look twice before the effect, on a busy machine too. */
const AFTER_SECONDS = 3;

let world: ContractWorld;
before(async () => {
  world = await openContractWorld();
});
after(() => world.stop());

const common = (reference: string) => ({ accountId: world.payer, amountCents: centsOf(100), comment: '', reference });

/** A pause between looks, so that they do not push the orders out of the sandbox's call log. */
async function untilListed(list: Late['list'], reference: string, count: number): Promise<void> {
  while ((await granted(list(reference))).length < count) await delay(20);
}

const LATE: Record<'transfer' | 'payOut' | 'createDirectDebit', Late> = {
  transfer: {
    path: '/v2/p2p',
    send: (reference) => world.provider.transfer({ ...common(reference), fromAccountId: world.payer, toAccountId: world.payee }),
    list: (reference) => world.provider.listTransfers({ reference }),
    get: (reference) => world.provider.getTransfer({ reference }),
    status: 'succeeded',
  },
  payOut: {
    path: '/v2/moneyouts',
    send: (reference) => world.provider.payOut({ ...common(reference), bankAccountId: world.bankAccountId }),
    list: (reference) => world.provider.listPayOuts({ reference }),
    get: (reference) => world.provider.getPayOut({ reference }),
    status: 'pending',
  },
  createDirectDebit: {
    path: '/v2/moneyins/sdd/init',
    send: (reference) => {
      const collectionDate = Temporal.Now.plainDateISO('Europe/Paris').add({ days: 14 });
      return world.provider.createDirectDebit({ ...common(reference), mandateId: world.mandateId, collectionDate });
    },
    list: (reference) => world.provider.listDirectDebits({ reference }),
    get: (reference) => world.provider.getDirectDebit({ reference }),
    status: 'pending',
  },
};

for (const [operation, { path, send, list, get, status }] of Object.entries(LATE)) {
  test(`${operation}: cut off, absent at first, there once a while later`, sandboxOnly, async () => {
    const reference = randomUUID();
    const order = { route: `POST ${path}`, mode: 'late-effect', afterSeconds: AFTER_SECONDS };
    await world.control('POST', '/faults', order);
    assert.deepEqual(await send(reference), { ok: false, kind: 'unavailable', message: `${operation}: connection` });
    assert.deepEqual(await granted(list(reference)), []);
    assert.equal(await granted(get(reference)), null);
    await untilListed(list, reference, 1);
    const listed = await granted(list(reference));
    assert.deepEqual(
      listed.map((movement) => [movement.status, movement.reference]),
      [[status, reference]],
    );
    assert.equal((await present(get(reference))).status, status);
    const posts = (await world.control<Call[]>('GET', `/calls?path=${path}`)).filter(({ method }) => method === 'POST');
    assert.deepEqual(
      posts.map((call) => call.status),
      [null],
      'sent once, never answered',
    );
  });
}

test(
  'an order sent again before the first one took effect moves the money twice, and the list shows both',
  sandboxOnly,
  async () => {
    const reference = randomUUID();
    const { path, send, list, get } = LATE.transfer;
    await world.control('POST', '/faults', { route: `POST ${path}`, mode: 'late-effect', afterSeconds: 1 });
    assert.ok(!(await send(reference)).ok);
    assert.ok((await send(reference)).ok);
    await untilListed(list, reference, 2);
    assert.equal((await present(get(reference))).status, 'succeeded');
  },
);
