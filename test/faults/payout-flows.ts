// Coupons, capital and their tax, opened by the jobs and not sent; and the tax of as many months as there are faults, to be remitted.

import assert from 'node:assert/strict';
import type { SpvId } from '../../src/core/db/tables.ts';
import { carryOutPayment } from '../../src/money/payments/index.ts';
import { type Investor, type Person, verifiedInvestor } from '../support/actors.ts';
import { ibanOf } from '../support/funding-actors.ts';
import { type ScheduledProperty, scheduledProperty } from '../support/scheduled-property.ts';
import { expectStatus, type World } from '../support/world.ts';
import { byWorker, type Flow, openedBy } from './flow.ts';
import { bringEachOther } from './wallet-flows.ts';

const WIRES = '/administration/property/payment-schedule/wire-to-be-assigned';

type Setting = { world: World; admin: Person; count: number };

/** A holder for every fault, each referred by another one, and a project of theirs. */
export async function repaidByMany({ world, admin, count }: Setting): Promise<ScheduledProperty & { holders: Investor[] }> {
  const holders = await Promise.all(Array.from({ length: count }, () => verifiedInvestor(world)));
  await bringEachOther(world, holders);
  const project = await scheduledProperty(world, admin, { holders: holders.map((investor) => ({ investor, bricks: 1 })) });
  return { ...project, holders };
}

/** First month: its tax. Second: one coupon a month for the remittances. Third: the coupons. Last: the capital. */
export async function payoutFlows(setting: Setting, project: ScheduledProperty): Promise<Flow[]> {
  const { world, count } = setting;
  await world.moveClock({ now: '2026-02-10T08:00:00Z' });
  const taxes: string[] = [];
  for (const id of await coupons(setting, project, 0)) taxes.push(await taxAfter(world, id));
  await world.moveClock({ now: '2026-03-10T08:00:00Z' });
  const later = await coupons(setting, project, 1);
  await world.moveClock({ now: '2026-04-10T08:00:00Z' });
  const lines = await coupons(setting, project, 2);
  await pay(setting, project, { index: 11, paymentFor: 'capitalRepayment', amountCents: count * 1_000 });
  const capital = await opened(world, 'capital-payout', 'capital-repayment');
  assert.equal(capital.length, count);
  const periods = await taxedMonths(world, later);
  return [
    byWorker('coupon', lines),
    byWorker('repayment of capital', capital),
    // The ledger moved it with each coupon.
    byWorker('withheld tax', taxes, false),
    await remittance(setting, periods),
  ];
}

async function coupons(setting: Setting, project: ScheduledProperty, index: number): Promise<string[]> {
  const { amountDue = 0 } = project.echeances[index] ?? {};
  await pay(setting, project, { index, paymentFor: 'mensualite', amountCents: amountDue });
  const ids = await opened(setting.world, 'coupon-payout', 'coupon');
  assert.equal(ids.length, setting.count);
  return ids;
}

async function pay(
  { world, admin }: Setting,
  { accountId, spvId, echeances }: ScheduledProperty,
  { index, paymentFor, amountCents }: { index: number; paymentFor: string; amountCents: number },
): Promise<void> {
  await world.control('POST', `/accounts/${accountId}/credit`, { amountCents });
  await world.runJob('incoming-wires');
  const { body } = expectStatus(await admin.client.get<{ id: string; spvId: SpvId }[]>(WIRES), 200);
  const wireToBeAssignedId = body.find((wire) => wire.spvId === spvId)?.id;
  const assignment = { wireToBeAssignedId, paymentFor, echeanceId: echeances[index]?.id, isSimulation: false };
  expectStatus(await admin.client.post(`${WIRES}/assign`, assignment), 201);
}

/** The payments of a purpose that one run of a job has opened. */
const opened = (world: World, job: string, purpose: string) => openedBy(world, purpose, () => world.runJob(job));

/** A line is paid; then only the transfer of its tax is left. */
async function taxAfter(world: World, lineId: string): Promise<string> {
  assert.equal((await carryOutPayment(world.deps, lineId)).result, 'succeeded');
  const [id, ...more] = await opened(world, 'coupon-payout', 'withheld-tax');
  assert.ok(id && more.length === 0);
  return id;
}

/** A line is paid in each month, and its tax has reached the tax account; the months. */
async function taxedMonths(world: World, lines: readonly string[]): Promise<string[]> {
  const periods: string[] = [];
  let month = Temporal.PlainYearMonth.from('2026-05');
  for (const line of lines) {
    await world.moveClock({ now: `${month}-15T08:00:00Z` });
    await carryOutPayment(world.deps, await taxAfter(world, line));
    periods.push(month.toString());
    month = month.add({ months: 1 });
  }
  return periods;
}

async function remittance({ world, admin }: Setting, periods: readonly string[]): Promise<Flow> {
  const bankAccountId = await ibanOf(world, world.deps.config.PLATFORM_TAX_ACCOUNT_ID);
  const body = { action: 'withdraw', providerWithdrawBankAccountId: bankAccountId };
  return {
    what: 'tax remittance',
    path: '/v2/moneyouts',
    ask: (index, headers) => admin.client.post(`/administration/payouts/${periods[index]}/tax-remittance`, body, headers),
    failure: { status: 500, code: 'transfer-failed-at-provider' },
    paymentId: async (index) => {
      const [row] = await world.sql<{ id: string }>(
        'select placed.id from payment placed join tax_remittance paid on paid.payment_id = placed.id where paid.period = $1',
        [periods[index]],
      );
      assert.ok(row);
      return row.id;
    },
    isPosted: true,
  };
}
