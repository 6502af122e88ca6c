// Editing, deleting and noting a property, through HTTP; an edit and a publication never mix.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import {
  openFunding,
  type Person,
  resaleProperty,
  signInAdministrator,
  signUp,
  spvWithWallet,
} from '../../../../test/support/actors.ts';
import { addBricks, propertyIs } from '../../../../test/support/property-states.ts';
import { readAudits } from '../../../../test/support/readers.ts';
import { shows } from '../../../../test/support/recorder.ts';
import { expectCode, expectStatus, faultsIn, startWorld, type World } from '../../../../test/support/world.ts';
import type { PropertyId, SpvId } from '../../../core/db/tables.ts';

type View = { id: PropertyId; name: string; status: string; [field: string]: unknown };
type Note = { content: string; version: number };

let world: World;
let admin: Person;
let investor: Person;
let spvId: SpvId;

before(async () => {
  world = await startWorld({ worker: false });
  admin = await signInAdministrator(world);
  investor = await signUp(world);
  ({ spvId } = await spvWithWallet(world));
});
after(() => world.close());

const images = ['https://images.test/a.png', 'https://images.test/b.png'];
async function draft(body: object = {}): Promise<PropertyId> {
  const answer = await admin.client.post<View>('/administration/property', {
    ...{ name: 'Les Tilleuls', investorContractType: 'obligation', spvId, imageGallery: images },
    ...{ amountToFundCents: 50_000, minAmountToFundCents: 30_000 },
    ...{ fundingStartDate: '2090-01-10T08:00:00Z', fundingMaxEndDate: '2090-03-10T08:00:00Z' },
    ...body,
  });
  return expectStatus(answer, 201).body.id;
}
const path = (id: string, rest = '') => `/administration/property/${id}${rest}`;
const edit = (id: string, body: unknown, by: Person = admin) => by.client.patch<View>(path(id), body);
const read = async (id: string) => (await admin.client.get<View | null>(path(id))).body;
const audits = (id: string, kind: string) => readAudits<{ payload: unknown }>(world, { targetId: id, kind }, ['payload']);
const owner = async () => {
  const person = { firstname: 'Inès', lastname: 'Moreau', email: `${randomUUID()}@example.test` };
  const answer = await admin.client.post<{ value: { id: string } }>('/administration/project-owner', person);
  return expectStatus(answer, 201).body.value.id;
};
/** Paths of the fields that a refusal names. */
const pathsOf = (answer: Awaited<ReturnType<typeof edit>>) => {
  expectCode(answer, 400, 'validation-failed');
  return faultsIn(answer).map((fault) => fault.path);
};
const without = ({ updatedAt: _, ...view }: View) => view;

