// A coupon run to many holders: one line, one order and one job each, every cent accounted for, the proof green.

import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { type Person, signInAdministrator } from '../../../../test/support/actors.ts';
import { scheduledProperty } from '../../../../test/support/scheduled-property.ts';
import { proveLedger } from '../../../../test/support/withdrawal-actors.ts';
import { expectStatus, startWorld, type World } from '../../../../test/support/world.ts';

const HOLDERS = 10_000;
/** Of 100 000 000 EUR at 9.5 % for a month. */
const INTEREST_CENTS = 79_166_667;
const WIRES = '/administration/property/payment-schedule/wire-to-be-assigned';

let world: World;
let admin: Person;

before(async () => {
  world = await startWorld({ worker: false });
  admin = await signInAdministrator(world);
  await world.moveClock({ now: '2026-02-10T10:00:00Z' });
});
after(() => world.close());

/** A third of them hold two bricks, a tenth are companies, a seventh live abroad. */
async function settleHolders(propertyId: string): Promise<void> {
  await world.sql(
    `create table holder as select gen_random_uuid() as id, gen_random_uuid() as user_id, n from generate_series(1, $1::integer) as n`,
    [HOLDERS],
  );
  await world.sql(
    `insert into auth_user (id, name, email, "emailVerified") select user_id, 'Camille Durand', 'holder-' || n || '@example.test', true from holder`,
  );
  await world.sql(
    `insert into customer (id, user_id, kyc_status, provider_status, customer_type, referral_code, created_at)
     select id, user_id, 'verified', 6, case when n % 10 = 0 then 'business' else 'individual' end, 'holder-' || n, now() from holder`,
  );
  await world.sql(
    `insert into tax_rate_request (id, customer_id, year, tax_rate_bps, answers, status, created_at, validated_at)
     select gen_random_uuid(), id, 2026, 0, '{"year": 2026, "fiscalResidence": "abroad"}', 'validated', now(), now() from holder where n % 7 = 0`,
  );
  await world.sql(
    `insert into brick (id, property_id, number, owner_customer_id)
     select gen_random_uuid(), $1, 1 + row_number() over (), holder.id from holder, generate_series(0, 1) as extra where extra = 0 or n % 3 = 0`,
    [propertyId],
  );
  // The one that was bought through the product.
  await world.sql(
    'update brick set owner_customer_id = (select id from holder where n = 1) where property_id = $1 and number = 1',
    [propertyId],
  );
  await world.sql('update property set total_bricks = (select count(*) from brick where property_id = $1) where id = $1', [
    propertyId,
  ]);
}

it(`pays ${HOLDERS} holders once, to the cent`, async () => {
  const own = await scheduledProperty(world, admin, {
    terms: { totalFundedAmount: 1e10, initialCapitalLoaned: { date: '2026-01-01', amount: 1e10 }, interestSequestre: 0 },
  });
  await settleHolders(own.propertyId);
  const [echeance] = own.echeances;
  await world.control('POST', `/accounts/${own.accountId}/credit`, { amountCents: echeance?.amountDue });
  await world.runJob('incoming-wires');
  const { body } = expectStatus(await admin.client.get<{ id: string }[]>(WIRES), 200);
  const assignment = { wireToBeAssignedId: body[0]?.id, paymentFor: 'mensualite', echeanceId: echeance?.id, isSimulation: false };
  expectStatus(await admin.client.post(`${WIRES}/assign`, assignment), 201);

  const report = await world.runJob<{ payouts: number; totalCents: number; taxCents: number; failures: number }>('coupon-payout');
  assert.deepEqual([report.payouts, report.totalCents, report.failures], [HOLDERS, INTEREST_CENTS, 0]);
  const [sums] = await world.sql<Record<string, number>>(
    `select count(*)::integer as lines, sum(gross_cents)::integer as gross, sum(tax_cents)::integer as tax,
       count(distinct gross_cents)::integer as "differentShares",
       (select count(*)::integer from payment_order where purpose = 'coupon') as orders,
       (select sum(amount_cents)::integer from payment_order where purpose = 'coupon') as net,
       (select sum(income_tax_cents + social_cents)::integer from coupon_tax) as parts,
       (select count(*)::integer from pgboss.job join payment_order placed on placed.id::text = data->>'orderId' where placed.purpose = 'coupon') as jobs
     from payout_line`,
  );
  const { taxCents } = report;
  assert.deepEqual(sums, {
    ...{
      lines: HOLDERS,
      gross: INTEREST_CENTS,
      tax: taxCents,
      orders: HOLDERS,
      net: INTEREST_CENTS - taxCents,
      parts: taxCents,
      jobs: HOLDERS,
    },
    // One brick or two, each rounded down, or up for those whose remainder is greater.
    differentShares: sums?.differentShares,
  });
  assert.ok((sums?.differentShares ?? 9) <= 4);
  const [withoutTax] = await world.sql<{ count: number }>(
    `select count(*)::integer as count from payout_line line join holder on holder.id = line.customer_id
     where (line.tax_cents = 0) <> (n % 10 = 0 or n % 7 = 0)`,
  );
  assert.equal(withoutTax?.count, 0);
  assert.equal((await world.runJob<{ payouts: number }>('coupon-payout')).payouts, 0);
  await proveLedger(admin);
});
