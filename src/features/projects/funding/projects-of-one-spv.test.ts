// Whose money it is: projects of one SPV pay their owners out of what each of them collected, by both variants of the transfer.

import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { openFunding, type Person, type Spv, signInAdministrator, verifiedInvestor } from '../../../../test/support/actors.ts';
import { type FundedProperty, fundedProperty, ibanOf } from '../../../../test/support/funding-actors.ts';
import { assertSoundLedger } from '../../../../test/support/ledger-proof.ts';
import { movementsFrom, pursesOf } from '../../../../test/support/payment-actors.ts';
import { readAudits } from '../../../../test/support/readers.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import type { PropertyId } from '../../../core/db/tables.ts';

type Listed = { transferredCents: number; transferableCents: number; transfers: { status: string }[] };
type Ready = FundedProperty & { ibanId: number };

let world: World;
let admin: Person;
let colleague: Person;

before(async () => {
  world = await startWorld({ worker: false });
  admin = await signInAdministrator(world);
  colleague = await signInAdministrator(world);
});
after(() => world.close());
afterEach(async () => {
  await world.control('DELETE', '/faults');
  await assertSoundLedger(world);
});

/** A closed project, its SPV's bank account known; perhaps on the SPV of another one. */
const funded = async (options: { mainCents: number; spv?: Ready }): Promise<Ready> => {
  const property = await fundedProperty(world, options);
  return { ...property, ibanId: options.spv?.ibanId ?? (await ibanOf(world, property.accountId)) };
};
/** A project of the same SPV whose funding is open, with one brick of 10 000 EUR bought. */
const collecting = async (spv: Spv & { ibanId: number }): Promise<Ready> => {
  const open = await openFunding(world, { bricks: 2, brickPriceCents: 1_000_000, spv });
  const investor = await verifiedInvestor(world, { fundsCents: 1_000_000 });
  expectStatus(await investor.client.post(`/properties/${open.propertyId}/purchase`, { amount: 1 }), 201);
  await world.runJob('wallet-transactions');
  return { ...open, ibanId: spv.ibanId };
};
const path = (propertyId: PropertyId) => `/administration/property/${propertyId}/funding/transfer-funds-to-project-owner`;
const withdraw = (to: Ready, amountToTransfer: number, by = admin) =>
  by.client.post(path(to.propertyId), { action: 'withdraw', amountToTransfer, providerWithdrawBankAccountId: to.ibanId });
const record = (to: Ready, amountToTransfer: number, by = admin) =>
  by.client.post(path(to.propertyId), { action: 'no-withdraw', amountToTransfer });
const listed = async ({ propertyId }: FundedProperty) =>
  expectStatus(await admin.client.get<Listed>(`/administration/property/${propertyId}/funding/transfers`), 200).body;
const property = async ({ propertyId }: FundedProperty) =>
  (
    await admin.client.get<{ financialStatus: string | null; purchasedDate: string | null }>(
      `/administration/property/${propertyId}`,
    )
  ).body;
const main = async ({ propertyId }: FundedProperty) => (await pursesOf(world, propertyId, ['MAIN']))[0];
const audits = ({ propertyId }: FundedProperty) =>
  readAudits(world, { targetId: propertyId, kind: 'PROPERTY_TRANSFER_%' }, ['kind']);

/** Both variants of the transfer. */
const VARIANTS = { withdraw, 'no-withdraw': record } as const;

for (const [variant, send] of Object.entries(VARIANTS))
  describe(`${variant}, and whose money it is`, () => {
    it('before the funding has closed, beside a closed one on its SPV -> 400 property.transfer-exceeds-funding-amount', async () => {
      const rich = await funded({ mainCents: 5_000_000 });
      const to = await collecting(rich);
      const before = await movementsFrom(world, rich.accountId);
      expectCode(await send(to, 1), 400, 'property.transfer-exceeds-funding-amount');
      const { financialStatus, purchasedDate } = await property(to);
      assert.deepEqual([financialStatus, purchasedDate], [null, null]);
      const { transfers, transferredCents, transferableCents } = await listed(to);
      assert.deepEqual([transfers, transferredCents, transferableCents], [[], 0, 0]);
      assert.deepEqual([await audits(to), await movementsFrom(world, rich.accountId)], [[], before]);
      assert.deepEqual(await pursesOf(world, to.propertyId, ['COLLECT', 'MAIN', 'HELD']), [1_000_000, 0, 0]);
      assert.equal(await main(rich), 5_000_000);
    });
    it('what the project collected, not a cent of the others on its SPV -> 400 property.transfer-exceeds-funding-amount', async () => {
      const rich = await funded({ mainCents: 5_000_000 });
      const poor = await funded({ mainCents: 1_000, spv: rich });
      assert.deepEqual((await listed(poor)).transferableCents, 1_000);
      expectCode(await send(poor, 1_001), 400, 'property.transfer-exceeds-funding-amount');
      assert.deepEqual((await listed(poor)).transfers, []);
      expectStatus(await send(poor, 600), 201);
      expectCode(await send(poor, 401), 400, 'property.transfer-exceeds-funding-amount');
      expectStatus(await send(poor, 400), 201);
      assert.deepEqual([await main(poor), await main(rich)], [0, 5_000_000]);
    });
    it('three projects of one SPV, each with all it has at once: each exactly that', async () => {
      const first = await funded({ mainCents: 3_000 });
      const second = await funded({ mainCents: 2_000, spv: first });
      const third = await funded({ mainCents: 1_000, spv: first });
      const answers = await Promise.all(
        [first, second, third].flatMap((to, index) => [
          send(to, 3_000 - 1_000 * index),
          send(to, 3_000 - 1_000 * index, colleague),
        ]),
      );
      assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 201, 201, 400, 400, 400]);
      for (const to of [first, second, third]) assert.equal(await main(to), 0);
    });
    it('what is held for a fee is not transferable -> 400 property.transfer-exceeds-funding-amount', async () => {
      const to = await funded({ mainCents: 3_000_100 });
      await world.control('POST', '/faults', { route: 'POST /v2/p2p', mode: 'pending' });
      expectStatus(await admin.client.post(`/administration/property/${to.propertyId}/funding/transfer-funding-fees`), 201);
      expectCode(await send(to, 101), 400, 'property.transfer-exceeds-funding-amount');
      expectStatus(await send(to, 100), 201);
    });
  });