describe('PATCH /administration/property/:propertyId in DRAFT', () => {
  it('changes every field of the payload and leaves the others', async () => {
    const id = await draft({ operation: { version: 'V2', durationInMonths: 12, managementFeesPercentage: 1 } });
    const before = await read(id);
    const { spvId: otherSpv } = await spvWithWallet(world);
    const changes = {
      ...{
        name: 'Les Saules',
        investmentCase: '# Autre',
        imageGallery: images.slice(1),
        videoGallery: ['https://videos.test/b'],
      },
      ...{
        documents: [{ name: 'KIIS', url: 'https://files.test/k.pdf' }],
        localisationDescription: 'Rive gauche',
        surface: 12.5,
      },
      address: { street: '1 rue', city: 'Nantes', postcode: '44000', country: 'France' },
      ...{ fundingStartDate: '2091-01-10T08:00:00Z', fundingMaxEndDate: '2091-02-10T08:00:00Z' },
      ...{ revenueStartDate: '2092-01-01T00:00:00Z', investmentHorizonInMonths: 18, amountToFundCents: 90_000 },
      ...{
        minAmountToFundCents: 40_000,
        advantages: [{ id: 'a', title: 'Gare', description: 'à pied' }],
        finances: { notary: 2 },
      },
      ...{ attributes: ['neuf'], returnOnInvestment: 10.25, lotCount: 3, totalConstructionBudget: 7_000, totalFundEscrow: 8_000 },
      ...{ investorContractType: 'loan', spvId: otherSpv },
    };
    const { body } = expectStatus(await edit(id, { ...changes, operation: { version: 'V2', durationInMonths: 24 } }), 200);
    assert.deepEqual({ ...body, ...changes }, body);
    assert.deepEqual(body.operation, { version: 'V2', durationInMonths: 24, managementFeesPercentage: 1 });
    assert.deepEqual([body.status, body.companyFees], ['DRAFT', before?.companyFees]);
    assert.deepEqual({ ...(await read(id)), ...body }, await read(id));
    const [audit, ...more] = await audits(id, 'PROPERTY_EDIT');
    assert.deepEqual([audit?.payload, more], [{ status: 'DRAFT', fields: [...Object.keys(changes), 'operation'] }, []]);
  });
  it('gives an operation to a property that has none, and ids to advantages', async () => {
    const id = await draft();
    const operation = { version: 'V1', repayment: 'amortized' };
    const { body } = expectStatus(await edit(id, { operation, advantages: [{ title: 'Gare', description: '' }] }), 200);
    assert.deepEqual(body.operation, operation);
    const [advantage] = expectStatus(await admin.client.get<{ id: string }[]>(path(id, '/advantages')), 200).body;
    assert.match(advantage?.id ?? '', /^[0-9a-f-]{36}$/);
  });
  it('drops what nobody may set', async () => {
    const id = await draft();
    const forged = {
      status: 'PUBLISHED',
      totalBricks: 5,
      purchasedDate: '2026-01-01T00:00:00Z',
      financialStatus: 'repayment-finished',
    };
    const { status, totalBricks, purchasedDate, financialStatus } = expectStatus(await edit(id, forged), 200).body;
    assert.deepEqual([status, totalBricks, purchasedDate, financialStatus], ['DRAFT', null, null, null]);
  });
  it('beside a publication: before it whole, after it not at all', async () => {
    for (let round = 0; round < 6; round += 1) {
      const id = await draft();
      const publish = admin.client.patch<View>(path(id, '/publish'), {});
      const [edited, published] = await Promise.all([edit(id, { amountToFundCents: 80_000 }), publish]);
      if (edited.status !== 200) assert.deepEqual(pathsOf(edited), ['body/amountToFundCents']);
      expectStatus(published, 200);
      const now = await read(id);
      assert.equal(Number(now?.totalBricks) * 1_000, now?.amountToFundCents, 'bricks are those of the amount');
    }
  });

  it('unknown -> 404 not-found', async () => expectCode(await edit(randomUUID(), { name: 'x' }), 404, 'not-found'));
  it('an operation of the other variant -> 400 validation-failed', async () => {
    const id = await draft({ operation: { version: 'V1' } });
    const answer = await edit(id, { operation: { version: 'V2' }, amountToFundCents: 1, minAmountToFundCents: 2 });
    expectCode(answer, 400, 'validation-failed');
    assert.match(answer.text, /body\/operation\/version/);
    shows('property.edit.400.operation');
  });
  it('a wrong field of the variant -> 400 validation-failed', async () => {
    const id = await draft({ operation: { version: 'V1' } });
    expectCode(await edit(id, { operation: { version: 'V1', repayment: 'never' } }), 400, 'validation-failed');
  });
  it('an operation without version is of the variant that the property has', async () => {
    const id = await draft({ operation: { version: 'V1', durationInMonths: 12 } });
    const { body } = expectStatus(await edit(id, { operation: { repayment: 'inFine' } }), 200);
    assert.deepEqual(body.operation, { version: 'V1', durationInMonths: 12, repayment: 'inFine' });
  });
  it('a field of the other variant -> 400 validation-failed', async () => {
    for (const [version, operation] of [
      ['V1', { managementFeesPercentage: 1 }],
      ['V2', { version: 'V2', repayment: 'inFine' }],
    ] as const) {
      const answer = await edit(await draft({ operation: { version } }), { operation });
      assert.deepEqual(pathsOf(answer), [`body/operation/${Object.keys(operation).at(-1)}`]);
    }
  });
  it('an operation without version of a property that has none -> 400 validation-failed', async () =>
    assert.deepEqual(pathsOf(await edit(await draft(), { operation: { durationInMonths: 3 } })), ['body/operation/version']));
  it('null clears what may be empty', async () => {
    const fees = { amountExcludingTaxCents: 5 };
    const full = {
      ...{ investmentCase: '# Cas', localisationDescription: 'Rive', surface: 5, lotCount: 2, finances: {}, attributes: [] },
      address: { street: '1 rue', city: 'Nantes', postcode: '44000', country: 'France' },
      ...{ revenueStartDate: '2092-01-01T00:00:00Z', investmentHorizonInMonths: 18, returnOnInvestment: 9.5 },
      ...{ spvId, projectOwnerId: await owner() },
      operation: { version: 'V2', durationInMonths: 12, managementFeesPercentage: 1 },
      companyFees: { fundingFees: fees, fiducieFees: fees },
    };
    const id = await draft(full);
    const lessTerms = expectStatus(await edit(id, { operation: { durationInMonths: null } }), 200).body;
    assert.deepEqual(lessTerms.operation, { version: 'V2', managementFeesPercentage: 1 });
    const frame = ['fundingStartDate', 'fundingMaxEndDate', 'amountToFundCents', 'minAmountToFundCents'];
    const names = [...Object.keys(full), ...frame].filter((name) => name !== 'companyFees');
    const nothing = Object.fromEntries(names.map((name) => [name, null]));
    const { body } = expectStatus(await edit(id, { ...nothing, companyFees: { fundingFees: null } }), 200);
    const companyFees = { fundingFees: null, fiducieFees: { ...fees, transfer: null } };
    assert.deepEqual({ ...body, ...nothing, companyFees }, body);
    const whole = expectStatus(await admin.client.get<View>(path(id)), 200).body;
    assert.deepEqual({ ...whole, ...body }, whole);
    // What publishing needs is asked for by the publication.
    assert.deepEqual(pathsOf(await admin.client.patch<View>(path(id, '/publish'), {})), [
      'property/fundingStartDate',
      'property/amountToFundCents',
    ]);
  });
  for (const field of ['name', 'investorContractType', 'imageGallery', 'totalFundEscrow', 'companyFees']) {
    it(`null for ${field}, which is never empty -> 400 validation-failed`, async () => {
      const answer = await edit(await draft(), { [field]: null });
      assert.ok(pathsOf(answer).every((faulty) => faulty === `body/${field}`));
    });
  }
  it('a field that may be null shows one fault', async () =>
    assert.deepEqual(pathsOf(await edit(await draft(), { address: { city: 'Lyon', postcode: '69003', country: 'France' } })), [
      'body/address/street',
    ]));
  for (const body of [{ minAmountToFundCents: 50_000 }, { amountToFundCents: 30_000 }]) {
    it(`${JSON.stringify(body)} -> 400 min-amount-to-fund-should-be-less-than-amount-to-fund`, async () => {
      const id = await draft();
      const answer = await edit(id, { ...body, name: 'x', fundingMaxEndDate: '1990-01-01T00:00:00Z' });
      expectCode(answer, 400, 'min-amount-to-fund-should-be-less-than-amount-to-fund');
      assert.equal((await read(id))?.name, 'Les Tilleuls');
      assert.deepEqual(await audits(id, 'PROPERTY_EDIT'), []);
    });
  }
  for (const body of [{ fundingMaxEndDate: '2090-01-10T08:00:00Z' }, { fundingStartDate: '2090-03-10T08:00:00Z' }]) {
    it(`${JSON.stringify(body)} -> 400 max-end-date-should-be-after-start-date`, async () =>
      expectCode(await edit(await draft(), body), 400, 'max-end-date-should-be-after-start-date'));
  }
  it('an SPV or an owner that nobody knows -> 400 validation-failed', async () => {
    expectCode(await edit(await draft(), { spvId: randomUUID() }), 400, 'validation-failed');
    expectCode(await edit(await draft(), { projectOwnerId: randomUUID() }), 400, 'validation-failed');
  });
  it('no UUID v4 -> 400 validation-failed', async () => {
    expectCode(await edit('one', {}), 400, 'validation-failed');
    shows('property.edit.400.field');
  });
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(await world.visitor().patch(path(randomUUID()), {}), 401, 'unauthenticated'));
  it('as an investor -> 403 forbidden', async () => expectCode(await edit(randomUUID(), {}, investor), 403, 'forbidden'));
});

