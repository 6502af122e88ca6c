// The payout of rewards: real purchases, closings and transfers, with the provider at the other end and the ledger proof after each.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import {
  type Investor,
  openFunding,
  type Person,
  passWindows,
  signInAdministrator,
  signUp,
  verifiedInvestor,
} from '../../../../test/support/actors.ts';
import { type CustomerState, customerIs } from '../../../../test/support/customer-states.ts';
import { PDF } from '../../../../test/support/files.ts';
import { holdAuditRows, holdLock } from '../../../../test/support/held-lock.ts';
import { assertSoundLedger } from '../../../../test/support/ledger-proof.ts';
import { damage } from '../../../../test/support/money-states.ts';
import { financialStatusIs } from '../../../../test/support/property-states.ts';
import { ledgerCents } from '../../../../test/support/readers.ts';
import { shows } from '../../../../test/support/recorder.ts';
import { referredBy } from '../../../../test/support/referral-actors.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import type { PropertyId } from '../../../core/db/tables.ts';

type Count = { payouts: number; cents: number };
type Report = Record<'due' | 'ordered' | 'withheld' | 'unfunded' | 'failed', Count> & { paidOut: number; dryRun: boolean };
type Status = { payoutStatus: { financialStatus: string | null; referralPayoutStatus: string }; amount: string };

const PATH = '/administration/referral-for-primary-purchase';
const JOB = 'referral-primary-purchase-auto-payout';
const none = { payouts: 0, cents: 0 };

let world: World;
let admin: Person;

before(async () => {
  // Payments leave when a test says so. A tenth of each purchase, at most 24 EUR a year.
  const settings = { REFERRAL_REWARD_BPS: '1000', MAX_REFERRAL_REWARD_PER_YEAR_CENTS: '2400' };
  world = await startWorld({ worker: false, settings });
  admin = await signInAdministrator(world);
});
after(() => world.close());
beforeEach(() => fundPlatform(100_000));
afterEach(async () => {
  await world.control('DELETE', '/faults');
  await assertSoundLedger(world);
});

/** A wire to the platform's own account. */
const fundPlatform = async (cents: number) => {
  await world.control('POST', '/accounts/mortar-main/credit', { amountCents: cents });
  await world.runJob('incoming-wires');
};
const platformCents = () => ledgerCents(world, 'PLAT:MAIN');
const run = (body: { dryRun?: boolean } = {}) => world.runJob<Report>(JOB, body);
const movePayments = () => world.runJob('wallet-transactions');
const walletOf = async (of: Investor) =>
  expectStatus(await of.client.get<{ availableCents: number; heldCents: number }>('/customers/wallet'), 200).body.availableCents;
const statusOf = async (propertyId: PropertyId) => {
  const { body } = expectStatus(await admin.client.get<Status>(`${PATH}/${propertyId}/payout-status`), 200);
  return [body.payoutStatus.financialStatus, body.payoutStatus.referralPayoutStatus, body.amount.replace(/\s/g, ' ')];
};
const paidAt = async (propertyId: PropertyId) =>
  (await world.sql<{ at: Date | null }>('select referral_paid_at as at from property where id = $1', [propertyId]))[0]?.at;
/** Chat messages about payouts; each is told by a job. */
const told = async () =>
  (
    await world.sql<{ text: string }>(
      `select data->>'text' as text from pgboss.job where name = 'post-chat-message' and data->>'text' ~* 'referral|parrainage' order by created_on`,
    )
  ).map(({ text }) => text.replace(/\s/g, ' '));
const mailsTo = ({ email }: Investor) =>
  world.sql<{ data: { amountCents: number; propertyName: string } }>(
    `select data->'data' as data from pgboss.job where name = 'send-email' and data->>'template' = 'referral-reward-paid' and data->>'to' = $1 order by created_on`,
    [email],
  );
const transactionsOf = async ({ customerId }: Investor) =>
  world.sql(
    `select status, amount_cents::integer as cents, property_id as property from wallet_transaction
     where type = 'REFERRAL_REWARD' and customer_id = $1 order by created_at, id`,
    [customerId],
  );

