// A property and the presentation of its owner: linked, shown, forgotten by the caches, never left dangling. Through HTTP.

import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { openFunding, type Person, signInAdministrator } from '../../../../test/support/actors.ts';
import type { Answer } from '../../../../test/support/client.ts';
import { holdAuditRows } from '../../../../test/support/held-lock.ts';
import { describeUnseen } from '../../../../test/support/property-states.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';

type View = { id: string; projectOwnerPresentationId: string | null };
type Content = { name: string; description: string; profilePictureUrl?: string };
type Page = { projectOwnerPresentation: { name: string; description: string; profilePictureUrl: string | null } | null };

const PRESENTATIONS = '/administration/project-owner-presentation';
const PROPERTIES = '/administration/property';

let world: World;
let admin: Person;

before(async () => {
  world = await startWorld({ worker: false });
  admin = await signInAdministrator(world);
});
after(() => world.close());

let count = 0;
const content = (fields: object = {}): Content => ({
  name: `Fondatrice ${++count}`,
  description: 'Vingt ans de chantiers.',
  ...fields,
});
const presented = async (body = content()) =>
  expectStatus(await admin.client.post<{ id: string }>(PRESENTATIONS, body), 201).body.id;
const replace = async (id: string, body: Content) => expectStatus(await admin.client.put(`${PRESENTATIONS}/${id}`, body), 200);
const remove = (id: string) => admin.client.delete(`${PRESENTATIONS}/${id}`);
const create = (projectOwnerPresentationId: unknown) =>
  admin.client.post<View>(PROPERTIES, { name: 'Les Saules', investorContractType: 'loan', projectOwnerPresentationId });
const created = async (presentationId: string | null) => expectStatus(await create(presentationId), 201).body;
const link = (id: string, projectOwnerPresentationId: string | null) =>
  admin.client.patch<View>(`${PROPERTIES}/${id}`, { projectOwnerPresentationId });
const linked = async (id: string, presentationId: string | null) => expectStatus(await link(id, presentationId), 200).body;
const read = async (id: string) => expectStatus(await admin.client.get<View>(`${PROPERTIES}/${id}`), 200).body;
const linkOf = async (id: string) => (await read(id)).projectOwnerPresentationId;
const shown = async (id: string, query = '') =>
  expectStatus(await world.visitor().get<Page>(`/properties/${id}${query}`), 200).body.projectOwnerPresentation;
const page = ({ profilePictureUrl, ...words }: Content) => ({ ...words, profilePictureUrl: profilePictureUrl ?? null });
const pathsOf = (answer: { status: number; body: unknown }) =>
  (answer.body as { errors: { path: string }[] }).errors.map(({ path }) => path);
/** Answers of two requests, of which the second waits for the first. */
async function oneBehindTheOther(first: () => Promise<Answer>, second: () => Promise<Answer>) {
  const lock = await holdAuditRows(world);
  const earlier = first();
  await lock.waiting(1);
  const later = second();
  await lock.waiting(2);
  await lock.release();
  return { earlier: await earlier, later: await later };
}

describe('projectOwnerPresentationId of a property', () => {
  it('is given at the creation, and is null without', async () => {
    const id = await presented();
    const property = await created(id);
    assert.equal(property.projectOwnerPresentationId, id);
    assert.equal(await linkOf(property.id), id);
    assert.equal((await created(null)).projectOwnerPresentationId, null);
  });
  it('is changed and cleared by an edit; one that does not name it leaves it', async () => {
    const [first, second] = [await presented(), await presented()];
    const { id } = await created(first);
    assert.equal((await linked(id, second)).projectOwnerPresentationId, second);
    expectStatus(await admin.client.patch(`${PROPERTIES}/${id}`, { name: 'Les Aulnes' }), 200);
    assert.equal(await linkOf(id), second);
    assert.equal((await linked(id, null)).projectOwnerPresentationId, null);
    assert.equal(await linkOf(id), null);
  });
  it('stands in the list of properties', async () => {
    const presentationId = await presented();
    const { id } = await created(presentationId);
    const { body } = expectStatus(await admin.client.get<{ project: View }[]>(PROPERTIES), 200);
    assert.equal(body.find(({ project }) => project.id === id)?.project.projectOwnerPresentationId, presentationId);
  });
  it('an id that nobody knows, at the creation or at an edit -> 400 validation-failed', async () => {
    const { id } = await created(null);
    for (const answer of [await create(randomUUIDv7()), await link(id, randomUUIDv7())]) {
      expectCode(answer, 400, 'validation-failed');
      assert.deepEqual(pathsOf(answer), ['body/projectOwnerPresentationId']);
    }
    assert.equal(await linkOf(id), null);
  });
  it('what is no UUID v7 -> 400 validation-failed', async () => {
    for (const id of ['one', 7, '00000000-0000-4000-8000-000000000000']) expectCode(await create(id), 400, 'validation-failed');
  });
});