describe('PATCH /administration/property/:propertyId outside DRAFT', () => {
  const open = {
    name: 'Les Saules',
    surface: 90,
    fundingMaxEndDate: '2090-06-01T00:00:00Z',
    revenueStartDate: '2091-01-01T00:00:00Z',
  };
  const published = async (body: object = {}) => {
    const id = await draft(body);
    expectStatus(await admin.client.patch(path(id, '/publish'), {}), 200);
    return id;
  };
  it('changes the page, the owner and the last day', async () => {
    const id = await published({ investmentCase: '# Cas' });
    const before = without(expectStatus(await admin.client.get<View>(path(id)), 200).body);
    const changes = { ...open, projectOwnerId: await owner(), investmentCase: null };
    expectStatus(await edit(id, changes), 200);
    const after = without(expectStatus(await admin.client.get<View>(path(id)), 200).body);
    const { projectOwner: _, ...rest } = after;
    const funding = { ...Object(before.funding), maxEndDate: open.fundingMaxEndDate };
    const { projectOwner: __, ...was } = before;
    assert.deepEqual(rest, { ...was, ...changes, funding });
  });
  it('names every field that investors subscribed to and changes nothing -> 400 validation-failed', async () => {
    const id = await published({ operation: { version: 'V2', durationInMonths: 12 }, totalFundEscrow: 1_000 });
    const before = await read(id);
    const { spvId: other } = await spvWithWallet(world);
    const fixed = {
      ...{ investorContractType: 'loan', spvId: other, amountToFundCents: 90_000, minAmountToFundCents: 10_000 },
      ...{ fundingStartDate: '2090-02-01T00:00:00Z', returnOnInvestment: 3, investmentHorizonInMonths: 5 },
      ...{ operation: { durationInMonths: 99 }, totalFundEscrow: 9, totalConstructionBudget: 9 },
    };
    const named = Object.keys(fixed).map((field) => `body/${field}`);
    assert.deepEqual(pathsOf(await edit(id, { ...open, ...fixed })), named);
    for (const [field, value] of Object.entries({ ...fixed, spvId: null, amountToFundCents: null }))
      assert.deepEqual(pathsOf(await edit(id, { [field]: value, name: 'x' })), [`body/${field}`]);
    assert.deepEqual(await read(id), before);
    assert.deepEqual(await audits(id, 'PROPERTY_EDIT'), []);
  });
  it('takes what is stored already beside what may change', async () => {
    const terms = {
      ...{
        fundingStartDate: '2090-01-10T08:00:00Z',
        amountToFundCents: 50_000,
        minAmountToFundCents: 30_000,
        totalFundEscrow: 7,
      },
      ...{
        returnOnInvestment: 9.5,
        operation: { version: 'V2', durationInMonths: 12 },
        investorContractType: 'obligation',
        spvId,
      },
      companyFees: { fundingFees: { amountExcludingTaxCents: 5 } },
    };
    const id = await published(terms);
    const again = { ...terms, fundingStartDate: '2090-01-10T09:00:00+01:00', name: 'Les Saules' };
    assert.equal(expectStatus(await edit(id, again), 200).body.name, 'Les Saules');
  });
  it('an end before the start that is stored, whatever start is given -> 400 max-end-date-should-be-after-start-date', async () => {
    const id = await published();
    for (const fundingStartDate of [undefined, '2089-01-01T00:00:00Z', null])
      expectCode(
        await edit(id, { fundingStartDate, fundingMaxEndDate: '2090-01-10T08:00:00Z' }),
        400,
        'max-end-date-should-be-after-start-date',
      );
    assert.deepEqual(pathsOf(await edit(id, { fundingStartDate: '2091-01-01T00:00:00Z' })), ['body/fundingStartDate']);
  });
  it('checks the payload all the same', async () => {
    const { propertyId } = await openFunding(world, { bricks: 10 });
    const answer = await edit(propertyId, { amountToFundCents: 5_000, minAmountToFundCents: 6_000 });
    expectCode(answer, 400, 'min-amount-to-fund-should-be-less-than-amount-to-fund');
    await propertyIs(world, propertyId, 'operationV1');
    expectCode(await edit(propertyId, { operation: { version: 'V2' } }), 400, 'validation-failed');
    // Stored values that stay are not checked: this one was published with its minimum at the target.
    expectStatus(await edit(propertyId, { name: 'x' }), 200);
  });
  it('another last day once the funding has ended -> 400 validation-failed', async () => {
    const { propertyId } = await openFunding(world, { bricks: 10 });
    const before = String((await read(propertyId))?.fundingMaxEndDate);
    assert.equal(expectStatus(await edit(propertyId, { fundingMaxEndDate: null }), 200).body.fundingMaxEndDate, null);
    expectStatus(await edit(propertyId, { fundingMaxEndDate: before }), 200);
    await propertyIs(world, propertyId, 'ended');
    for (const fundingMaxEndDate of ['2095-01-01T00:00:00Z', null])
      assert.deepEqual(pathsOf(await edit(propertyId, { fundingMaxEndDate })), ['body/fundingMaxEndDate']);
    assert.equal(expectStatus(await edit(propertyId, { fundingMaxEndDate: before }), 200).body.fundingMaxEndDate, before);
  });
});

