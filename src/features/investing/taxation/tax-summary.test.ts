// The yearly tax summary: real payouts with their tax, by Paris year and by how each was taxed.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { type Investor, resaleProperty, signInAdministrator, signUp } from '../../../../test/support/actors.ts';
import { bookAlone } from '../../../../test/support/money-states.ts';
import { endPayout, payoutQuery } from '../../../../test/support/payout-query.ts';
import { sheetsOf } from '../../../../test/support/pdf-text.ts';
import { PROFILE } from '../../../../test/support/profiles.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import { basisPointsOf, centsOf } from '../../../core/cents.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { EXTERNAL, move, postToLedger, purseOf } from '../../../money/ledger/index.ts';
import { openPayouts } from '../../../money/payments/index.ts';
import { rateBpsOf, recordCouponTaxes, type TaxRate } from './index.ts';
import type { TaxSummary } from './schemas.ts';

const PFU: TaxRate = { incomeTaxBps: 1280, socialBps: 1860 };
const EXEMPT: TaxRate = { incomeTaxBps: 0, socialBps: 1860 };
const EUROPEAN: TaxRate = { incomeTaxBps: 1280, socialBps: 750 };
const NONE: TaxRate = { incomeTaxBps: 0, socialBps: 0 };

let world: World;

before(async () => {
  world = await startWorld({ worker: false });
  await world.moveClock({ now: '2026-11-20T12:00:00Z' });
});
after(() => world.close());

type Coupon = { of: Investor; grossCents: number; rate: TaxRate };
type End = 'confirmed' | 'waiting' | 'failed';

/** One run of a coupon, written as the payouts write theirs: payments, transactions, parts of the tax, and the provider's answer. */
async function payCoupons(
  coupons: readonly Coupon[],
  options: { at?: string; contractType?: string; end?: End } = {},
): Promise<void> {
  const { contractType = 'obligation', end = 'confirmed' } = options;
  const at = Temporal.Instant.from(options.at ?? '2026-05-10T06:00:00Z');
  const { propertyId } = await resaleProperty(world, { owners: [], contractType });
  const payouts = coupons.map(({ of, grossCents, rate }) => {
    const taxCents = basisPointsOf(centsOf(grossCents), rateBpsOf(rate));
    return { subjectId: randomUUID(), customerId: of.customerId, grossCents, taxCents, rate };
  });
  await inTransaction(world.deps.db, async (tx) => {
    const lines = move(
      centsOf(coupons.reduce((sum, { grossCents }) => sum + grossCents, 0)),
      EXTERNAL,
      purseOf(propertyId, 'COUPON'),
    );
    await postToLedger(tx, { reference: randomUUID(), step: 'confirm', type: 'TEST', eventAt: at, createdAt: at, lines });
    const run = { purpose: 'property-sale', type: 'COUPON_PAYOUT', fromAccountId: 'spv', comment: '', propertyId, at } as const;
    await openPayouts(tx, world.deps, run, payoutQuery(payouts));
    await recordCouponTaxes(tx, payoutQuery(payouts));
  });
  if (end === 'waiting') return;
  const outcome =
    end === 'failed' ? { status: end, at, reason: 'refused', isFinal: false } : { status: 'succeeded' as const, at };
  for (const payout of payouts) await endPayout(world, payout, { fromAccount: purseOf(propertyId, 'COUPON'), outcome });
}

const summaryOf = async (of: Investor, year = 2026) =>
  expectStatus(await of.client.get<TaxSummary>(`/customers/taxation/summary/${year}`), 200).body;

