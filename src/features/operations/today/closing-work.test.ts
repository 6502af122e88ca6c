// What waits on Today between the closing of a funding and the settlement of its project: each thing until it is done.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Person, signInAdministrator, verifiedInvestor } from '../../../../test/support/actors.ts';
import { finishedProject, ONE_MONTH } from '../../../../test/support/finished-project.ts';
import { fundedProperty, ibanOf } from '../../../../test/support/funding-actors.ts';
import { lentProject, payByWire } from '../../../../test/support/lent-project.ts';
import { recordTransfer } from '../../../../test/support/owner-transfers.ts';
import { expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import type { WaitingKind } from './rules.ts';
import type { Today } from './schemas.ts';

let world: World;
let admin: Person;
before(async () => {
  world = await startWorld({ worker: false });
  admin = await signInAdministrator(world);
});
after(() => world.close());

const waiting = async (kind: WaitingKind) => {
  const { body } = expectStatus(await admin.client.get<Today>('/administration/today'), 200);
  return body.waiting.find((each) => each.kind === kind)?.items ?? [];
};
const post = async (path: string, body: object = {}) =>
  expectStatus(await admin.client.post(`/administration/property${path}`, body), 201);

describe('after a funding', () => {
  it('company-fee, with its tax, until it is taken; owner-transfer, schedule-to-create', async () => {
    const own = await fundedProperty(world, { mainCents: 40_000_000 });
    const fees = async () => (await waiting('company-fee')).map(({ propertyId, amountCents }) => [propertyId, amountCents]);
    assert.deepEqual(await fees(), [
      [own.propertyId, 480_000],
      [own.propertyId, 3_000_000],
    ]);
    await post(`/${own.propertyId}/funding/transfer-funding-fees`);
    assert.deepEqual(await fees(), [[own.propertyId, 480_000]]);
    await post(`/${own.propertyId}/funding/transfer-fiducie-fees`);
    assert.deepEqual(await fees(), []);

    const [due, ...others] = await waiting('owner-transfer');
    assert.deepEqual([due?.id, due?.amountCents, others], [own.propertyId, 40_000_000 - 3_480_000, []]);
    expectStatus(await recordTransfer(admin, own, 1_000_000), 201);
    assert.deepEqual(await waiting('owner-transfer'), []);

    const [project, ...more] = await waiting('schedule-to-create');
    assert.deepEqual([project?.id, project?.amountCents, more], [own.propertyId, 40_000_000, []]);
    const echeancierConfig = {
      ...{ ...ONE_MONTH, totalFundedAmount: 40_000_000, initialCapitalLoaned: { date: '2026-01-01', amount: 40_000_000 } },
      ...{ spvCountry: 'France', events: [] },
    };
    await post('/payment-schedule/v2', { propertyId: own.propertyId, echeancierConfig, totalConstructionBudget: 0 });
    assert.deepEqual(await waiting('schedule-to-create'), []);
  });

  it('tax-to-remit: that of a month that is over, until it is remitted', async () => {
    await world.moveClock({ now: '2026-02-09T10:00:00Z' });
    const own = await lentProject(world, admin, { holders: [{ investor: await verifiedInvestor(world), bricks: 1 }] });
    await payByWire(world, admin, own, { paymentFor: 'mensualite', index: 0, cents: 10_000 });
    await world.moveClock({ now: '2026-02-10T06:00:00Z' });
    for (let run = 0; run < 2; run += 1) {
      await world.runJob('coupon-payout');
      await world.runJob('wallet-transactions');
    }
    assert.deepEqual(await waiting('tax-to-remit'), [], 'the month still runs');
    await world.moveClock({ now: '2026-03-01T06:00:00Z' });
    const [tax, ...others] = await waiting('tax-to-remit');
    assert.deepEqual([tax?.period, tax?.amountCents, others], ['2026-02', 3_140, []]);
    const providerWithdrawBankAccountId = await ibanOf(world, world.deps.config.PLATFORM_TAX_ACCOUNT_ID);
    const withdrawal = { action: 'withdraw', providerWithdrawBankAccountId };
    expectStatus(await admin.client.post('/administration/payouts/2026-02/tax-remittance', withdrawal), 201);
    assert.deepEqual(await waiting('tax-to-remit'), []);
  });

  it('settlement: of a project that has repaid everything, until it is settled', async () => {
    const own = await finishedProject(world, admin, { holders: [{ investor: await verifiedInvestor(world), bricks: 1 }] });
    const [due, ...others] = await waiting('settlement');
    assert.deepEqual([due?.id, others], [own.propertyId, []]);
    await post(`/${own.propertyId}/solde-de-tout-compte/done`);
    assert.deepEqual(await waiting('settlement'), []);
  });
});