describe('DELETE /administration/property/:propertyId', () => {
  const remove = (id: string, by: Person = admin) => by.client.delete(path(id));
  it('deletes a draft with its audit row', async () => {
    const id = await draft();
    const look = async () => (await read(id))?.status;
    const change = { from: 'DRAFT', to: undefined, look, by: () => remove(id) };
    assert.equal(expectStatus(await world.changes('state.property-deleted', change), 200).text, '');
    assert.equal(await read(id), null);
    assert.deepEqual(await audits(id, 'PROPERTY_DELETION'), [{ payload: { name: 'Les Tilleuls' } }]);
    expectCode(await remove(id), 404, 'not-found');
  });
  it('two at once: one deletes, the other -> 404 not-found', async () => {
    const id = await draft();
    const answers = await Promise.all([remove(id), remove(id)]);
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 404]);
    assert.equal((await audits(id, 'PROPERTY_DELETION')).length, 1);
  });
  it('published -> 400 property.delete.must-be-draft', async () => {
    const { propertyId } = await openFunding(world, { bricks: 1 });
    expectCode(await remove(propertyId), 400, 'property.delete.must-be-draft');
    assert.equal((await read(propertyId))?.id, propertyId);
    shows('property.delete.400.rules');
  });
  it('a draft that something refers to -> 400 property.delete.still-referenced', async () => {
    const id = await draft();
    await addBricks(world, id, 1, 1);
    expectCode(await remove(id), 400, 'property.delete.still-referenced');
    assert.equal((await read(id))?.id, id);
  });
  it('unknown -> 404 not-found', async () => expectCode(await remove(randomUUID()), 404, 'not-found'));
  it('no UUID v4 -> 400 validation-failed', async () => {
    expectCode(await remove('one'), 400, 'validation-failed');
    shows('property.delete.400.id');
  });
  it('as an investor -> 403 forbidden', async () => expectCode(await remove(randomUUID(), investor), 403, 'forbidden'));
});