/** A funding in which each of these buys as many bricks (1 EUR of reward each), about to close. */
const bought = async (...purchases: [Investor, number][]) => {
  const { propertyId } = await openFunding(world, { bricks: purchases.reduce((sum, [, bricks]) => sum + bricks, 0) });
  for (const [by, amount] of purchases) expectStatus(await by.client.post(`/properties/${propertyId}/purchase`, { amount }), 201);
  await movePayments();
  await passWindows(world, propertyId);
  return propertyId;
};
const close = (propertyId: PropertyId) => admin.client.post(`/administration/property/${propertyId}/funding/end/success`);
const setStatus = (propertyId: PropertyId, status: string) => financialStatusIs(world, [propertyId], status);
/** The same, closed, and repaying. */
const repaying = async (...purchases: [Investor, number][]) => {
  const propertyId = await bought(...purchases);
  expectStatus(await close(propertyId), 201);
  await setStatus(propertyId, 'repayment-ongoing');
  return propertyId;
};
/** Each call another invoice: its number stands behind the end of the file. */
let invoices = 0;
const invoice = async (of: Investor, cents: number) => {
  const form = new FormData();
  invoices += 1;
  form.set('invoiceAmountInCents', String(cents));
  form.set('year', String(world.deps.clock.now().toZonedDateTimeISO('Europe/Paris').year));
  form.set('email', of.email);
  form.set('file', new Blob([PDF, `\n% ${invoices}`]), 'facture.pdf');
  expectStatus(await admin.client.post(`${PATH}/invoice-received`, form), 201);
};
const pair = async (): Promise<[Investor, Investor]> => {
  const referrer = await verifiedInvestor(world);
  return [referrer, await referredBy(world, referrer)];
};