describe('GET /customers/taxation/summary/:year', () => {
  it('gives gross interest, income tax and the base of social contributions, to the cent', async () => {
    const [investor, other] = [await signUp(world), await signUp(world)];
    await payCoupons([
      { of: investor, grossCents: 31_667, rate: PFU },
      { of: other, grossCents: 99_999, rate: PFU },
    ]);
    await payCoupons([{ of: investor, grossCents: 8, rate: PFU }]);
    await payCoupons([{ of: investor, grossCents: 27_708, rate: NONE }]);
    assert.deepEqual(await summaryOf(investor), {
      year: 2026,
      isFinal: false,
      grossInterestCents: 59_383,
      incomeTaxWithheldCents: 4_054,
      socialContributionsCents: 5_892,
      taxWithheldCents: 9_946,
      royaltyRevenueCents: 0,
      interestByContract: { loanCents: 0, obligationCents: 59_383, otherCents: 0 },
      capitalLosses: { loanCents: 0, obligationCents: 0 },
      capitalRecoveries: { loanCents: 0, obligationCents: 0 },
      loanInterestAfterLossesCents: 0,
      boxes: { '2TT': 0, '2TR': 59_383, '2TY': 0, '2TU': 0, '2CK': 4_054, '2BH': 31_675, '2CG': 0 },
      declaredEuros: { '2TT': 0, '2TR': 594, '2TY': 0, '2CK': 41, '2BH': 317, '2CG': 0 },
    });
  });
  it('tells the solidarity levy, which holds no CSG, from social contributions; an exemption has no income tax', async () => {
    const investor = await signUp(world);
    await payCoupons([{ of: investor, grossCents: 10_000, rate: EUROPEAN }]);
    await payCoupons([{ of: investor, grossCents: 20_000, rate: EXEMPT }]);
    const { boxes, socialContributionsCents } = await summaryOf(investor);
    assert.deepEqual(boxes, { '2TT': 0, '2TR': 30_000, '2TY': 0, '2TU': 0, '2CK': 1_280, '2BH': 20_000, '2CG': 10_000 });
    assert.equal(socialContributionsCents, 750 + 3_720);
  });
  it('belongs to the Paris year in which the payout was written', async () => {
    const investor = await signUp(world);
    await payCoupons([{ of: investor, grossCents: 100, rate: PFU }], { at: '2025-12-31T22:59:59Z' });
    await payCoupons([{ of: investor, grossCents: 1_000, rate: PFU }], { at: '2025-12-31T23:00:00Z' });
    await payCoupons([{ of: investor, grossCents: 10_000, rate: PFU }], { at: '2026-12-31T23:00:00Z' });
    assert.equal((await summaryOf(investor)).boxes['2TR'], 1_000);
    await world.moveClock({ now: '2027-01-05T12:00:00Z' });
    try {
      assert.deepEqual([(await summaryOf(investor)).isFinal, (await summaryOf(investor, 2027)).boxes['2TR']], [true, 10_000]);
    } finally {
      await world.moveClock({ now: '2026-11-20T12:00:00Z' });
    }
  });
  it('counts what was paid: neither waiting nor refused payouts', async () => {
    const investor = await signUp(world);
    await payCoupons([{ of: investor, grossCents: 1_000, rate: PFU }], { end: 'waiting' });
    await payCoupons([{ of: investor, grossCents: 2_000, rate: PFU }], { end: 'failed' });
    assert.deepEqual((await summaryOf(investor)).boxes, { '2TT': 0, '2TR': 0, '2TY': 0, '2TU': 0, '2CK': 0, '2BH': 0, '2CG': 0 });
  });
  it('keeps royalty revenue apart from interest, unless tax was withheld from it', async () => {
    const investor = await signUp(world);
    await payCoupons([{ of: investor, grossCents: 1_000, rate: NONE }], { contractType: 'royalty' });
    await payCoupons([{ of: investor, grossCents: 500, rate: PFU }], { contractType: 'royalty' });
    const { royaltyRevenueCents, boxes, interestByContract } = await summaryOf(investor);
    assert.deepEqual(interestByContract, { loanCents: 0, obligationCents: 0, otherCents: 500 });
    assert.deepEqual([royaltyRevenueCents, boxes['2TR'], boxes['2BH']], [1_000, 500, 500]);
  });
  it('is not given out while a tax has no parts', async () => {
    const investor = await signUp(world);
    await bookAlone(world, investor.customerId, {
      type: 'WITHHOLDING_TAX',
      amountCents: 5,
      createdAt: '2026-05-10T06:00:00Z',
      eventAt: '2026-05-10T06:00:00Z',
    });
    expectCode(await investor.client.get('/customers/taxation/summary/2026'), 500, 'internal-error');
  });
  for (const year of [2025, 2027])
    it(`${year}, before sign-up or to come -> 404 not-found`, async () => {
      const investor = await signUp(world);
      for (const path of ['', '/pdf'])
        expectCode(await investor.client.get(`/customers/taxation/summary/${year}${path}`), 404, 'not-found');
    });
  it('a year that is none -> 400 validation-failed', async () =>
    expectCode(await (await signUp(world)).client.get('/customers/taxation/summary/next'), 400, 'validation-failed'));
  for (const path of ['', '/pdf'])
    it(`${path} is for investors -> 401 unauthenticated, 403 forbidden`, async () => {
      expectCode(await world.visitor().get(`/customers/taxation/summary/2026${path}`), 401, 'unauthenticated');
      const administrator = await signInAdministrator(world);
      expectCode(await administrator.client.get(`/customers/taxation/summary/2026${path}`), 403, 'forbidden');
    });
});

async function printed({ client }: Investor): Promise<string> {
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const response = await fetch(`${world.url}/customers/taxation/summary/2026/pdf`, { headers: { cookie } });
  assert.deepEqual([response.status, response.headers.get('content-type')], [200, 'application/pdf']);
  return sheetsOf(new Uint8Array(await response.arrayBuffer()))[0] ?? '';
}

it('its PDF says what the yearly tax file lacks of the investor, and once they have declared it who they are there', async () => {
  const investor = await signUp(world);
  const plain = async () => (await printed(investor)).replace(/\s+/g, ' ');
  assert.match(await plain(), /Il manque à votre dossier fiscal : votre profil\./);
  expectStatus(await investor.client.patch('/customers/profile', PROFILE), 200);
  assert.match(await plain(), /: votre nom de naissance, votre commune de naissance, la commune de votre adresse\./);
  const declared = { birthName: 'Martin', birthCommune: { code: '44109' } };
  expectStatus(await investor.client.put('/customers/tax-identity', declared), 200);
  const text = await plain();
  assert.match(text, /Née Martin, le 4 mai 1990, à Nantes \(44109\)/);
  assert.match(text, /Commune : Lyon 1er Arrondissement \(69381\)/);
  assert.doesNotMatch(text, /Il manque/);
});

it('GET /customers/taxation/summary/:year/pdf prints each box, exact and in whole euros', async () => {
  const investor = await signUp(world);
  await payCoupons([{ of: investor, grossCents: 123_450, rate: PFU }]);
  const text = await printed(investor);
  for (const words of [
    'FISCALITÉ 2026',
    'Provisoire',
    investor.email,
    '2TR',
    '1 234,50 €',
    '1 235 €',
    '2CK',
    '158,02 €',
    '2BH',
    '229,61 €',
  ])
    assert.ok(text.includes(words), `${words} is missing in:\n${text}`);
});