describe('the internal note', () => {
  const readNote = (id: string) => admin.client.get<Note>(path(id, '/internal-note'));
  const write = (id: string, body: unknown) => admin.client.patch<Note>(path(id, '/internal-note'), body);
  it('is empty at version 0, and counts its versions', async () => {
    const { propertyId } = await resaleProperty(world, { owners: [] });
    assert.deepEqual(expectStatus(await readNote(propertyId), 200).body, { content: '', version: 0 });
    assert.deepEqual(expectStatus(await write(propertyId, { content: '# À voir', version: 0 }), 200).body, {
      content: '# À voir',
      version: 1,
    });
    assert.deepEqual(expectStatus(await write(propertyId, { content: '', version: 1 }), 200).body, { content: '', version: 2 });
    assert.deepEqual((await readNote(propertyId)).body, { content: '', version: 2 });
    assert.deepEqual(await audits(propertyId, 'PROPERTY_INTERNAL_NOTE_UPDATE'), [
      { payload: { version: 1 } },
      { payload: { version: 2 } },
    ]);
  });
  it('another version -> 409 NOTE_VERSION_CONFLICT', async () => {
    const id = await draft();
    for (const version of [1, 2_147_483_647])
      expectCode(await write(id, { content: 'x', version }), 409, 'NOTE_VERSION_CONFLICT');
    assert.deepEqual((await readNote(id)).body, { content: '', version: 0 });
    assert.deepEqual(await audits(id, 'PROPERTY_INTERNAL_NOTE_UPDATE'), []);
  });
  it('two at once: one is kept, the other -> 409 NOTE_VERSION_CONFLICT', async () => {
    const id = await draft();
    const answers = await Promise.all(['a', 'b', 'c', 'd'].map((content) => write(id, { content, version: 0 })));
    const [won, ...lost] = answers.toSorted((a, b) => a.status - b.status);
    assert.ok(won);
    for (const answer of lost) expectCode(answer, 409, 'NOTE_VERSION_CONFLICT');
    assert.deepEqual((await readNote(id)).body, expectStatus(won, 200).body);
    assert.equal((await audits(id, 'PROPERTY_INTERNAL_NOTE_UPDATE')).length, 1);
  });
  it('of an unknown property: Property not found -> 404 not-found', async () => {
    for (const answer of [await readNote(randomUUID()), await write(randomUUID(), { content: '', version: 0 })]) {
      expectCode(answer, 404, 'not-found');
      assert.equal((answer.body as unknown as { detail: string }).detail, 'Property not found');
    }
  });
  for (const body of [
    { content: 'x' },
    { version: 0 },
    { content: 1, version: 0 },
    { content: 'x', version: -1 },
    { content: 'x', version: 0.5 },
  ]) {
    it(`${JSON.stringify(body)} -> 400 validation-failed`, async () =>
      expectCode(await write(randomUUID(), body), 400, 'validation-failed'));
  }
  it('no UUID v4 -> 400 validation-failed', async () => expectCode(await readNote('one'), 400, 'validation-failed'));
});

describe('GET /administration/property/:propertyId/advantages', () => {
  it('lists them in their order', async () => {
    const advantages = [
      { id: 'b', title: 'Gare', description: 'À dix minutes' },
      { id: 'a', title: 'Parc', description: '' },
    ];
    const id = await draft({ advantages });
    assert.deepEqual(expectStatus(await admin.client.get(path(id, '/advantages')), 200).body, advantages);
    assert.deepEqual(expectStatus(await admin.client.get(path(await draft(), '/advantages')), 200).body, []);
  });
  it('unknown -> 404 not-found', async () =>
    expectCode(await admin.client.get(path(randomUUID(), '/advantages')), 404, 'not-found'));
  it('no UUID v4 -> 400 validation-failed', async () =>
    expectCode(await admin.client.get(path('one', '/advantages')), 400, 'validation-failed'));
});
