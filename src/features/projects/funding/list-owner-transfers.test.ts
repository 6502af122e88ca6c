// What was sent to a project owner, page by page: the amounts are of all transfers, whatever page or filter is asked for.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Person, signInAdministrator } from '../../../../test/support/actors.ts';
import { itRefuses } from '../../../../test/support/administration-lists.ts';
import { type FundedProperty, fundedProperty, ibanOf } from '../../../../test/support/funding-actors.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import { newId } from '../../../core/ids.ts';

type Transfer = { id: string; action: string; status: string; amountCents: number; createdAt: string };
type Listed = { capCents: number; transferredCents: number; transfers: Transfer[]; nextCursor: string | null };

let world: World;
let admin: Person;
let property: FundedProperty;

before(async () => {
  world = await startWorld({ worker: false });
  admin = await signInAdministrator(world);
  property = await fundedProperty(world, { mainCents: 34_770_000 });
  for (const amountToTransfer of [100, 200, 300]) await transfer({ action: 'no-withdraw', amountToTransfer });
  const providerWithdrawBankAccountId = await ibanOf(world, property.accountId);
  await transfer({ action: 'withdraw', amountToTransfer: 400, providerWithdrawBankAccountId });
});
after(() => world.close());

const urlOf = (propertyId: PropertyId) => `/administration/property/${propertyId}/funding/transfers`;
const transfer = async (body: object) =>
  expectStatus(
    await admin.client.post(`/administration/property/${property.propertyId}/funding/transfer-funds-to-project-owner`, body),
    201,
  );
const list = async (query = '', { propertyId } = property) =>
  expectStatus(await admin.client.get<Listed>(`${urlOf(propertyId)}${query}`), 200).body;
const amountsOf = ({ transfers }: Listed) => transfers.map(({ amountCents }) => amountCents);

describe('GET /administration/property/:propertyId/funding/transfers', () => {
  it('page by page, newest first', async () => {
    const whole = await list();
    assert.deepEqual([amountsOf(whole), whole.nextCursor, whole.transferredCents], [[400, 300, 200, 100], null, 1_000]);
    const first = await list('?limit=3');
    const second = await list(`?limit=3&cursor=${first.nextCursor}`);
    assert.deepEqual([amountsOf(first), amountsOf(second), second.nextCursor], [[400, 300, 200], [100], null]);
    assert.deepEqual([first.transferredCents, second.transferredCents, second.capCents], [1_000, 1_000, whole.capCents]);
  });
  it('by action, status and period; the amounts stay those of all', async () => {
    assert.deepEqual(amountsOf(await list('?action=withdraw')), [400]);
    assert.deepEqual(amountsOf(await list('?action=no-withdraw')), [300, 200, 100]);
    assert.deepEqual(amountsOf(await list('?status=waiting')), [400]);
    assert.deepEqual(amountsOf(await list('?status=transferred')), [300, 200, 100]);
    assert.deepEqual(amountsOf(await list('?status=failed')), []);
    assert.equal((await list('?status=failed')).transferredCents, 1_000);
    const middle = (await list()).transfers[1]?.createdAt;
    assert.deepEqual(amountsOf(await list(`?from=${middle}`)), [400, 300]);
    assert.deepEqual(amountsOf(await list(`?to=${middle}`)), [200, 100]);
  });
  it('nothing of one project under another of its SPV', async () => {
    const spv = { spvId: property.spvId, accountId: property.accountId };
    const other = await fundedProperty(world, { mainCents: 1_000_000, spv });
    const { transfers, transferredCents } = await list('', other);
    assert.deepEqual([transfers, transferredCents], [[], 0]);
  });
  it('of a property that never was -> 404 not-found', async () =>
    expectCode(await admin.client.get(urlOf(newId())), 404, 'not-found'));
  const wrong = ['status=sent', 'action=gift'];
  itRefuses('a project’s transfers to its owner', {
    world: () => world,
    administrator: () => admin,
    at: () => urlOf(property.propertyId),
    wrong,
  });
});
