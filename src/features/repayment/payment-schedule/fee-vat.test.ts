// VAT of management fees: the SPV's own rate where it has one, as it was when the echeance was computed; the invoice keeps it.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Person, signInAdministrator, verifiedInvestor } from '../../../../test/support/actors.ts';
import { G1, paidEcheance, type ShownSchedule, scheduledProperty } from '../../../../test/support/schedule-actors.ts';
import { repaidProject } from '../../../../test/support/scheduled-property.ts';
import { expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import type { PropertyId, SpvId } from '../../../core/db/tables.ts';
import { newId } from '../../../core/ids.ts';

const PREFIX = '/administration/property';
const FEES = `${PREFIX}/payment-schedule/management-fees`;

let world: World;
let admin: Person;
let chief: Person;

before(async () => {
  world = await startWorld({ worker: false, settings: { RECOMPUTE_ADMIN_EMAIL: 'chief@mortar.test' } });
  admin = await signInAdministrator(world);
  chief = await signInAdministrator(world, 'chief@mortar.test');
});
after(() => world.close());

/** VAT of each echeance, cents; those of G-1 cost 8 333 or 8 334 before tax. */
const vats = ({ echeances }: ShownSchedule) => echeances.map(({ managementFees }) => managementFees.vat);
const rates = async (propertyId: PropertyId) =>
  (
    await world.sql<{ bps: number }>(
      'select management_fees_vat_bps as bps from echeance where property_id = $1 order by number',
      [propertyId],
    )
  ).map(({ bps }) => Number(bps));
const override = async (spvId: SpvId, vatOverrideBps: number | null) => {
  const [spv] = await world.sql<{ name: string; country: string }>('select name, country from spv where id = $1', [spvId]);
  expectStatus(await admin.client.put('/administration/spv', { id: spvId, ...spv, vatOverrideBps }), 200);
};
const recompute = async (propertyId: PropertyId, period: string) =>
  expectStatus(
    await chief.client.post<ShownSchedule>(`${PREFIX}/${propertyId}/payment-schedule/recompute-from-echeance`, { period }),
    201,
  ).body;
const of = (count: number, cents: number) => Array.from({ length: count }, () => cents);
/** Rounded half up of 8 333 (8 334 in 2, 5, 8, 11) at 8.5 %. */
const OVERSEAS = of(12, 708);

describe("an SPV with its own VAT rate (Guyane: 0, though 'France outre-mer' has 8.5 %)", () => {
  it('creates, recomputes, prorogues and adds capital events with it; what was computed before keeps its own', async () => {
    const { propertyId, spvId, schedule } = await scheduledProperty(world, admin, { ...G1, spvCountry: 'France outre-mer' });
    assert.deepEqual([vats(schedule), await rates(propertyId)], [OVERSEAS, of(12, 850)]);
    await override(spvId, 0);
    const recomputed = await recompute(propertyId, '2026-03');
    assert.deepEqual(vats(recomputed), [...OVERSEAS.slice(0, 2), ...of(10, 0)]);
    assert.deepEqual(await rates(propertyId), [850, 850, ...of(10, 0)]);

    await override(spvId, 1_000);
    const event = { type: 'capitalRepaymentUnplanned', date: '2026-06-01', amount: 1_000_000 };
    const asked = { echeancePeriod: '2026-06', event };
    const url = `${PREFIX}/${propertyId}/payment-schedule`;
    const simulated = expectStatus(await admin.client.patch<ShownSchedule>(`${url}/simulation/capital-event`, asked), 200).body;
    assert.deepEqual(vats(simulated).slice(0, 6), [708, 708, 0, 0, 0, 750]);
    assert.deepEqual(await rates(propertyId), [850, 850, ...of(10, 0)]);
    expectStatus(await admin.client.post(`${url}/capital-event`, asked), 201);
    assert.deepEqual(await rates(propertyId), [850, 850, 0, 0, 0, ...of(7, 1_000)]);

    await override(spvId, null);
    expectStatus(await admin.client.post(`${url}/prorogation`, { durationInMonths: 13 }), 201);
    assert.deepEqual(await rates(propertyId), of(13, 850));
  });
  it('has it from the creation on', async () => {
    const { propertyId, spvId, accountId, schedule } = await scheduledProperty(world, admin, G1);
    assert.deepEqual(vats(schedule).slice(0, 2), [1_667, 1_667]);
    await override(spvId, 850);
    const sibling = await createdOn({ spvId, accountId });
    assert.deepEqual(vats(sibling), OVERSEAS);
    assert.deepEqual(await rates(propertyId), of(12, 2_000), "the sibling's schedule changes nothing of the first");
  });
  it('knows nothing of a simulation, which names no SPV', async () => {
    const { body } = expectStatus(
      await admin.client.post<ShownSchedule['echeances']>(`${PREFIX}/payment-schedule/simulation`, G1),
      201,
    );
    assert.equal(body[0]?.managementFees.vat, 1_667);
  });
});

describe('the invoice of a fee', () => {
  it('shows what was transferred, at the rate of its computation', async () => {
    const { propertyId, spvId, schedule } = await scheduledProperty(world, admin, G1);
    const [first, second] = schedule.echeances;
    await paidEcheance(world, { echeanceId: first?.id ?? newId(), amountCents: 89_167 });
    await override(spvId, 0);
    await recompute(propertyId, '2026-01');
    assert.deepEqual((await rates(propertyId)).slice(0, 2), [2_000, 0], 'paid, the first is kept');
    // Paid outside: the fee needs no money at the provider, and is invoiced all the same.
    for (const echeance of [first, second])
      expectStatus(
        await admin.client.post(`${FEES}/mark-as-executed`, { propertyId, paymentId: echeance?.id, comment: 'hors plateforme' }),
        201,
      );
    assert.deepEqual(await invoiceOf(first?.id), {
      ...{ excl: 8_333, vat: 1_667, rate: 2_000, lineVat: 1_667, note: null },
    });
    assert.deepEqual(await invoiceOf(second?.id), {
      ...{ excl: 8_334, vat: 0, rate: 0, lineVat: 0, note: 'TVA non applicable (article 294 du CGI).' },
    });
  });
});

async function invoiceOf(subjectId: string | undefined) {
  const [row] = await world.sql<{ excl: string; vat: string; rate: number; lineVat: number; note: string | null }>(
    `select amount_excl_tax_cents as excl, vat_cents as vat, (lines -> 0 ->> 'vatBps')::integer as rate,
       (lines -> 0 ->> 'vatCents')::integer as "lineVat", note from invoice where subject_id = $1`,
    [subjectId],
  );
  return row && { ...row, excl: Number(row.excl), vat: Number(row.vat) };
}

/** A further project of this SPV with the schedule of G-1. */
async function createdOn(spv: { spvId: SpvId; accountId: string }): Promise<ShownSchedule> {
  const project = await repaidProject(world, admin, {
    holders: [{ investor: await verifiedInvestor(world), bricks: 1 }],
    ...{ mainCents: 0, escrowCents: G1.interestSequestre, totalFundedCents: G1.totalFundedAmount, spv },
  });
  const body = { propertyId: project.propertyId, echeancierConfig: G1, totalConstructionBudget: 0 };
  return expectStatus(await admin.client.post<ShownSchedule>(`${PREFIX}/payment-schedule/v2`, body), 201).body;
}