describe('the presentation on the page of a property', () => {
  it('is null until one is linked, then the one that is', async () => {
    const { propertyId } = await openFunding(world, { bricks: 1 });
    const [one, other] = [content({ profilePictureUrl: 'https://images.example.test/ines.webp' }), content()];
    assert.equal(await shown(propertyId), null);
    await linked(propertyId, await presented(one));
    assert.deepEqual(await shown(propertyId), page(one));
    await linked(propertyId, await presented(other));
    assert.deepEqual(await shown(propertyId), page(other));
    await linked(propertyId, null);
    assert.equal(await shown(propertyId), null);
  });
  it('is forgotten by the cache when the presentation is replaced, on every page that shows it', async () => {
    const properties = [await openFunding(world, { bricks: 1 }), await openFunding(world, { bricks: 1 })];
    const [before, after] = [content(), content({ description: 'Trente ans.' })];
    const id = await presented(before);
    for (const { propertyId } of properties) {
      await linked(propertyId, id);
      assert.deepEqual(await shown(propertyId), page(before));
    }
    await describeUnseen(world, id);
    assert.deepEqual(await shown(properties[0]?.propertyId ?? ''), page(before));
    await replace(id, after);
    for (const { propertyId } of properties) assert.deepEqual(await shown(propertyId), page(after));
  });
  it('is on the preview of a draft, as it is now', async () => {
    const [before, after] = [content(), content()];
    const presentationId = await presented(before);
    const { id } = await created(presentationId);
    const token = expectStatus(await admin.client.post<{ url: string }>(`${PROPERTIES}/${id}/draft-token`), 201).body.url;
    const preview = () => shown(id, new URL(token).search);
    assert.deepEqual(await preview(), page(before));
    await replace(presentationId, after);
    assert.deepEqual(await preview(), page(after));
    await linked(id, null);
    assert.equal(await preview(), null);
  });
});

describe('DELETE /administration/project-owner-presentation/:projectOwnerPresentationId while it is shown', () => {
  const inUse = 'project-owner-presentation-in-use';
  it('says how many properties show it, and goes once none does -> 400 project-owner-presentation-in-use', async () => {
    const id = await presented();
    const { propertyId } = await openFunding(world, { bricks: 1 });
    await linked(propertyId, id);
    const draft = await created(id);
    const refused = await remove(id);
    expectCode(refused, 400, inUse);
    assert.match(refused.text, /show this presentation: 2\./);
    assert.notEqual(await shown(propertyId), null);
    await linked(propertyId, null);
    expectCode(await remove(id), 400, inUse);
    expectStatus(await admin.client.delete(`${PROPERTIES}/${draft.id}`), 200);
    expectStatus(await remove(id), 200);
  });
  it('while a property is just being linked -> 400 project-owner-presentation-in-use', async () => {
    const id = await presented();
    const draft = await created(null);
    const { earlier, later } = await oneBehindTheOther(
      () => link(draft.id, id),
      () => remove(id),
    );
    expectStatus(earlier, 200);
    expectCode(later, 400, inUse);
    assert.equal(await linkOf(draft.id), id);
  });
  it('a link to one that is just being deleted -> 400 validation-failed', async () => {
    const id = await presented();
    const draft = await created(null);
    const { earlier, later } = await oneBehindTheOther(
      () => remove(id),
      () => link(draft.id, id),
    );
    expectStatus(earlier, 200);
    expectCode(later, 400, 'validation-failed');
    assert.equal(await linkOf(draft.id), null);
  });
  it('of a deletion and a link at once one wins, and nothing dangles', async () => {
    for (let round = 0; round < 5; round++) {
      const id = await presented();
      const draft = await created(null);
      const [deletion, edit] = await Promise.all([remove(id), link(draft.id, id)]);
      if (deletion.status === 200) {
        expectCode(edit, 400, 'validation-failed');
        assert.equal(await linkOf(draft.id), null);
      } else {
        expectCode(deletion, 400, inUse);
        expectStatus(edit, 200);
        assert.equal(await linkOf(draft.id), id);
      }
    }
  });
});
