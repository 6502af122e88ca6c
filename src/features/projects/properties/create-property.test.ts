// Creating and reading a property, through HTTP.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { type Person, signInAdministrator, signUp, spvWithWallet } from '../../../../test/support/actors.ts';
import { readAudits } from '../../../../test/support/readers.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import type { SpvId } from '../../../core/db/tables.ts';

type View = { id: string; [field: string]: unknown };

let world: World;
let admin: Person;
let spvId: SpvId;

before(async () => {
  world = await startWorld({ worker: false });
  admin = await signInAdministrator(world);
  ({ spvId } = await spvWithWallet(world));
});
after(() => world.close());

const create = (body: object, by = admin) =>
  by.client.post<View>('/administration/property', { name: 'Les Tilleuls', investorContractType: 'royalty', ...body });
const audits = async (kind: string) =>
  (
    await readAudits<{ target_id: string | null; payload: Record<string, unknown> }>(world, { kind }, ['target_id', 'payload'])
  ).toReversed();

const given = {
  name: 'Les Érables',
  investorContractType: 'obligation',
  investmentCase: '# Marchand de biens',
  imageGallery: ['https://images.test/a.png', 'https://images.test/b.png'],
  videoGallery: ['https://videos.test/a'],
  documents: [{ name: 'KIIS', url: 'https://files.test/kiis.pdf' }],
  address: { street: '3 rue des Érables', city: 'Lyon', postcode: '69003', country: 'France' },
  localisationDescription: 'Part-Dieu',
  surface: 240.5,
  fundingStartDate: '2027-01-10T08:00:00Z',
  fundingMaxEndDate: '2027-03-10T08:00:00Z',
  revenueStartDate: '2027-04-01T00:00:00Z',
  investmentHorizonInMonths: 24,
  amountToFundCents: 50_000_000,
  minAmountToFundCents: 30_000_000,
  advantages: [{ id: 'city', title: 'Centre', description: 'À deux pas de la gare' }],
  finances: { notary: 1_200_000, lines: [{ label: 'Travaux', cents: 8_000_000 }] },
  attributes: [{ key: 'dpe', value: 'B' }],
  returnOnInvestment: 9.5,
  lotCount: 6,
  totalConstructionBudget: 8_000_000,
  totalFundEscrow: 3_750_000,
  operation: { version: 'V2', annualInterestPercentage: 9.5, durationInMonths: 24, managementFeesPercentage: 1 },
};