describe('from the closing to the payout', () => {
  it('counts at the closing, pays once the status allows it, marks, mails (G-19, REFERRAL_REWARD)', async () => {
    const [referrer, referee] = await pair();
    const propertyId = await bought([referee, 12], [await verifiedInvestor(world, { fundsCents: 100_000 }), 3]);
    assert.deepEqual(await statusOf(propertyId), [null, 'payout-not-allowed', '0,00 €']);
    expectStatus(await close(propertyId), 201);
    assert.deepEqual(await statusOf(propertyId), ['reception-by-project-owner-pending', 'payout-not-allowed', '12,00 €']);
    assert.deepEqual((await run()).due, none);

    await setStatus(propertyId, 'repayment-ongoing');
    assert.deepEqual(await statusOf(propertyId), ['repayment-ongoing', 'payout-to-be-done', '12,00 €']);
    const dry = await run({ dryRun: true });
    assert.deepEqual([dry.due, dry.ordered, dry.paidOut, dry.dryRun], [{ payouts: 1, cents: 1_200 }, none, 0, true]);
    const platform = await platformCents();
    const report = await run();
    assert.deepEqual(
      [report.due, report.ordered],
      [
        { payouts: 1, cents: 1_200 },
        { payouts: 1, cents: 1_200 },
      ],
    );
    assert.deepEqual(await statusOf(propertyId), ['repayment-ongoing', 'payout-to-be-done', '12,00 €']);
    assert.equal(await walletOf(referrer), 0);
    await movePayments();
    assert.deepEqual(await statusOf(propertyId), ['repayment-ongoing', 'payout-done', '0,00 €']);
    assert.deepEqual([await walletOf(referrer), platform - (await platformCents())], [1_200, 1_200]);
    assert.deepEqual(await transactionsOf(referrer), [{ status: 'CONFIRMED', cents: 1_200, property: propertyId }]);
    const [mail] = await mailsTo(referrer);
    assert.deepEqual([mail?.data.amountCents, mail?.data.propertyName], [1_200, 'Les Acacias']);
    assert.deepEqual((await run()).due, none);
    assert.deepEqual(await told(), []);
    shows('job.referral-payout');
  });
  it('pays in every disbursable status and in no other', async () => {
    const [referrer, referee] = await pair();
    const propertyId = await repaying([referee, 2]);
    await setStatus(propertyId, 'reception-by-project-owner-pending');
    assert.deepEqual((await run()).due, none);
    for (const status of ['repayment-delay', 'repayment-default', 'repayment-finished']) {
      await setStatus(propertyId, status);
      assert.deepEqual((await run({ dryRun: true })).due, { payouts: 1, cents: 200 }, status);
    }
    await run();
    await movePayments();
    assert.equal(await walletOf(referrer), 200);
  });
  it('one transfer carries all a referrer is due of a property, others their own', async () => {
    const [ines, one] = await pair();
    const two = await referredBy(world, ines);
    const [marc, three] = await pair();
    const propertyId = await repaying([one, 3], [two, 4], [three, 5]);
    assert.deepEqual((await run()).ordered, { payouts: 2, cents: 1_200 });
    await movePayments();
    assert.deepEqual([await walletOf(ines), await walletOf(marc)], [700, 500]);
    assert.equal((await transactionsOf(ines)).length, 1);
    assert.ok(await paidAt(propertyId));
  });
  it('a part unblocked after the payout is paid by the next run, and the moment stays', async () => {
    const [referrer, referee] = await pair();
    const propertyId = await repaying([referee, 30]);
    assert.deepEqual(await statusOf(propertyId), ['repayment-ongoing', 'payout-to-be-done', '24,00 €']);
    await run();
    await movePayments();
    assert.deepEqual(await statusOf(propertyId), ['repayment-ongoing', 'payout-done', '0,00 €']);
    const at = await paidAt(propertyId);
    await invoice(referrer, 600);
    assert.deepEqual(await statusOf(propertyId), ['repayment-ongoing', 'payout-done', '6,00 €']);
    assert.deepEqual((await run()).ordered, { payouts: 1, cents: 600 });
    await movePayments();
    assert.equal(await walletOf(referrer), 3_000);
    assert.deepEqual(await statusOf(propertyId), ['repayment-ongoing', 'payout-done', '0,00 €']);
    assert.deepEqual(await paidAt(propertyId), at);
    assert.equal((await mailsTo(referrer)).length, 2);
  });
  it('a property without rewards is marked by the run', async () => {
    const propertyId = await repaying([await verifiedInvestor(world, { fundsCents: 100_000 }), 3]);
    assert.deepEqual(await statusOf(propertyId), ['repayment-ongoing', 'payout-to-be-done', '0,00 €']);
    assert.equal((await run()).paidOut, 1);
    assert.deepEqual(await statusOf(propertyId), ['repayment-ongoing', 'payout-done', '0,00 €']);
  });
});

