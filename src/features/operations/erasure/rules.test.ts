// What leads to a person and is about them is erased in one of the parts, and the database takes every statement of them.

import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { signUp, verifiedInvestor } from '../../../../test/support/actors.ts';
import { customerIs } from '../../../../test/support/customer-states.ts';
import { expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { COLUMNS, LINKS } from '../personal-data/index.ts';
import { BLANKS, countRows, erase, listFiles } from './queries.ts';
import { PARTS, stepsOf } from './rules.ts';

let world: World;
before(async () => {
  world = await startWorld({ worker: false });
});
after(() => world.close());

const linked = new Set(LINKS.map(({ table }) => table));
const steps = PARTS.flatMap((part) => stepsOf(part));
const isErased = (table: string, column: string) =>
  steps.some((step) => step.table === table && (step.does === 'remove' || step.does.includes(column)));

/** Of the kept rows: ids, states and dates, which name nobody once no other column does. */
const STAYS = [
  ...['auth_user.createdAt', 'auth_user.id', 'auth_user.role', 'customer.closed_at', 'customer.created_at', 'customer.id'],
  ...['customer.is_company_account', 'customer.kyc_status', 'customer.provider_blocked', 'customer.user_id'],
  ...['customer.referrer_customer_id', 'onboarding.customer_id', 'onboarding.kind', 'onboarding.project_owner_id'],
  ...['onboarding.provider_account_id', 'onboarding.state', 'onboarding.wallet_id', 'bank_account.customer_id'],
  ...['brick.owner_customer_id', 'capital_loss.customer_id', 'charge_back.account_id', 'charge_back.customer_id'],
  ...['coupon_year.customer_id', 'gift_card.buyer_customer_id', 'gift_card.redeemer_customer_id', 'invoice.customer_id'],
  ...['market_deal.buyer_id', 'market_deal.seller_id', 'movement_booking_line.customer_id', 'payout_line.customer_id'],
  ...['purchase.customer_id', 'referral_invoice.referrer_customer_id', 'referral_payout.referrer_customer_id'],
  ...['referral_reward.referee_customer_id', 'referral_reward.referrer_customer_id', 'trade_paper.customer_id'],
  ...['wallet_transaction.customer_id', 'withdrawal.customer_id', 'automatic_funding_candidate.customer_id'],
];

it('every column about a person or secret, of what leads to an investor, is erased or stays by name', () => {
  const promised = COLUMNS.filter(
    ({ table, columnClass, period }) =>
      linked.has(table) &&
      (columnClass === 'person' || columnClass === 'secret') &&
      (period === 'account' || period === 'identity' || period === 'accounting') &&
      !table.startsWith('owner_'),
  );
  assert.ok(promised.length > 60, `${promised.length} columns`);
  const left = promised.filter(({ table, column }) => !isErased(table, column)).map(({ table, column }) => `${table}.${column}`);
  assert.deepEqual(left.toSorted(), STAYS.toSorted());
});

it('a column is erased in the part that its period names', () => {
  for (const part of PARTS)
    for (const { table, does } of stepsOf(part))
      if (does !== 'remove')
        for (const column of does)
          assert.equal(COLUMNS.find((one) => one.table === table && one.column === column)?.period, part, `${table}.${column}`);
});

it('the database takes each statement, and what has no blank of its own may be null', async () => {
  const { customerId, userId } = await signUp(world);
  await customerIs(world, customerId, 'closed');
  const columns = await world.sql<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public' and is_nullable = 'NO'`,
  );
  const strict = new Set(columns.map(({ name }) => name));
  const nulls = steps.flatMap(({ table, does }) => (does === 'remove' ? [] : does.map((column) => `${table}.${column}`)));
  assert.deepEqual(
    nulls.filter((name) => !(name in BLANKS) && strict.has(name)),
    [],
  );
  assert.deepEqual(
    Object.keys(BLANKS).filter((name) => !nulls.includes(name)),
    [],
    'a blank of a column that is never erased',
  );
  await world.moveClock({ advance: 'P12Y' });
  await inTransaction(world.deps.db, async (tx) => {
    for (const step of steps) {
      const id = step.of === 'customer' ? customerId : userId;
      assert.ok((await countRows(world.deps.db, step, id)) >= 0);
      if (step.hasFiles) assert.deepEqual(await listFiles(tx, step, id), []);
      await erase(tx, step, id);
    }
  });
});

it('while the account is open nothing of it can be erased, by the owner of the tables neither', async () => {
  const { client, customerId } = await verifiedInvestor(world);
  for (const table of ['customer_company', 'profile_correction', 'sent_mail', 'deposit_account', 'tax_rate_request'])
    assert.match(await triggersOf(table), /before delete .* refuse_unless_closed/i, table);
  for (const table of ['trade_paper', 'referral_invoice', 'invoice'])
    assert.match(await triggersOf(table), /before update .* refuse_unless_closed/i, table);
  const year = world.deps.clock.now().toZonedDateTimeISO('Europe/Paris').year;
  expectStatus(await client.post('/customers/taxation', { year, fiscalResidence: 'abroad' }), 201);
  await assert.rejects(world.sql('delete from tax_rate_request where customer_id = $1', [customerId]), /is not closed/);
});

async function triggersOf(table: string): Promise<string> {
  const rows = await world.sql<{ text: string }>(
    `select pg_get_triggerdef(oid) as text from pg_trigger where tgrelid = $1::regclass and tgname = 'of_closed_accounts'`,
    [table],
  );
  return rows.map(({ text }) => text).join(' ');
}