describe('POST /administration/property', () => {
  it('creates a DRAFT with every field, and its audit row', async () => {
    const companyFees = {
      fundingFees: { amountExcludingTaxCents: 2_500_000 },
      fiducieFees: { amountExcludingTaxCents: 400_000 },
    };
    const { body } = expectStatus(await create({ ...given, spvId, companyFees }), 201);
    const { id, createdAt, updatedAt, ...view } = body;
    assert.equal(createdAt, updatedAt);
    assert.deepEqual(view, {
      ...given,
      status: 'DRAFT',
      spvId,
      projectOwnerId: null,
      projectOwnerPresentationId: null,
      companyFees: {
        fundingFees: { amountExcludingTaxCents: 2_500_000, transfer: null },
        fiducieFees: { amountExcludingTaxCents: 400_000, transfer: null },
      },
      displayDate: null,
      publishedAt: null,
      totalBricks: null,
      minBricks: null,
      purchasedDate: null,
      isMarketplaceAllowed: true,
      createdBricks: null,
      funding: {
        startedAt: given.fundingStartDate,
        maxEndDate: given.fundingMaxEndDate,
        ended: false,
        endedAt: null,
        collectedCents: null,
      },
      primaryMarketOpen: false,
      investorCount: null,
      purchasedBrickCount: null,
      resale: { saleStartedAt: null, offerAcceptedAt: null, saleType: null, completedAt: null },
      financialStatus: null,
      hasBeenInDelayOrDefaultOnce: false,
      referralPaidAt: null,
      soldeDeToutCompteDoneAt: null,
    });
    const [audit] = await audits('PROPERTY_CREATION');
    assert.deepEqual(audit, { target_id: id, payload: { name: 'Les Érables', investorContractType: 'obligation' } });
    // What the database writes as JSON is what the other answers are made of, and more.
    const whole = expectStatus(await admin.client.get<View>(`/administration/property/${id}`), 200).body;
    assert.deepEqual({ ...whole, ...body }, whole);
  });
  it('needs a name and a contract type only', async () => {
    const { body } = expectStatus(await create({}), 201);
    const { imageGallery, address, operation, companyFees, returnOnInvestment } = body;
    assert.deepEqual(
      { imageGallery, address, operation, companyFees, returnOnInvestment },
      {
        imageGallery: [],
        address: null,
        operation: null,
        companyFees: { fundingFees: null, fiducieFees: null },
        returnOnInvestment: null,
      },
    );
  });
  it('keeps the V1 variant with its own fields and gives ids to advantages', async () => {
    const { body } = expectStatus(
      await create({
        investorContractType: 'obligation',
        operation: { version: 'V1', repayment: 'amortized', managementFeesPercentage: 1 },
        advantages: [{ title: 'Centre', description: '' }],
      }),
      201,
    );
    assert.deepEqual(body.operation, { version: 'V1', repayment: 'amortized' });
    assert.match((body.advantages as { id: string }[])[0]?.id ?? '', /^[0-9a-f-]{36}$/);
  });
  it('drops what nobody may set', async () => {
    const forged = { status: 'PUBLISHED', totalBricks: 5, purchasedDate: '2026-01-01T00:00:00Z', isMarketplaceAllowed: false };
    const { body } = expectStatus(await create({ ...forged, financialStatus: 'repayment-finished' }), 201);
    const { status, totalBricks, purchasedDate, isMarketplaceAllowed, financialStatus } = body;
    assert.deepEqual(
      [status, totalBricks, purchasedDate, isMarketplaceAllowed, financialStatus],
      ['DRAFT', null, null, true, null],
    );
  });
  for (const minAmountToFundCents of [1_000_000, 1_000_001]) {
    it(`a minimum of ${minAmountToFundCents} for a target of 1000000 -> 400 min-amount-to-fund-should-be-less-than-amount-to-fund`, async () =>
      expectCode(
        await create({ amountToFundCents: 1_000_000, minAmountToFundCents }),
        400,
        'min-amount-to-fund-should-be-less-than-amount-to-fund',
      ));
  }
  for (const fundingMaxEndDate of ['2027-01-10T08:00:00Z', '2027-01-10T08:59:59+01:00']) {
    it(`an end at ${fundingMaxEndDate} for a start at 08:00Z -> 400 max-end-date-should-be-after-start-date`, async () =>
      expectCode(
        await create({ fundingStartDate: '2027-01-10T08:00:00Z', fundingMaxEndDate }),
        400,
        'max-end-date-should-be-after-start-date',
      ));
  }
  for (const [what, body] of Object.entries<object>({
    'an unknown contract type': { investorContractType: 'lease' },
    'a blank name': { name: ' ' },
    'an unknown SPV': { spvId: randomUUID() },
    'an unknown project owner': { projectOwnerId: randomUUID() },
    'an image that is no address': { imageGallery: ['javascript:alert(1)'] },
    'half an address': { address: { city: 'Lyon' } },
    'a date without a time': { fundingStartDate: '2027-01-10' },
    'a date that PostgreSQL cannot keep': { fundingStartDate: '0000-01-01T00:00:00Z' },
    'ten decimals of a second': { fundingStartDate: '2027-01-01T00:00:00.1234567890Z' },
    'an amount with a fraction': { amountToFundCents: 1000.5 },
    'an amount as text': { amountToFundCents: '1000' },
    'an amount beyond a million bricks': { amountToFundCents: 1_000_000_001 },
    'an operation of no known version': { operation: { version: 'V3' } },
    'an operation without its version': { operation: { durationInMonths: 12 } },
    'a wrong field of the variant': { operation: { version: 'V2', managementFeesPercentage: -1 } },
    'finances that are a word': { finances: 'good' },
    'half of a surrogate pair': JSON.parse('{"finances": {"a": "\\udc00"}}') as object,
  })) {
    it(`${what} -> 400 validation-failed`, async () => expectCode(await create(body), 400, 'validation-failed'));
  }
  it('keeps emoji', async () => {
    const { body } = expectStatus(await create(JSON.parse('{"name": "\\ud83c\\udfe1 Les Tilleuls"}') as object), 201);
    assert.equal(body.name, '🏡 Les Tilleuls');
  });
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(await world.visitor().post('/administration/property', {}), 401, 'unauthenticated'));
  it('as an investor -> 403 forbidden', async () => expectCode(await create({}, await signUp(world)), 403, 'forbidden'));
});

describe('GET /administration/property/:propertyId', () => {
  it('answers JSON null for an unknown property', async () => {
    const answer = expectStatus(await admin.client.get(`/administration/property/${randomUUID()}`), 200);
    assert.equal(answer.text, 'null');
    assert.match(answer.headers.get('content-type') ?? '', /^application\/json/);
  });
  for (const id of ['royalty-one', 'upload-image', '00000000-0000-7000-8000-000000000000']) {
    it(`${id} is no UUID v4 -> 400 validation-failed`, async () =>
      expectCode(await admin.client.get(`/administration/property/${id}`), 400, 'validation-failed'));
  }
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(await world.visitor().get(`/administration/property/${randomUUID()}`), 401, 'unauthenticated'));
  it('as an investor -> 403 forbidden', async () => {
    const investor = await signUp(world);
    expectCode(await investor.client.get(`/administration/property/${randomUUID()}`), 403, 'forbidden');
  });
});
