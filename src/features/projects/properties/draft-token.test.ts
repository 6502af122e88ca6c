// The link that shows a property before it is public: for a week, for one property, never cached.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { type Person, signInAdministrator, signUp, spvWithWallet } from '../../../../test/support/actors.ts';
import { createClient } from '../../../../test/support/client.ts';
import { readAudits } from '../../../../test/support/readers.ts';
import { shows } from '../../../../test/support/recorder.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import { newId } from '../../../core/ids.ts';
import { opensDraft, signDraftToken } from './catalogue.ts';

type Page = { id: string; name: string; [field: string]: unknown };

let world: World;
let admin: Person;

before(async () => {
  world = await startWorld({ worker: false });
  admin = await signInAdministrator(world);
});
after(() => world.close());

async function draft(body: object = {}): Promise<string> {
  const answer = await admin.client.post<Page>('/administration/property', {
    name: 'Plan',
    investorContractType: 'loan',
    ...body,
  });
  return expectStatus(answer, 201).body.id;
}
const create = (id: string, by: Person = admin) => by.client.post<{ url: string }>(`/administration/property/${id}/draft-token`);
const tokenOf = async (id: string) => new URL(expectStatus(await create(id), 201).body.url).searchParams.get('draftToken') ?? '';
const read = (id: string, token: string) =>
  world.visitor().get<Page>(`/properties/${id}?draftToken=${encodeURIComponent(token)}`);

describe('POST /administration/property/:propertyId/draft-token', () => {
  it('answers the address of the page at the front end', async () => {
    const id = await draft();
    const { url } = expectStatus(await create(id), 201).body;
    const start = `${world.deps.config.FRONT_URL.replace(/\/$/, '')}/project/${id}?draftToken=`;
    assert.ok(url.startsWith(start), url);
    assert.match(url.slice(start.length), /^[\w.-]+$/);
    const [audit] = await readAudits<{ payload: Record<string, string> }>(
      world,
      { kind: 'PROPERTY_DRAFT_TOKEN_CREATION', targetId: id },
      ['payload'],
    );
    assert.deepEqual(Object.keys(audit?.payload ?? {}), ['expiresAt']);
  });
  it('unknown -> 404 property.not-found', async () => expectCode(await create(randomUUID()), 404, 'property.not-found'));
  it('no UUID v4 -> 400 validation-failed', async () => expectCode(await create('one'), 400, 'validation-failed'));
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(await world.visitor().post(`/administration/property/${randomUUID()}/draft-token`), 401, 'unauthenticated'));
  it('as an investor -> 403 forbidden', async () =>
    expectCode(await create(randomUUID(), await signUp(world)), 403, 'forbidden'));
});

describe('GET /properties/:propertyId?draftToken=', () => {
  it('shows a draft as its page will be, each time as it is now, at every instance', async () => {
    const other = createClient((await world.another({ api: true, worker: false })).url ?? '');
    const id = await draft({ surface: 12, totalFundEscrow: 5 });
    const token = await tokenOf(id);
    const { body } = expectStatus(await read(id, token), 200);
    assert.deepEqual(
      [body.id, body.name, body.surface, body.brickPriceCents, body.fundingStatus, body.availableBricks],
      [id, 'Plan', 12, null, 'inProgress', 0],
    );
    for (const field of ['totalFundEscrow', 'status', 'spvId', 'companyFees']) assert.equal(field in body, false, field);
    expectStatus(await admin.client.patch(`/administration/property/${id}`, { name: 'Autre plan' }), 200);
    const there = await other.get<Page>(`/properties/${id}?draftToken=${token}`);
    assert.deepEqual([(await read(id, token)).body.name, there.body.name], ['Autre plan', 'Autre plan']);
    // Nothing of it is left for those without a token.
    expectCode(await world.visitor().get(`/properties/${id}`), 404, 'property.not-found');
    assert.deepEqual((await read(id, token)).headers.get('cache-control'), 'no-store');
  });
  it('shows a published property before its display date', async () => {
    const { spvId } = await spvWithWallet(world);
    const imageGallery = ['https://images.test/a.png', 'https://images.test/b.png'];
    const id = await draft({ spvId, imageGallery, amountToFundCents: 5_000, fundingStartDate: '2090-01-01T00:00:00Z' });
    const publication = { displayDate: '2089-01-01T00:00:00Z' };
    expectStatus(await admin.client.patch(`/administration/property/${id}/publish`, publication), 200);
    expectCode(await world.visitor().get(`/properties/${id}`), 404, 'property.not-found');
    assert.equal(expectStatus(await read(id, await tokenOf(id)), 200).body.totalBricks, 5);
  });
  it("another property's, a changed or a made-up token -> 404 property.not-found", async () => {
    const id = await draft();
    const token = await tokenOf(id);
    const [expires = '', signature = ''] = token.split('.');
    const later = `${Number(expires) + 1}.${signature}`;
    const flipped = `${expires}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
    for (const wrong of [await tokenOf(await draft()), later, flipped, `${token}A`, signature, '.', '', 'x'.repeat(500)])
      expectCode(await read(id, wrong), 404, 'property.not-found');
    expectCode(await read(randomUUID(), token), 404, 'property.not-found');
  });
  it('lives seven days of business time, then -> 404 property.not-found', async () => {
    const id = await draft();
    const token = await tokenOf(id);
    await world.moveClock({ advance: 'PT167H59M' });
    expectStatus(await read(id, token), 200);
    await world.moveClock({ advance: 'PT1M' });
    expectCode(await read(id, token), 404, 'property.not-found');
    shows('limit.draft-token-lifetime');
  });
});

it('a token ends to the millisecond, and only the secret makes one', () => {
  const now = Temporal.Instant.from('2026-11-20T10:00:00.123456Z');
  const [id, another] = [newId<PropertyId>(), newId<PropertyId>()];
  const { token, expiresAt } = signDraftToken('secret', id, now);
  assert.equal(expiresAt.toString(), '2026-11-27T10:00:00.123Z');
  assert.equal(opensDraft('secret', id, token, expiresAt.subtract({ milliseconds: 1 })), true);
  assert.equal(opensDraft('secret', id, token, expiresAt), false);
  assert.equal(opensDraft('other', id, token, now), false);
  assert.equal(opensDraft('secret', another, token, now), false);
});
