// Royalty properties have their own edit, as drafts, and rules that hold for every page.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { type Person, signInAdministrator, spvWithWallet } from '../../../../test/support/actors.ts';
import { readAudits } from '../../../../test/support/readers.ts';
import { expectCode, expectStatus, faultsIn, startWorld, type World } from '../../../../test/support/world.ts';
import type { PropertyId, SpvId } from '../../../core/db/tables.ts';

type View = { id: PropertyId; name: string; status: string; [field: string]: unknown };

let world: World;
let admin: Person;
let spvId: SpvId;

before(async () => {
  world = await startWorld({ worker: false });
  admin = await signInAdministrator(world);
  ({ spvId } = await spvWithWallet(world));
});
after(() => world.close());

const images = ['https://images.test/a.png', 'https://images.test/b.png'];
const create = (body: object = {}) =>
  admin.client.post<View>('/administration/property', {
    ...{ name: 'Les Tilleuls', investorContractType: 'royalty', spvId, imageGallery: images },
    ...{ amountToFundCents: 50_000, minAmountToFundCents: 30_000, fundingStartDate: '2090-01-10T08:00:00Z' },
    ...body,
  });
const draft = async (body: object = {}) => expectStatus(await create(body), 201).body.id;
const published = async (body: object = {}) => {
  const id = await draft(body);
  expectStatus(await admin.client.patch(`/administration/property/${id}/publish`, {}), 200);
  return id;
};
const edit = (id: string, body: unknown) => admin.client.patch<View>(`/administration/property/${id}`, body);
const editRoyalty = (id: string, body: unknown) => admin.client.patch<View>(`/administration/property/royalty/${id}`, body);
const read = async (id: string) => expectStatus(await admin.client.get<View>(`/administration/property/${id}`), 200).body;
const pathsOf = (answer: Awaited<ReturnType<typeof edit>>) => {
  expectCode(answer, 400, 'validation-failed');
  return faultsIn(answer).map((fault) => fault.path);
};

describe('PATCH /administration/property/:propertyId', () => {
  it('a royalty, draft or published, and a change to one -> 400 property.edit-does-not-support-royalty-operation', async () => {
    for (const answer of [
      await edit(await draft(), { name: 'Les Saules' }),
      await edit(await draft(), {}),
      await edit(await draft(), { investorContractType: 'loan' }),
      await edit(await published(), { amountToFundCents: 1, minAmountToFundCents: 2 }),
      await edit(await draft({ investorContractType: 'loan' }), { investorContractType: 'royalty' }),
    ])
      expectCode(answer, 400, 'property.edit-does-not-support-royalty-operation');
  });
});

describe('an edit that says what it was made of', () => {
  for (const [name, type, route] of [
    ['PATCH /administration/property/:propertyId', 'loan', ''],
    ['PATCH /administration/property/royalty/:propertyId', 'royalty', 'royalty/'],
  ] as const)
    it(`${name}: of two at once one is done, the other -> 409 property.edit.changed-meanwhile`, async () => {
      const id = await draft({ investorContractType: type });
      const { updatedAt } = await read(id);
      const since = `unchangedSince=${encodeURIComponent(String(updatedAt))}`;
      const change = (name: string) => admin.client.patch<View>(`/administration/property/${route}${id}?${since}`, { name });
      const answers = await Promise.all([change('Les Saules'), change('Les Ormes')]);
      const [done, refused] = answers.toSorted((one, other) => one.status - other.status);
      assert.ok(done && refused);
      expectStatus(done, 200);
      expectCode(refused, 409, 'property.edit.changed-meanwhile');
      assert.equal((await read(id)).name, done.body.name);
    });

  it('a moment that is none -> 400 validation-failed', async () => {
    const id = await draft({ investorContractType: 'loan' });
    expectCode(await admin.client.patch(`/administration/property/${id}?unchangedSince=hier`, {}), 400, 'validation-failed');
  });
});

