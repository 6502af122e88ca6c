// A coupon run to many holders: one line, one order and one job each, every cent accounted for, the proof green.

import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { type Person, signInAdministrator } from '../../../../test/support/actors.ts';
import { manyHolders } from '../../../../test/support/bulk-rows.ts';
import { scheduledProperty } from '../../../../test/support/scheduled-property.ts';
import { proveLedger } from '../../../../test/support/withdrawal-actors.ts';
import { expectStatus, startWorld, type World } from '../../../../test/support/world.ts';

const HOLDERS = 10_000;
/** Of 10 000 000 EUR at 9.5 % for a month: about the most that the provider can move at once is twice that. */
const INTEREST_CENTS = 7_916_667;
const WIRES = '/administration/property/payment-schedule/wire-to-be-assigned';

let world: World;
let admin: Person;

before(async () => {
  world = await startWorld({ worker: false });
  admin = await signInAdministrator(world);
  await world.moveClock({ now: '2026-02-10T10:00:00Z' });
});
after(() => world.close());

it(`pays ${HOLDERS} holders once, to the cent`, async () => {
  const own = await scheduledProperty(world, admin, {
    terms: { totalFundedAmount: 1e9, initialCapitalLoaned: { date: '2026-01-01', amount: 1e9 }, interestSequestre: 0 },
  });
  await manyHolders(world, own.propertyId, HOLDERS);
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
       (select count(*)::integer from payment where purpose = 'coupon') as orders,
       (select sum(amount_cents)::integer from payment where purpose = 'coupon') as net,
       (select sum(income_tax_cents + social_cents)::integer from coupon_tax) as parts,
       (select count(*)::integer from pgboss.job join payment placed on placed.id::text = data->>'paymentId' where placed.purpose = 'coupon') as jobs
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
