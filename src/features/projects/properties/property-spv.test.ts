// The SPV of a property: free until money or an investor has come to it, then fixed.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  openFunding,
  type Person,
  signInAdministrator,
  spvWithWallet,
  verifiedInvestor,
} from '../../../../test/support/actors.ts';
import { fundedProperty } from '../../../../test/support/funding-actors.ts';
import { G1 } from '../../../../test/support/schedule-actors.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import type { SpvId } from '../../../core/db/tables.ts';

type View = { id: string; name: string; spvId: SpvId | null };

let world: World;
let admin: Person;
let spvId: SpvId;

before(async () => {
  world = await startWorld({ worker: false });
  admin = await signInAdministrator(world);
  ({ spvId } = await spvWithWallet(world));
});
after(() => world.close());

const edit = (id: string, body: unknown) => admin.client.patch<View>(`/administration/property/${id}`, body);
const read = async (id: string) => (await admin.client.get<View>(`/administration/property/${id}`)).body;

describe('PATCH /administration/property/:propertyId and its SPV', () => {
  it('once its purses were used: the same SPV passes, another -> 400 property.spv-cannot-change-once-used', async () => {
    const funding = await fundedProperty(world, { mainCents: 1_000 });
    const { spvId: other } = await spvWithWallet(world);
    expectCode(await edit(funding.propertyId, { name: 'x', spvId: other }), 400, 'property.spv-cannot-change-once-used');
    assert.notEqual((await read(funding.propertyId))?.name, 'x');
    expectStatus(await edit(funding.propertyId, { name: 'x', spvId: funding.spvId }), 200);
    assert.equal((await read(funding.propertyId))?.name, 'x');
  });
  it('once somebody bought, though nothing was moved yet -> 400 property.spv-cannot-change-once-used', async () => {
    const { propertyId } = await openFunding(world, { bricks: 2 });
    const { spvId: other } = await spvWithWallet(world);
    expectCode(await edit(propertyId, { spvId: other }), 400, 'validation-failed');
    const buyer = await verifiedInvestor(world, { fundsCents: 1_000 });
    expectStatus(await buyer.client.post(`/properties/${propertyId}/purchase`, { amount: 1 }), 201);
    expectCode(await edit(propertyId, { spvId: other }), 400, 'property.spv-cannot-change-once-used');
  });
  it('after the rows of the document -> 400 min-amount-to-fund-should-be-less-than-amount-to-fund', async () => {
    const { propertyId } = await fundedProperty(world, { mainCents: 1_000 });
    const body = { spvId, amountToFundCents: 1, minAmountToFundCents: 2 };
    expectCode(await edit(propertyId, body), 400, 'min-amount-to-fund-should-be-less-than-amount-to-fund');
  });
  it('in DRAFT it changes, until money of the property has arrived -> 400 property.spv-cannot-change-once-used', async () => {
    const draft = { name: 'Les Saules', investorContractType: 'obligation', spvId };
    const { id } = expectStatus(await admin.client.post<View>('/administration/property', draft), 201).body;
    const { spvId: other } = await spvWithWallet(world);
    assert.equal(expectStatus(await edit(id, { spvId: other }), 200).body.spvId, other);
    // No request brings money to a draft: the account stands for a wire that was named for it.
    await world.sql(
      `select ledger_post(gen_random_uuid(), 'hold', 'SPV_WIRE_IN', now(), now(), array['EXT', $1], array[-5::bigint, 5::bigint])`,
      [`PRO:${id}:UNASSIGNED`],
    );
    expectCode(await edit(id, { spvId }), 400, 'property.spv-cannot-change-once-used');
  });
  it('in DRAFT with a schedule and a mandate, neither another one nor none -> 400 property.spv-cannot-change-once-used', async () => {
    const { spvId: old, accountId } = await spvWithWallet(world);
    const draft = { name: 'Les Ormes', investorContractType: 'obligation', spvId: old, amountToFundCents: 100_000 };
    const { id } = expectStatus(await admin.client.post<View>('/administration/property', draft), 201).body;
    const schedule = {
      propertyId: id,
      echeancierConfig: { ...G1, totalFundedAmount: 100_000, interestSequestre: 0 },
      totalConstructionBudget: 0,
    };
    schedule.echeancierConfig.initialCapitalLoaned = { date: '2026-01-01', amount: 100_000 };
    expectStatus(await admin.client.post('/administration/property/payment-schedule/v2', schedule), 201);
    const mandate = { iban: 'FR7630006000011234567890189', holder: 'Porteur', status: 5 };
    const { id: providerMandateId } = await world.control<{ id: number }>('POST', `/accounts/${accountId}/mandates`, mandate);
    const mode = { paymentMode: 'directDebit', providerMandateId, dayOfMonth: 5 };
    expectStatus(await admin.client.put(`/administration/property/${id}/echeancier/payment-mode`, mode), 200);
    const { spvId: other } = await spvWithWallet(world);
    expectCode(await edit(id, { spvId: other }), 400, 'property.spv-cannot-change-once-used');
    expectCode(await edit(id, { spvId: null }), 400, 'property.spv-cannot-change-once-used');
    assert.equal((await read(id))?.spvId, old);
    const wallet = { id: old, name: 'SPV', country: 'France', providerExternalId: `spv-${old}` };
    expectCode(await admin.client.put('/administration/spv', wallet), 400, 'validation-failed');
  });
});
