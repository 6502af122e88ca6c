// What the console shows of payments to be assigned, through HTTP: the list, one payment, the echeances it may be for.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { type Person, signInAdministrator, signUp } from '../../../../test/support/actors.ts';
import { assertPages, itRefuses, pageOf } from '../../../../test/support/administration-lists.ts';
import { propertyIs } from '../../../../test/support/property-states.ts';
import { type ScheduledProperty, scheduledProperty } from '../../../../test/support/scheduled-property.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import type { PaymentSuggestions, PaymentToBeAssigned, PaymentWithParts } from './schemas.ts';

const PAYMENTS = '/administration/payments-to-be-assigned';
const WIRES = '/administration/property/payment-schedule/wire-to-be-assigned';

let world: World;
let admin: Person;
let project: ScheduledProperty;

before(async () => {
  world = await startWorld({ worker: false });
  admin = await signInAdministrator(world);
  project = await scheduledProperty(world, admin);
});
after(() => world.close());

const list = (state: string, query = '') => pageOf<PaymentToBeAssigned>(admin, `${PAYMENTS}?state=${state}`, query);

async function wireOf(amountCents: number, comment: string, to: ScheduledProperty = project): Promise<PaymentToBeAssigned> {
  const known = new Set((await list('waiting')).items.map(({ id }) => id));
  await world.control('POST', `/accounts/${to.accountId}/credit`, { amountCents, comment });
  await world.runJob('incoming-wires');
  return (await list('waiting')).items.find(({ id }) => !known.has(id)) ?? assert.fail('the wire was not picked up');
}

const suggestionsOf = async ({ id }: { id: string }) =>
  expectStatus(await admin.client.get<PaymentSuggestions>(`${PAYMENTS}/${id}/suggestions`), 200).body;

describe(`GET ${PAYMENTS}`, () => {
  itRefuses(`${PAYMENTS}`, {
    world: () => world,
    administrator: () => admin,
    wrong: ['state=other', 'state=waiting&sort=name', 'state=waiting&from=2026-01-02T00:00:00Z'],
  });

  it('has what waits, what was assigned and what was archived apart, with their names', async () => {
    const [assigned, archived, waiting] = [await wireOf(10, 'Un'), await wireOf(20, 'Deux'), await wireOf(30, 'Trois')];
    const assignment = { wireToBeAssignedId: assigned.id, paymentFor: 'mensualite', echeanceId: project.echeances[0]?.id };
    expectStatus(await admin.client.post(`${WIRES}/assign`, { ...assignment, comment: 'Vu', isSimulation: false }), 201);
    expectStatus(await admin.client.post(`${WIRES}/archive`, { wireToBeAssignedId: archived.id, comment: 'Erreur' }), 201);
    const idsOf = async (state: string) => (await list(state)).items.map(({ id }) => id);
    assert.deepEqual(await idsOf('waiting'), [waiting.id]);
    assert.deepEqual(await idsOf('archived'), [archived.id]);
    const [item] = (await list('assigned')).items;
    assert.deepEqual(
      [item?.id, item?.project?.id, item?.spv.id, item?.echeance?.number, item?.settleComment, item?.source],
      [assigned.id, project.propertyId, project.spvId, 1, 'Vu', 'wire'],
    );
    assert.deepEqual((await list('archived')).items[0]?.settleComment, 'Erreur');
  });

  it('counts all that waits, beside each page', async () => {
    for (const amount of [100, 200, 300]) await wireOf(amount, `Virement ${amount}`);
    const { items } = await list('waiting');
    const path = `${PAYMENTS}?state=assigned`;
    const { waiting } = expectStatus(await admin.client.get<{ waiting: unknown }>(path), 200).body;
    assert.deepEqual(waiting, { count: items.length, amountCents: items.reduce((sum, { amount }) => sum + amount, 0) });
    const first = await list('waiting', '&limit=2');
    const next = await list('waiting', `&limit=200&cursor=${first.nextCursor}`);
    assert.deepEqual([...first.items, ...next.items], items);
  });

  it('is ordered by date or amount, both ways, each record once over its pages', async () => {
    const byHand = { projectId: project.propertyId, payment: { kind: 'other', comment: 'Chèque' } };
    for (const [amount, date] of [
      [250, '2026-02-03'],
      [100, '2026-02-03'],
      [9_999, '2026-02-04'],
    ] as const)
      expectStatus(
        await admin.client.post('/administration/property/payment-schedule/payment-to-be-assigned', { ...byHand, amount, date }),
        201,
      );
    const { items } = await list('waiting');
    const keys = {
      amount: (item: PaymentToBeAssigned) => item.amount,
      date: (item: PaymentToBeAssigned) => Date.parse(item.date),
    };
    for (const [name, keyOf] of Object.entries(keys)) {
      const rising = items.toSorted((one, other) => keyOf(one) - keyOf(other) || (one.id < other.id ? -1 : 1));
      for (const [sort, expected] of [
        [name, rising],
        [`-${name}`, rising.toReversed()],
      ] as const) {
        assert.deepEqual((await list('waiting', `&sort=${sort}`)).items, expected);
        await assertPages<PaymentToBeAssigned>(admin, `${PAYMENTS}?state=waiting&sort=${sort}`, ({ id }) => id);
      }
    }
    const { nextCursor } = await list('waiting', '&limit=1');
    expectCode(await admin.client.get(`${PAYMENTS}?state=waiting&sort=amount&cursor=${nextCursor}`), 400, 'validation-failed');
  });

  it('is narrowed to days, both included', async () => {
    const { items } = await list('waiting');
    for (const [query, fits] of [
      ['&from=2026-02-03&to=2026-02-03', (date) => date === '2026-02-03'],
      ['&from=2026-02-04', (date) => date >= '2026-02-04'],
      ['&to=2026-02-02', (date) => date <= '2026-02-02'],
    ] as [string, (date: string) => boolean][])
      assert.deepEqual(
        (await list('waiting', query)).items,
        items.filter(({ date }) => fits(date)),
      );
  });

  it('is narrowed to a project and to an SPV', async () => {
    const other = await scheduledProperty(world, admin);
    const { id } = await wireOf(40, 'Ailleurs', other);
    for (const query of [`&propertyId=${other.propertyId}`, `&spvId=${other.spvId}`])
      assert.deepEqual(
        (await list('waiting', query)).items.map((item) => item.id),
        [id],
      );
  });
});