describe('PATCH /administration/property/royalty/:propertyId', () => {
  it('edits the draft, audited, and takes what GET answers', async () => {
    const id = await draft();
    const changes = { name: 'Les Saules', amountToFundCents: 60_000, investmentCase: '# Cas' };
    const { body } = expectStatus(await editRoyalty(id, changes), 200);
    assert.deepEqual({ ...body, ...changes }, body);
    const [audit, ...more] = await readAudits<{ payload: unknown }>(world, { targetId: id, kind: 'PROPERTY_ROYALTY_EDIT' }, [
      'payload',
    ]);
    assert.deepEqual([audit?.payload, more], [{ status: 'DRAFT', fields: Object.keys(changes) }, []]);
    expectStatus(await editRoyalty(id, await read(id)), 200);
  });
  it('unknown -> 404 not-found', async () => expectCode(await editRoyalty(randomUUID(), { name: 'x' }), 404, 'not-found'));
  it('another contract, stored or asked for -> 400 property.edit-royalty.must-be-royalty', async () => {
    for (const answer of [
      await editRoyalty(await draft({ investorContractType: 'obligation' }), { name: 'x' }),
      await editRoyalty(await draft(), { investorContractType: 'loan' }),
    ])
      expectCode(answer, 400, 'property.edit-royalty.must-be-royalty');
  });
  it('once it is published -> 400 property.edit-royalty.must-be-draft', async () =>
    expectCode(await editRoyalty(await published(), { name: 'x' }), 400, 'property.edit-royalty.must-be-draft'));
  it('the rules over several fields -> 400 min-amount-to-fund-should-be-less-than-amount-to-fund', async () =>
    expectCode(
      await editRoyalty(await draft(), { minAmountToFundCents: 50_000 }),
      400,
      'min-amount-to-fund-should-be-less-than-amount-to-fund',
    ));
  it('an end before its start -> 400 max-end-date-should-be-after-start-date', async () =>
    expectCode(
      await editRoyalty(await draft(), { fundingMaxEndDate: '2089-01-10T08:00:00Z' }),
      400,
      'max-end-date-should-be-after-start-date',
    ));
  it('keeps no operation, escrow or budget, here and at the creation: nothing would use them', async () => {
    const terms = { operation: { version: 'V2' }, totalFundEscrow: 5, totalConstructionBudget: 6 };
    const kept = ({ operation, totalFundEscrow, totalConstructionBudget }: View) => [
      operation,
      totalFundEscrow,
      totalConstructionBudget,
    ];
    const id = await draft(terms);
    assert.deepEqual(kept(await read(id)), [null, 0, 0]);
    expectStatus(await editRoyalty(id, { ...terms, name: 'Les Saules' }), 200);
    assert.deepEqual(kept(await read(id)), [null, 0, 0]);
  });
});

describe('the page of a property', () => {
  const loan = { investorContractType: 'loan' };
  it('has no image twice -> 400 validation-failed', async () => {
    const twice = [...images, images[0]];
    assert.deepEqual(pathsOf(await create({ imageGallery: twice })), ['body/imageGallery/2']);
    assert.deepEqual(pathsOf(await edit(await draft(loan), { imageGallery: twice })), ['body/imageGallery/2']);
  });
  it('has no id of an advantage twice -> 400 validation-failed', async () => {
    const advantage = { id: 'a', title: 'Gare', description: '' };
    const advantages = [advantage, { title: 'Parc', description: '' }, advantage];
    assert.deepEqual(pathsOf(await create({ advantages })), ['body/advantages/2/id']);
    assert.deepEqual(pathsOf(await edit(await draft(loan), { advantages })), ['body/advantages/2/id']);
  });
  it('keeps the images of a publication once it is published -> 400 validation-failed', async () => {
    const id = await published(loan);
    for (const imageGallery of [[], images.slice(1)])
      assert.deepEqual(pathsOf(await edit(id, { imageGallery })), ['body/imageGallery']);
    expectStatus(await edit(id, { imageGallery: [...images].reverse() }), 200);
    expectStatus(await edit(await draft(loan), { imageGallery: [] }), 200);
  });
});