describe('who cannot be paid now', () => {
  it('a frozen, blocked or unverified referrer is left for later, and the team is told', async () => {
    const hindrances: [CustomerState, CustomerState][] = [
      ['frozen', 'free'],
      ['blocked', 'unblocked'],
      ['outdated', 'verified'],
    ];
    for (const [hinder, free] of hindrances) {
      const [referrer, referee] = await pair();
      const [other, another] = await pair();
      const propertyId = await repaying([referee, 2], [another, 3]);
      await customerIs(world, referrer.customerId, hinder);
      const before = (await told()).length;
      const report = await run();
      assert.deepEqual(
        [report.ordered, report.withheld],
        [
          { payouts: 1, cents: 300 },
          { payouts: 1, cents: 200 },
        ],
        hinder,
      );
      await movePayments();
      assert.equal(await walletOf(other), 300);
      assert.deepEqual(await statusOf(propertyId), ['repayment-ongoing', 'payout-to-be-done', '2,00 €']);
      assert.deepEqual((await told()).slice(before), [
        'Récompenses de parrainage laissées au prochain passage : 1 (2,00 €) dont le parrain ne peut pas être payé (gelé, bloqué ou non vérifié).',
      ]);
      await customerIs(world, referrer.customerId, free);
      await run();
      await movePayments();
      assert.equal(await walletOf(referrer), 200);
      assert.ok(await paidAt(propertyId));
    }
  });
  it('a referrer whose account is closed earns nothing, and holds neither the property nor the erasure', async () => {
    const [referrer, referee] = await pair();
    const propertyId = await bought([referee, 2]);
    await customerIs(world, referrer.customerId, 'closed');
    expectStatus(await close(propertyId), 201);
    await setStatus(propertyId, 'repayment-ongoing');
    assert.deepEqual(await statusOf(propertyId), ['repayment-ongoing', 'payout-to-be-done', '0,00 €']);
    assert.deepEqual((await run()).due, none);
    assert.ok(await paidAt(propertyId));
    assert.deepEqual(await world.sql('select from referral_reward where referrer_customer_id = $1', [referrer.customerId]), []);
  });
  it('a reward that is written while its referrer closes the account stays with the platform', async () => {
    const [referrer, referee] = await pair();
    const propertyId = await bought([referee, 2]);
    const { customerId } = referrer;
    const held = await holdAuditRows(world);
    const left = customerIs(world, customerId, 'closed');
    await held.waiting(1);
    const closing = close(propertyId);
    await held.waiting(2);
    await held.release();
    await left;
    expectStatus(await closing, 201);
    assert.equal((await world.sql('select from referral_reward where referrer_customer_id = $1', [customerId])).length, 1);
    await setStatus(propertyId, 'repayment-ongoing');
    assert.deepEqual(await statusOf(propertyId), ['repayment-ongoing', 'payout-to-be-done', '0,00 €']);
    assert.deepEqual((await run()).due, none);
    assert.ok(await paidAt(propertyId));
    const plan = await admin.client.get<{ holds: string[] }>(`/administration/customers/${customerId}/personal-data/erasure`);
    assert.deepEqual(expectStatus(plan, 200).body.holds, []);
  });
  it('nobody beyond what the platform has, payouts on their way included', async () => {
    const [ines, one] = await pair();
    const [marc, two] = await pair();
    const propertyId = await repaying([one, 10], [two, 10]);
    const spare = (await platformCents()) - 1_500;
    const drain = randomUUID();
    // What is in the books for other ends, and back again below.
    const shift = (step: string, cents: number) =>
      world.sql(
        `select ledger_post($1, $2, 'TEST', now(), now(), array['PLAT:MAIN', 'PLAT:TAX'], array[$3::bigint, -$3::bigint])`,
        [drain, step, cents],
      );
    await shift('hold', -spare);
    const report = await run();
    assert.deepEqual(
      [report.ordered, report.unfunded],
      [
        { payouts: 1, cents: 1_000 },
        { payouts: 1, cents: 1_000 },
      ],
    );
    assert.match((await told()).at(-1) ?? '', /1 \(10,00 €\) au-delà de ce que contient le compte principal de la plateforme/);
    await movePayments();
    assert.equal((await walletOf(ines)) + (await walletOf(marc)), 1_000);
    assert.equal(await paidAt(propertyId), null);
    assert.deepEqual((await run()).unfunded, { payouts: 1, cents: 1_000 });
    await shift('release', spare);
    assert.deepEqual((await run()).ordered, { payouts: 1, cents: 1_000 });
    await movePayments();
    assert.deepEqual([await walletOf(ines), await walletOf(marc)], [1_000, 1_000]);
    assert.ok(await paidAt(propertyId));
  });
  it('what reaches the platform before the run is paid from, without waiting for another job', async () => {
    const [referrer, referee] = await pair();
    await repaying([referee, 10]);
    const spare = await platformCents();
    const drain = randomUUID();
    const shift = (step: string, cents: number) =>
      world.sql(
        `select ledger_post($1, $2, 'TEST', now(), now(), array['PLAT:MAIN', 'PLAT:TAX'], array[$3::bigint, -$3::bigint])`,
        [drain, step, cents],
      );
    await shift('hold', -spare);
    await world.control('POST', '/accounts/mortar-main/credit', { amountCents: 1_000 });
    assert.deepEqual((await run()).ordered, { payouts: 1, cents: 1_000 });
    await movePayments();
    assert.deepEqual([await walletOf(referrer), await platformCents()], [1_000, 0]);
    await shift('release', spare);
  });
});