describe(`GET ${PAYMENTS}/:id`, () => {
  it('shows the parts of a split wire', async () => {
    const { id } = await wireOf(1_000, 'À scinder');
    expectStatus(await admin.client.post(`${WIRES}/split`, { wireToBeAssignedId: id, newAmount: 600 }), 201);
    const { body } = expectStatus(await admin.client.get<PaymentWithParts>(`${PAYMENTS}/${id}`), 200);
    assert.deepEqual(
      body.parts.map(({ amount, status }) => [amount, status]),
      [
        [600, 'waiting'],
        [400, 'waiting'],
      ],
    );
  });
  it('an unknown id -> 404 payment-to-be-assigned-not-found', async () =>
    expectCode(await admin.client.get(`${PAYMENTS}/${randomUUID()}`), 404, 'payment-to-be-assigned-not-found'));
  it('no id -> 400 validation-failed', async () => expectCode(await admin.client.get(`${PAYMENTS}/1`), 400, 'validation-failed'));
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(await world.visitor().get(`${PAYMENTS}/${randomUUID()}`), 401, 'unauthenticated'));
  it('as an investor -> 403 forbidden', async () =>
    expectCode(await (await signUp(world)).client.get(`${PAYMENTS}/${randomUUID()}`), 403, 'forbidden'));
});

describe(`GET ${PAYMENTS}/:id/suggestions`, () => {
  it('the amount decides before the order: what fits exactly comes first', async () => {
    const own = await scheduledProperty(world, admin);
    const [, , third] = own.echeances;
    const capital = own.echeances.at(-1);
    const wire = await wireOf(capital?.capitalRepaymentRemaining ?? 0, 'Remboursement', own);
    const [first, second] = (await suggestionsOf(wire)).suggestions;
    assert.deepEqual(
      [first?.echeance.id, first?.paymentFor, first?.reasons[0]],
      [capital?.id, 'capitalRepayment', 'amountIsCapital'],
    );
    assert.ok(second);
    const named = await wireOf(5, `Loyer échéance n° ${third?.number}`, own);
    const [byNumber] = (await suggestionsOf(named)).suggestions;
    assert.deepEqual([byNumber?.echeance.id, byNumber?.reasons[0]], [third?.id, 'commentNamesNumber']);
  });

  it('a comment that names the period beats the oldest unpaid; without a hint the oldest is first', async () => {
    const own = await scheduledProperty(world, admin);
    const march = (await suggestionsOf(await wireOf(7, 'LOYER MARS 2026', own))).suggestions[0];
    assert.deepEqual([march?.echeance.period, march?.reasons[0]], ['2026-03', 'commentNamesPeriod']);
    const { suggestions, projects } = await suggestionsOf(await wireOf(8, 'Divers', own));
    assert.equal(suggestions[0]?.echeance.number, 1);
    assert.ok(suggestions[0]?.reasons.includes('oldestUnpaid'));
    assert.deepEqual(
      projects.map(({ id }) => id),
      [own.propertyId],
    );
    assert.equal(suggestions.length, 5);
  });

  it('a wire of no project: the projects of its SPV that are not settled', async () => {
    const one = await scheduledProperty(world, admin);
    const other = await scheduledProperty(world, admin, { spv: one });
    const wire = await wireOf(9, 'Divers', one);
    assert.equal(wire.project, null);
    const { projects, suggestions } = await suggestionsOf(wire);
    assert.deepEqual(projects.map(({ id }) => id).toSorted(), [one.propertyId, other.propertyId].toSorted());
    assert.ok(suggestions.every(({ reasons }) => reasons.includes('sameSpv')));
    await propertyIs(world, other.propertyId, 'settled');
    assert.deepEqual(
      (await suggestionsOf(wire)).projects.map(({ id }) => id),
      [one.propertyId],
    );
  });
  it('an unknown id -> 404 payment-to-be-assigned-not-found', async () =>
    expectCode(await admin.client.get(`${PAYMENTS}/${randomUUID()}/suggestions`), 404, 'payment-to-be-assigned-not-found'));
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(await world.visitor().get(`${PAYMENTS}/${randomUUID()}/suggestions`), 401, 'unauthenticated'));
  it('as an investor -> 403 forbidden', async () =>
    expectCode(await (await signUp(world)).client.get(`${PAYMENTS}/${randomUUID()}/suggestions`), 403, 'forbidden'));
});
