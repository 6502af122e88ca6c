// The fees of the platform: amounts at every VAT rate, one movement for several requests, and a silent provider.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, describe, it } from 'node:test';
import { openFunding, type Person, signInAdministrator, signUp, verifiedInvestor } from '../../../../test/support/actors.ts';
import { type FundedProperty, fundedProperty } from '../../../../test/support/funding-actors.ts';
import { pursesOf } from '../../../../test/support/payment-actors.ts';
import { chatWritten, ledgerCents, readAudits } from '../../../../test/support/readers.ts';
import { expectCode, expectOpen, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import type { PropertyId, SpvId } from '../../../core/db/tables.ts';
import { newId } from '../../../core/ids.ts';

type Fee = 'funding' | 'fiducie';
type Shown = { amountExcludingTaxCents: number; transfer: Record<string, unknown> | null };

const CODES = {
  funding: { notSet: 'property.funding-fees.not-set', already: 'property.funding-fees.already-transfered' },
  fiducie: { notSet: 'property.fiducie-fees.not-set', already: 'property.fiducie-fees.already-transfered' },
};

let world: World;
let admin: Person;
let colleague: Person;

before(async () => {
  world = await startWorld({ worker: false });
  admin = await signInAdministrator(world);
  colleague = await signInAdministrator(world);
});
after(() => world.close());
afterEach(async () => {
  await world.control('DELETE', '/faults');
  const proof = await world.runJob<{ ok: boolean }>('ledger-proof', { dryRun: true });
  assert.ok(proof.ok, JSON.stringify(proof));
});

const transfer = (fee: Fee, propertyId: string, by = admin, headers: Record<string, string> = {}) =>
  by.client.post<Shown>(`/administration/property/${propertyId}/funding/transfer-${fee}-fees`, undefined, headers);
const feesOf = async (propertyId: PropertyId) =>
  (
    await admin.client.get<{ companyFees: { fundingFees: Shown | null; fiducieFees: Shown | null } }>(
      `/administration/property/${propertyId}`,
    )
  ).body.companyFees;
type Due = { status: string; openPayment: { id: string } | null } | null;
const dueOf = async (fee: Fee, propertyId: PropertyId) => {
  const { body } = await admin.client.get<{ companyFees: { fundingFees: Due; fiducieFees: Due } }>(
    `/administration/property/${propertyId}/funding/transfers`,
  );
  return body.companyFees[`${fee}Fees`];
};
const balance = (name: string) => ledgerCents(world, name);
type Movement = { id: number; direction: string; amountCents: number };
const outgoing = async (accountId: string) => {
  const account = await world.control<{ movements: Movement[] }>('GET', `/accounts/${accountId}`);
  return account.movements.filter(({ direction }) => direction === 'out');
};
const movements = async ({ accountId }: FundedProperty) => (await outgoing(accountId)).length;
const main = async (propertyId: PropertyId) => (await pursesOf(world, propertyId, ['MAIN']))[0];
const attempts = (propertyId: PropertyId) => world.sql('select from company_fee_transfer where property_id = $1', [propertyId]);
const invoices = (spvId: SpvId) =>
  world.sql<{ reason: string; excl: number; vat: number; note: string | null }>(
    'select reason, amount_excl_tax_cents::integer as excl, vat_cents::integer as vat, note from invoice where spv_id = $1',
    [spvId],
  );
const audits = (propertyId: PropertyId) =>
  readAudits<{ kind: string; payload: unknown }>(world, { targetId: propertyId, kind: 'PROPERTY_TRANSFER_%' }, [
    'kind',
    'payload',
  ]);
const alerts = (propertyId: PropertyId) => chatWritten(world, [propertyId]);
const fault = (mode: string) => world.control('POST', '/faults', { route: 'POST /v2/p2p', mode, times: 1, latencyMs: 100 });

const edit = (propertyId: PropertyId, companyFees: object) =>
  admin.client.patch<{ errors: { path: string }[] }>(`/administration/property/${propertyId}`, { companyFees });
const feeOf = (amountExcludingTaxCents: number) => ({ amountExcludingTaxCents });

describe('PATCH /administration/property/:propertyId and its fees', () => {
  it('are set, changed and cleared until each is transferred -> 400 validation-failed', async () => {
    const { propertyId } = await fundedProperty(world, { mainCents: 5_000_000, fundingFees: null, fiducieFees: 400_000 });
    expectCode(await transfer('funding', propertyId), 400, CODES.funding.notSet);
    expectStatus(await edit(propertyId, { fundingFees: feeOf(10_000) }), 200);
    expectStatus(await edit(propertyId, { fundingFees: feeOf(20_000), fiducieFees: null }), 200);
    expectCode(await transfer('fiducie', propertyId), 400, CODES.fiducie.notSet);
    assert.equal(expectStatus(await transfer('funding', propertyId), 201).body.transfer?.amountIncludingTaxCents, 24_000);
    for (const fundingFees of [feeOf(20_001), null]) {
      const answer = await edit(propertyId, { fundingFees, fiducieFees: feeOf(7) });
      expectCode(answer, 400, 'validation-failed');
      assert.deepEqual(
        answer.body.errors.map(({ path }) => path),
        ['body/companyFees/fundingFees'],
      );
    }
    expectStatus(await edit(propertyId, { fundingFees: feeOf(20_000), fiducieFees: feeOf(7) }), 200);
    const { fundingFees, fiducieFees } = await feesOf(propertyId);
    assert.deepEqual([fundingFees?.amountExcludingTaxCents, fiducieFees], [20_000, { ...feeOf(7), transfer: null }]);
  });
  it('one whose transfer nobody knows the end of -> 400 validation-failed', async () => {
    const { propertyId } = await fundedProperty(world, { mainCents: 5_000_000 });
    await fault('timeout-after');
    expectCode(await transfer('funding', propertyId), 500, 'p2p-failed-at-provider');
    expectCode(await edit(propertyId, { fundingFees: feeOf(1) }), 400, 'validation-failed');
    expectStatus(await edit(propertyId, { fiducieFees: feeOf(1) }), 200);
  });
});

describe('POST .../funding/transfer-funding-fees', () => {
  it('moves fee and VAT to the origination account, invoices the SPV, shows it and audits it (G-13)', async () => {
    const property = await fundedProperty(world, { mainCents: 5_000_000 });
    const before = await balance('PLAT:ORIGINATION');
    const look = async () => Boolean((await feesOf(property.propertyId)).fundingFees?.transfer);
    const change = { from: false, to: true, look, by: () => transfer('funding', property.propertyId) };
    const { body } = expectStatus(await world.changes('state.funding-fees-transferred', change), 201);
    const { invoiceId, invoiceNumber, transferredAt, ...amounts } = body.transfer ?? {};
    assert.equal(body.amountExcludingTaxCents, 2_500_000);
    assert.deepEqual(amounts, {
      ...{ amountExcludingTaxCents: 2_500_000, vatRateBps: 2000, vatCents: 500_000, amountIncludingTaxCents: 3_000_000 },
    });
    assert.match(String(invoiceNumber), /^MORTAR-\d{4}-\d{6}$/);
    assert.ok(Temporal.Instant.from(String(transferredAt)) && invoiceId);
    assert.deepEqual((await feesOf(property.propertyId)).fundingFees, body);
    assert.equal((await feesOf(property.propertyId)).fiducieFees?.transfer, null);
    assert.equal((await balance('PLAT:ORIGINATION')) - before, 3_000_000);
    assert.deepEqual(await pursesOf(world, property.propertyId, ['MAIN', 'HELD']), [2_000_000, 0]);
    assert.deepEqual(await invoices(property.spvId), [{ reason: 'funding-fees', excl: 2_500_000, vat: 500_000, note: null }]);
    assert.deepEqual(await audits(property.propertyId), [
      {
        kind: 'PROPERTY_TRANSFER_FUNDING_FEES',
        payload: { amountExcludingTaxCents: 2_500_000, amountIncludingTaxCents: 3_000_000 },
      },
    ]);
  });
  for (const [country, override, vatBps, vatCents] of [
    ['France', null, 2000, 500_000],
    ['Réunion (île)', null, 850, 212_500],
    ['France outre-mer', 0, 0, 0],
    ['Portugal', null, 0, 0],
    ['Suisse', 250, 250, 62_500],
  ] as const) {
    it(`2 499 999 in ${country}${override === null ? '' : `, override ${override}`}: VAT ${vatCents}`, async () => {
      const property = await fundedProperty(world, { mainCents: 3_000_000, fundingFees: 2_499_999, country });
      const spv = { id: property.spvId, name: 'SPV', country, vatOverrideBps: override };
      expectStatus(await admin.client.put('/administration/spv', spv), 200);
      const { body } = expectStatus(await transfer('funding', property.propertyId), 201);
      assert.deepEqual([body.transfer?.vatRateBps, body.transfer?.vatCents], [vatBps, vatCents]);
      assert.equal(body.transfer?.amountIncludingTaxCents, 2_499_999 + vatCents);
      assert.equal((await invoices(property.spvId))[0]?.note === null, vatBps !== 0);
    });
  }
  it('two administrators and a double click at once: one movement, one invoice, the others -> 400 property.funding-fees.already-transfered', async () => {
    const property = await fundedProperty(world, { mainCents: 9_000_000 });
    const answers = await Promise.all(
      [admin, colleague, admin, colleague].map((person) => transfer('funding', property.propertyId, person)),
    );
    const [won, ...lost] = answers.toSorted((a, b) => a.status - b.status);
    assert.ok(won);
    expectStatus(won, 201);
    for (const answer of lost) expectCode(answer, 400, 'property.funding-fees.already-transfered');
    assert.equal(await movements(property), 1);
    assert.equal((await invoices(property.spvId)).length, 1);
    assert.equal((await audits(property.propertyId)).length, 1);
  });
  it('projects of one SPV, asked at once: each pays its own fee, and one that lacks a cent takes none of the others', async () => {
    const first = await fundedProperty(world, { mainCents: 9_000_000 });
    const second = await fundedProperty(world, { mainCents: 3_000_000, spv: first });
    const third = await fundedProperty(world, { mainCents: 2_999_999, spv: first });
    const projects = [third, first, second];
    const [short, ...others] = await Promise.all(projects.map(({ propertyId }) => transfer('funding', propertyId)));
    assert.ok(short);
    expectCode(short, 500, 'p2p-failed-at-provider');
    for (const answer of others) expectStatus(answer, 201);
    const left = await Promise.all(projects.map(({ propertyId }) => pursesOf(world, propertyId, ['MAIN', 'HELD'])));
    assert.deepEqual(left, [
      [2_999_999, 0],
      [6_000_000, 0],
      [0, 0],
    ]);
    assert.equal(await movements(first), 2);
  });
  it('the same Idempotency-Key again gives the same answer', async () => {
    const { propertyId } = await fundedProperty(world, { mainCents: 9_000_000 });
    const headers = { 'idempotency-key': randomUUID() };
    const first = expectStatus(await transfer('funding', propertyId, admin, headers), 201);
    assert.deepEqual(expectStatus(await transfer('funding', propertyId, admin, headers), 201).body, first.body);
  });
});

for (const fee of ['funding', 'fiducie'] as const) {
  const { notSet, already } = CODES[fee];
  describe(`POST .../funding/transfer-${fee}-fees, whatever goes wrong`, () => {
    it(`no fee -> 400 ${notSet}`, async () => {
      const { propertyId } = await fundedProperty(world, { mainCents: 1, fundingFees: null, fiducieFees: null });
      expectCode(await transfer(fee, propertyId), 400, notSet);
    });
    it(`a fee of 0 -> 400 ${notSet}`, async () => {
      const { propertyId } = await fundedProperty(world, { mainCents: 1, fundingFees: 0, fiducieFees: 0 });
      expectCode(await transfer(fee, propertyId), 400, notSet);
    });
    it(`again -> 400 ${already}`, async () => {
      const { propertyId } = await fundedProperty(world, { mainCents: 9_000_000 });
      expectStatus(await transfer(fee, propertyId), 201);
      expectCode(await transfer(fee, propertyId, colleague), 400, already);
    });
    it('refused by the provider -> 500 p2p-failed-at-provider, and free for another attempt', async () => {
      const property = await fundedProperty(world, { mainCents: 9_000_000 });
      await fault('error-in-200');
      expectCode(await transfer(fee, property.propertyId), 500, 'p2p-failed-at-provider');
      assert.equal((await audits(property.propertyId)).length, 1, 'the order is audited; its payment was refused');
      assert.deepEqual(await pursesOf(world, property.propertyId, ['MAIN', 'HELD']), [9_000_000, 0]);
      expectStatus(await transfer(fee, property.propertyId), 201);
      assert.equal(await movements(property), 1);
    });
    it('a lost reply -> 500 p2p-failed-at-provider, and the next call finds the movement', async () => {
      const property = await fundedProperty(world, { mainCents: 9_000_000 });
      await fault('timeout-after');
      expectOpen(await transfer(fee, property.propertyId), 500, 'p2p-failed-at-provider');
      expectStatus(await transfer(fee, property.propertyId, colleague), 201);
      assert.equal(await movements(property), 1);
      assert.equal((await invoices(property.spvId)).length, 1);
    });
    it('a lost reply is settled by the job too', async () => {
      const property = await fundedProperty(world, { mainCents: 9_000_000 });
      await fault('timeout-after');
      expectCode(await transfer(fee, property.propertyId), 500, 'p2p-failed-at-provider');
      await world.runJob('wallet-transactions');
      const fees = await feesOf(property.propertyId);
      assert.ok((fee === 'funding' ? fees.fundingFees : fees.fiducieFees)?.transfer);
      expectCode(await transfer(fee, property.propertyId), 400, already);
      assert.equal(await movements(property), 1);
      assert.equal((await audits(property.propertyId)).length, 1);
    });
    it('a call that never arrived is sent once by the next one', async () => {
      const property = await fundedProperty(world, { mainCents: 9_000_000 });
      await fault('timeout-before');
      const paymentId = expectOpen(await transfer(fee, property.propertyId), 500, 'p2p-failed-at-provider');
      const due = await dueOf(fee, property.propertyId);
      assert.deepEqual([due?.status, due?.openPayment?.id], ['waiting', paymentId]);
      // Until the margin is over the call may yet take effect.
      await world.until(async () => (await transfer(fee, property.propertyId)).status === 201, 'the fee to be sent again');
      assert.equal(await movements(property), 1);
    });
    it('more than the project has, to the cent -> 500 p2p-failed-at-provider', async () => {
      const due = fee === 'funding' ? 3_000_000 : 480_000;
      const short = await fundedProperty(world, { mainCents: due - 1 });
      expectCode(await transfer(fee, short.propertyId), 500, 'p2p-failed-at-provider');
      assert.equal(await movements(short), 0);
      assert.deepEqual(await attempts(short.propertyId), []);
      const enough = await fundedProperty(world, { mainCents: due });
      expectStatus(await transfer(fee, enough.propertyId), 201);
    });
    it('before the funding has closed, beside a closed one on its SPV -> 500 p2p-failed-at-provider, and nothing changes', async () => {
      const rich = await fundedProperty(world, { mainCents: 9_000_000 });
      const contract = { fundingFeesCents: 1, fiducieFeesCents: 1 };
      const { propertyId } = await openFunding(world, { bricks: 1, brickPriceCents: 9_000_000, spv: rich, contract });
      const investor = await verifiedInvestor(world, { fundsCents: 9_000_000 });
      expectStatus(await investor.client.post(`/properties/${propertyId}/purchase`, { amount: 1 }), 201);
      await world.runJob('wallet-transactions');
      expectCode(await transfer(fee, propertyId), 500, 'p2p-failed-at-provider');
      assert.deepEqual([await attempts(propertyId), await audits(propertyId), await movements(rich)], [[], [], 0]);
      assert.deepEqual(await pursesOf(world, propertyId, ['COLLECT', 'MAIN', 'HELD']), [9_000_000, 0, 0]);
      assert.equal(await main(rich.propertyId), 9_000_000);
    });
    it('held back by the provider: 201 without a transfer yet, the next call carries it on, the worker finishes it', async () => {
      const property = await fundedProperty(world, { mainCents: 9_000_000 });
      const { propertyId, accountId, spvId } = property;
      const [excl, incl] = fee === 'funding' ? [2_500_000, 3_000_000] : [400_000, 480_000];
      await fault('pending');
      const waiting = { amountExcludingTaxCents: excl, transfer: null };
      assert.deepEqual(expectStatus(await transfer(fee, propertyId), 201).body, waiting);
      assert.deepEqual(expectStatus(await transfer(fee, propertyId, colleague), 201).body, waiting);
      assert.deepEqual(await pursesOf(world, propertyId, ['MAIN', 'HELD']), [9_000_000 - incl, incl]);
      assert.deepEqual([await invoices(spvId), (await audits(propertyId)).length, await alerts(propertyId)], [[], 1, []]);
      const [movement, ...more] = await outgoing(accountId);
      assert.ok(movement && more.length === 0);
      await world.control('POST', `/p2p/${movement.id}/complete`);
      await world.runJob('wallet-transactions');
      assert.deepEqual(await pursesOf(world, propertyId, ['MAIN', 'HELD']), [9_000_000 - incl, 0]);
      assert.deepEqual([(await invoices(spvId)).length, (await audits(propertyId)).length], [1, 1]);
      expectCode(await transfer(fee, propertyId), 400, already);
    });
    it('held back and refused after all: free for another attempt', async () => {
      const property = await fundedProperty(world, { mainCents: 9_000_000 });
      await fault('pending');
      expectStatus(await transfer(fee, property.propertyId), 201);
      const [movement] = await outgoing(property.accountId);
      await world.control('POST', `/p2p/${movement?.id}/fail`);
      await world.runJob('wallet-transactions');
      assert.deepEqual(await pursesOf(world, property.propertyId, ['MAIN', 'HELD']), [9_000_000, 0]);
      assert.ok(expectStatus(await transfer(fee, property.propertyId), 201).body.transfer);
    });
    it('unknown -> 404 not-found', async () => expectCode(await transfer(fee, newId()), 404, 'not-found'));
    it('an id that is no UUID v4 -> 400 validation-failed', async () =>
      expectCode(await transfer(fee, 'one'), 400, 'validation-failed'));
    it('without a session -> 401 unauthenticated', async () =>
      expectCode(
        await world.visitor().post(`/administration/property/${randomUUID()}/funding/transfer-${fee}-fees`),
        401,
        'unauthenticated',
      ));
    it('as an investor -> 403 forbidden', async () =>
      expectCode(await transfer(fee, newId(), await signUp(world)), 403, 'forbidden'));
  });
}

it('fiducie fees go to the main account', async () => {
  const property = await fundedProperty(world, { mainCents: 480_000 });
  const before = await balance('PLAT:MAIN');
  const look = async () => Boolean((await feesOf(property.propertyId)).fiducieFees?.transfer);
  const change = { from: false, to: true, look, by: () => transfer('fiducie', property.propertyId) };
  const { body } = expectStatus(await world.changes('state.fiducie-fees-transferred', change), 201);
  assert.equal(body.transfer?.amountIncludingTaxCents, 480_000);
  assert.equal((await balance('PLAT:MAIN')) - before, 480_000);
  assert.deepEqual(
    (await audits(property.propertyId)).map(({ kind }) => kind),
    ['PROPERTY_TRANSFER_FIDUCIE_FEES'],
  );
});
