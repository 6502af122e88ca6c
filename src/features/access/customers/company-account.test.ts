// `npm run admin -- company-account --email`: who it makes the company account, what it says, what the audit keeps.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Investor, resaleProperty, signInAdministrator, signUp, verifiedInvestor } from '../../../../test/support/actors.ts';
import { makeCompanyAccount } from '../../../../test/support/customer-states.ts';
import { runMain } from '../../../../test/support/processes.ts';
import { readAudits } from '../../../../test/support/readers.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import { designateCompanyAccount } from './index.ts';

let world: World;
before(async () => {
  world = await startWorld({ worker: false, settings: { MAX_DAILY_RESALE_DEALS: '1' } });
});
after(() => world.close());

const designate = (email: string) => runMain(world, 'admin', 'company-account', '--email', email);
const holders = async () =>
  (await world.sql<{ id: string }>('select id from customer where is_company_account')).map(({ id }) => id);
/** Audit rows, the newest first; the payload has the customer before. */
const audit = async () =>
  (
    await readAudits<{ target_id: string; payload: { previousCustomerId: string | null }; administrator_email: string }>(
      world,
      { kind: 'COMPANY_ACCOUNT_DESIGNATION' },
      ['target_id', 'payload', 'administrator_email'],
    )
  ).toReversed();
const seller = async () => {
  const investor = await verifiedInvestor(world);
  const property = await resaleProperty(world, { owners: [{ customerId: investor.customerId, bricks: 5 }] });
  return { investor, offer: () => offer(investor, property.propertyId) };
};
const offer = ({ client }: Investor, propertyId: PropertyId) =>
  client.post('/marketplace/deal', { propertyId, amount: 1, price: 950 });
const mayStillSell = async ({ client }: Investor) =>
  (await client.get<{ canSellToday: boolean }>('/marketplace/deal/can-sell-today')).body.canSellToday;

describe('the command', () => {
  it('lifts the quota of the investor, who has none from then on', async () => {
    const { investor, offer: sell } = await seller();
    expectStatus(await sell(), 201);
    expectCode(await sell(), 403, 'marketplace.sell.MAX_SELLING_QUOTA_REACHED');
    assert.deepEqual(await designate(investor.email.toUpperCase()), {
      code: 0,
      output: `company account ${investor.email.toUpperCase()} designated`,
    });
    assert.equal(await mayStillSell(investor), true);
    for (const _ of [1, 2]) expectStatus(await sell(), 201);
    assert.deepEqual(await holders(), [investor.customerId]);
    const [row] = await audit();
    assert.deepEqual(row, {
      target_id: investor.customerId,
      payload: { previousCustomerId: null },
      administrator_email: 'command-line',
    });
  });
  it('for another investor moves it: one has it, and the one before has the quota again', async () => {
    const [before] = await holders();
    const { investor } = await seller();
    assert.equal((await designate(investor.email)).output, `company account ${investor.email} moved`);
    assert.deepEqual(await holders(), [investor.customerId]);
    const [row] = await audit();
    assert.deepEqual([row?.target_id, row?.payload], [investor.customerId, { previousCustomerId: before }]);
    const { client } = await signInAdministrator(world);
    const seen = await client.get<{ isCompanyAccount: boolean }>(`/administration/customers/${before}`);
    assert.equal(seen.body.isCompanyAccount, false);
    const listed = await client.get<{ items: { kind: string }[] }>(
      '/administration/admin-actions?kind=COMPANY_ACCOUNT_DESIGNATION',
    );
    assert.equal(expectStatus(listed, 200).body.items.length, 2);
  });
  it('for who has it already changes nothing and writes nothing down', async () => {
    const { investor } = await seller();
    await designateCompanyAccount(world.deps, investor);
    const rows = (await audit()).length;
    assert.equal(await designateCompanyAccount(world.deps, investor), 'same');
    assert.deepEqual([(await audit()).length, await holders()], [rows, [investor.customerId]]);
  });
  it('fails for an address that no investor has, an administrator’s too', async () => {
    const was = await holders();
    const { code, output } = await designate('nobody@example.test');
    assert.equal(code, 1);
    assert.match(output, /no investor has the address nobody@example.test/);
    const { email } = await signInAdministrator(world);
    await assert.rejects(designateCompanyAccount(world.deps, { email }), /no investor has the address/);
    assert.deepEqual(await holders(), was);
  });
  it('without an address says how it is used', async () => {
    const { code, output } = await runMain(world, 'admin', 'company-account');
    assert.equal(code, 1);
    assert.match(output, /admin company-account --email E/);
  });
});

describe('at most one', () => {
  it('six at once: all are written down, the last has it', async () => {
    const investors = await Promise.all(Array.from({ length: 6 }, () => signUp(world)));
    const rows = (await audit()).length;
    await Promise.all(investors.map(({ email }) => designateCompanyAccount(world.deps, { email })));
    assert.equal((await audit()).length, rows + 6);
    // One follows the other: whoever nobody follows has it.
    const all = await audit();
    const followed = new Set(all.map(({ payload }) => payload.previousCustomerId));
    const last = all.map((row) => row.target_id).filter((id) => !followed.has(id));
    assert.deepEqual(await holders(), last);
  });
  it('the database refuses a second', async () => {
    const { customerId } = await signUp(world);
    const second = makeCompanyAccount(world, customerId);
    await assert.rejects(second, /customer_one_company_account/);
  });
});