describe('paid at most once', () => {
  it('two runs at once', async () => {
    const [ines, one] = await pair();
    const [marc, two] = await pair();
    const propertyId = await repaying([one, 4], [two, 5]);
    const reports = await Promise.all([run(), run(), run()]);
    assert.equal(
      reports.reduce((sum, { ordered }) => sum + ordered.cents, 0),
      900,
    );
    await Promise.all([movePayments(), movePayments()]);
    assert.deepEqual([await walletOf(ines), await walletOf(marc)], [400, 500]);
    assert.deepEqual([(await transactionsOf(ines)).length, (await transactionsOf(marc)).length], [1, 1]);
    assert.ok(await paidAt(propertyId));
  });
  it('an invoice while a payout is being written: what it unblocks has a payout of its own', async () => {
    const [referrer, referee] = await pair();
    await repaying([referee, 26]);
    // The payout has read what is due, and waits for the account that it is paid from.
    const lock = await holdLock(world, `select ledger_lock(array['PLAT:MAIN'])`);
    const paying = run();
    await lock.waiting(1);
    const unblocking = invoice(referrer, 200);
    await lock.waiting(2);
    await lock.release();
    assert.deepEqual((await paying).ordered, { payouts: 1, cents: 2_400 });
    await unblocking;
    assert.deepEqual((await run()).ordered, { payouts: 1, cents: 200 });
    await movePayments();
    assert.equal(await walletOf(referrer), 2_600);
  });
  it('a run beside an invoice and a closing', async () => {
    const [referrer, referee] = await pair();
    await repaying([referee, 26]);
    const next = await bought([referee, 2]);
    await Promise.all([run(), invoice(referrer, 200), close(next)]);
    await setStatus(next, 'repayment-ongoing');
    await invoice(referrer, 200);
    await run();
    await movePayments();
    assert.equal(await walletOf(referrer), 2_800);
  });
  it('when the reply of the provider is lost after the money moved', async () => {
    const [referrer, referee] = await pair();
    const propertyId = await repaying([referee, 6]);
    await world.control('POST', '/faults', { route: 'POST /v2/p2p', mode: 'timeout-after', times: 1, latencyMs: 4_000 });
    await run();
    await movePayments();
    assert.equal(await walletOf(referrer), 0);
    assert.deepEqual((await run()).due, none);
    await movePayments();
    assert.equal(await walletOf(referrer), 600);
    assert.ok(await paidAt(propertyId));
    const { balanceCents } = await world.control<{ balanceCents: number }>('GET', `/accounts/${referrer.customerId}`);
    assert.equal(balanceCents, 600);
  });
  it('and due again when the provider refuses', async () => {
    const [referrer, referee] = await pair();
    const propertyId = await repaying([referee, 7]);
    await run();
    await world.control('POST', '/faults', { route: 'POST /v2/p2p', mode: 'error-in-200', times: 1 });
    await movePayments();
    assert.deepEqual(await statusOf(propertyId), ['repayment-ongoing', 'payout-to-be-done', '7,00 €']);
    assert.match((await told()).at(-1) ?? '', /Le prestataire a refusé la récompense de parrainage/);
    await customerIs(world, referrer.customerId, 'unblocked');
    assert.deepEqual((await run()).ordered, { payouts: 1, cents: 700 });
    await movePayments();
    assert.equal(await walletOf(referrer), 700);
    assert.deepEqual(await transactionsOf(referrer), [
      { status: 'FAILED', cents: 700, property: propertyId },
      { status: 'CONFIRMED', cents: 700, property: propertyId },
    ]);
  });
  it('but waits for an administrator when the wallet refuses for good', async () => {
    const [referrer, referee] = await pair();
    const propertyId = await repaying([referee, 7]);
    await run();
    await world.control('PUT', `/accounts/${referrer.customerId}/blocked`, { blocked: true });
    await movePayments();
    assert.match((await told()).at(-1) ?? '', /bloqué ou fermé : à relancer par un administrateur/);
    assert.deepEqual([(await run()).due, await paidAt(propertyId)], [none, null]);
    assert.deepEqual(await statusOf(propertyId), ['repayment-ongoing', 'payout-to-be-done', '7,00 €']);
    await customerIs(world, referrer.customerId, 'unblocked');
    assert.deepEqual((await run()).due, none);
    const path = '/administration/payments';
    const list = await admin.client.get<{ items: { id: string }[] }>(
      `${path}?status=failed&purpose=referral-reward&customerId=${referrer.customerId}`,
    );
    expectStatus(await admin.client.post(`${path}/${expectStatus(list, 200).body.items[0]?.id}/order-again`), 201);
    assert.deepEqual((await run()).ordered, { payouts: 1, cents: 700 });
    await movePayments();
    assert.equal(await walletOf(referrer), 700);
    assert.ok(await paidAt(propertyId));
  });
  it('refused ten times in a row, it waits too', async () => {
    const [referrer, referee] = await pair();
    await repaying([referee, 7]);
    await world.control('POST', '/faults', { route: 'POST /v2/p2p', mode: 'error-in-200', times: 10 });
    for (let refusals = 0; refusals < 10; refusals += 1) {
      assert.deepEqual((await run()).ordered, { payouts: 1, cents: 700 });
      await movePayments();
    }
    assert.deepEqual((await run()).due, none);
    assert.match((await told()).at(-1) ?? '', /Refusé 10 fois, il n’est plus retenté/);
    assert.equal(await walletOf(referrer), 0);
  });
  it('two fundings of a referrer closed at once: the cap is used once, to the cent', async () => {
    const [referrer, one] = await pair();
    const two = await referredBy(world, referrer);
    const propertyIds = await Promise.all([bought([one, 17]), bought([two, 17])]);
    for (const answer of await Promise.all(propertyIds.map(close))) expectStatus(answer, 201);
    for (const propertyId of propertyIds) await setStatus(propertyId, 'repayment-finished');
    await run();
    await movePayments();
    assert.equal(await walletOf(referrer), 2_400);
    await invoice(referrer, 1_000);
    await run();
    await movePayments();
    assert.equal(await walletOf(referrer), 3_400);
  });
});

