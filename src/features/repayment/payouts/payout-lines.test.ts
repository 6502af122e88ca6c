// What each holder gets of a run, through HTTP.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { type Investor, type Person, signInAdministrator, signUp, verifiedInvestor } from '../../../../test/support/actors.ts';
import { assertPages, pageOf } from '../../../../test/support/administration-lists.ts';
import { paidEcheance } from '../../../../test/support/schedule-actors.ts';
import { scheduledProperty } from '../../../../test/support/scheduled-property.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import type { PayoutLineView, PayoutsOfMonth } from './schemas.ts';

const lines = (runId: string) => `/administration/payouts/runs/${runId}/lines`;

let world: World;
let admin: Person;
let holders: Investor[];
let runId: string;

before(async () => {
  world = await startWorld({ worker: false });
  admin = await signInAdministrator(world);
  await world.moveClock({ now: '2027-01-09T10:00:00Z' });
  holders = [await verifiedInvestor(world), await verifiedInvestor(world), await verifiedInvestor(world)];
  const own = await scheduledProperty(world, admin, { holders: holders.map((investor) => ({ investor, bricks: 1 })) });
  const [echeance] = own.echeances;
  if (!echeance) throw new Error('a schedule without echeances');
  await paidEcheance(world, { echeanceId: echeance.id, amountCents: 30_000 });
  await world.moveClock({ now: '2027-01-10T06:00:00Z' });
  await world.runJob('coupon-payout');
  const month = expectStatus(await admin.client.get<PayoutsOfMonth>('/administration/payouts/2027-01'), 200).body;
  const { runs, couponsFrom } = month;
  assert.equal(couponsFrom, '2027-01-10', 'the day on which they left');
  runId = runs[0]?.id ?? assert.fail('nothing was distributed');
});
after(() => world.close());

describe('GET /administration/payouts/runs/:runId/lines', () => {
  it('has each holder once, page by page, with name and amounts', async () => {
    const { items } = await pageOf<PayoutLineView>(admin, lines(runId));
    assert.deepEqual(
      items.map(({ customerId }) => customerId),
      holders.map(({ customerId }) => customerId).toSorted(),
    );
    assert.ok(
      items.every(
        ({ holderName, grossCents, status }) => holderName === 'Camille Durand' && grossCents === 10_000 && status === 'waiting',
      ),
    );
    await assertPages<PayoutLineView>(admin, lines(runId), ({ id }) => id);
  });
  it('is narrowed by status', async () => {
    assert.equal((await pageOf(admin, lines(runId), '?status=waiting')).items.length, 3);
    assert.equal((await pageOf(admin, lines(runId), '?status=paid')).items.length, 0);
  });
  it('an unknown run -> 404 not-found', async () => expectCode(await admin.client.get(lines(randomUUID())), 404, 'not-found'));
  it('a status that no line has, a cursor of nothing -> 400 validation-failed', async () => {
    for (const query of ['status=other', 'cursor=x', 'limit=0'])
      expectCode(await admin.client.get(`${lines(runId)}?${query}`), 400, 'validation-failed');
  });
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(await world.visitor().get(lines(runId)), 401, 'unauthenticated'));
  it('as an investor -> 403 forbidden', async () =>
    expectCode(await (await signUp(world)).client.get(lines(runId)), 403, 'forbidden'));
});
