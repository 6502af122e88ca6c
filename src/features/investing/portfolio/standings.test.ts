// Figures equal the ledger, whoever holds how much and whatever the owner pays when.

import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import fc from 'fast-check';
import { type Investor, type Person, signInAdministrator, verifiedInvestor } from '../../../../test/support/actors.ts';
import { lentProject, payByWire, payOut } from '../../../../test/support/lent-project.ts';
import { ledgerCents } from '../../../../test/support/readers.ts';
import { expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import type { InvestmentDetail, PortfolioSummary } from './schemas.ts';

const COLLECTED_CENTS = 1_000_000;
const RUNS = 6;

let world: World;
let admin: Person;
/** Each case has a month of its own, as coupons are paid out once in it. */
let month = Temporal.PlainYearMonth.from('2026-02');

before(async () => {
  world = await startWorld();
  await world.moveClock({ now: '2026-01-05T09:00:00Z' });
  admin = await signInAdministrator(world);
});
after(() => world.close());

const wires = fc.array(
  fc.record({ paymentFor: fc.constantFrom('mensualite', 'capitalRepayment'), cents: fc.integer({ min: 1, max: 400_000 }) }),
  { minLength: 1, maxLength: 3 },
);
/** Of a hundred bricks, those of the first and of the second holder; the third has the rest. */
const holdings = fc.tuple(fc.integer({ min: 1, max: 49 }), fc.integer({ min: 1, max: 49 }));

it('what came to each is on their account, together it is what the runs paid, and the rest is outstanding', async () => {
  await fc.assert(
    fc.asyncProperty(holdings, wires, async ([first, second], payments) => {
      month = month.add({ months: 1 });
      await world.moveClock({ now: `${month}-11T09:00:00Z` });
      const investors = await Promise.all([first, second, 100 - first - second].map(() => verifiedInvestor(world)));
      const bricks = [first, second, 100 - first - second];
      const own = await lentProject(world, admin, {
        holders: investors.map((investor, index) => ({ investor, bricks: bricks[index] ?? 0 })),
      });
      for (const { paymentFor, cents } of payments) await payByWire(world, admin, own, { paymentFor, index: 1, cents });
      await payOut(world);
      await world.until(
        async () => (await world.sql(`select from payout_line where status = 'waiting'`)).length === 0,
        'the payouts to arrive',
      );
      const runs = await world.sql<{ kind: string; cents: number }>(
        'select kind, sum(total_cents)::integer as cents from payout_run where property_id = $1 group by kind',
        [own.propertyId],
      );
      const paid = (kind: string) => runs.find((run) => run.kind === kind)?.cents ?? 0;
      const sums = await Promise.all(investors.map(summaryOf));
      for (const [index, investor] of investors.entries()) await assertOwn(investor, own.propertyId, sums[index]);
      const total = (of: (sum: PortfolioSummary) => number) => sums.reduce((all, sum) => all + of(sum), 0);
      assert.equal(
        total((sum) => sum.investedCents),
        COLLECTED_CENTS,
      );
      assert.equal(
        total((sum) => sum.couponGrossCents),
        paid('coupon'),
      );
      assert.equal(
        total((sum) => sum.capitalCents),
        paid('capital'),
      );
      const lostToRounding = COLLECTED_CENTS - paid('capital') - total((sum) => sum.outstandingCents);
      assert.ok(lostToRounding >= 0 && lostToRounding < investors.length);
    }),
    { numRuns: RUNS },
  );
});

const summaryOf = async ({ client }: Investor) =>
  expectStatus(await client.get<PortfolioSummary>('/customers/investments/summary'), 200).body;

/** They brought exactly what they invested: what is on the account came from the project. */
async function assertOwn(investor: Investor, propertyId: string, sum: PortfolioSummary | undefined): Promise<void> {
  assert.ok(sum);
  assert.equal(await ledgerCents(world, `INV:${investor.customerId}:AVAILABLE`), sum.couponNetCents + sum.capitalCents);
  const { body } = expectStatus(await investor.client.get<InvestmentDetail>(`/customers/investments/${propertyId}`), 200);
  const paidCents = body.payments.filter(({ state }) => state === 'paid').reduce((all, { netCents }) => all + netCents, 0);
  assert.equal(paidCents, sum.couponNetCents + sum.capitalCents);
  assert.equal(
    sum.months.reduce((all, { receivedCents }) => all + receivedCents, 0),
    paidCents,
  );
}