describe('the ledger proof', () => {
  it('finds a payout that is not the sum of its parts', async () => {
    const [, referee] = await pair();
    const propertyId = await repaying([referee, 2]);
    await run();
    await movePayments();
    const change = (by: number) => damage.rewards(world, propertyId, by);
    await change(1);
    const proof = await world.runJob<{ ok: boolean; invariants: { name: string; ok: boolean }[] }>('ledger-proof', {
      dryRun: true,
    });
    assert.deepEqual(
      proof.invariants.filter(({ ok }) => !ok).map(({ name }) => name),
      ['referral-parts-are-paid-once'],
    );
    await change(-1);
  });
});

describe('GET /administration/referral-for-primary-purchase/:propertyId/payout-status', () => {
  it('unknown -> 404 property.not-found', async () =>
    expectCode(await admin.client.get(`${PATH}/${randomUUID()}/payout-status`), 404, 'property.not-found'));
  it('an id that is no UUID v4 -> 400 validation-failed', async () =>
    expectCode(await admin.client.get(`${PATH}/one/payout-status`), 400, 'validation-failed'));
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(await world.visitor().get(`${PATH}/${randomUUID()}/payout-status`), 401, 'unauthenticated'));
  it('as an investor -> 403 forbidden', async () =>
    expectCode(await (await signUp(world)).client.get(`${PATH}/${randomUUID()}/payout-status`), 403, 'forbidden'));
});
