// What changes a stored schedule, through HTTP: capital events, prorogations, recomputation and payment mode.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { type Person, signInAdministrator, signUp } from '../../../../test/support/actors.ts';
import { holdLock } from '../../../../test/support/held-lock.ts';
import { linkSpv, linkWallet, propertyIs } from '../../../../test/support/property-states.ts';
import { shows } from '../../../../test/support/recorder.ts';
import {
  G1,
  G2,
  G3_BARE,
  investorsPenalty,
  paidEcheance,
  type ShownSchedule,
  scheduledProperty,
} from '../../../../test/support/schedule-actors.ts';
import { spoilSchedule } from '../../../../test/support/schedule-states.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import { newId } from '../../../core/ids.ts';

const PREFIX = '/administration/property';
const IBAN = 'FR7630006000011234567890189';

let world: World;
let admin: Person;
let chief: Person;

before(async () => {
  world = await startWorld({ worker: false, settings: { RECOMPUTE_ADMIN_EMAIL: 'Chief@mortar.test' } });
  admin = await signInAdministrator(world);
  chief = await signInAdministrator(world, 'chief@mortar.test');
});
after(async () => {
  const { ok, ...proof } = await world.runJob<{ ok: boolean }>('ledger-proof', { dryRun: true });
  await world.close();
  assert.ok(ok, JSON.stringify(proof));
});

const read = async (id: string) =>
  expectStatus(await admin.client.get<ShownSchedule>(`${PREFIX}/${id}/payment-schedule`), 200).body;
const simulateEvent = (id: string, body: object) =>
  admin.client.patch<ShownSchedule>(`${PREFIX}/${id}/payment-schedule/simulation/capital-event`, body);
const addEvent = (id: string, body: object) =>
  admin.client.post<ShownSchedule>(`${PREFIX}/${id}/payment-schedule/capital-event`, body);
const prorogate = (id: string, durationInMonths: unknown, interestRateDuringProrogation?: number) =>
  admin.client.post<ShownSchedule>(`${PREFIX}/${id}/payment-schedule/prorogation`, {
    durationInMonths,
    ...(interestRateDuringProrogation === undefined ? {} : { interestRateDuringProrogation }),
  });
const recompute = (id: string, period: unknown, by = chief) =>
  by.client.post<ShownSchedule>(`${PREFIX}/${id}/payment-schedule/recompute-from-echeance`, { period });
const setMode = (id: string, body: object) => admin.client.put(`${PREFIX}/${id}/echeancier/payment-mode`, body);
const lastAudit = async (id: string) =>
  (
    await world.sql<{ kind: string; payload: unknown }>(
      'select kind, payload from admin_action where target_id = $1 order by created_at desc, id desc limit 1',
      [id],
    )
  )[0];
/** Of the schedule; the funding before it has others. */
const countAudits = async (id: string) =>
  (await world.sql(`select id from admin_action where target_id = $1 and kind ~ 'PAYMENT_SCHEDULE|ECHEANCIER'`, [id])).length;
const pay = (
  schedule: ShownSchedule,
  number: number,
  amountCents: number,
  more: { paymentFor?: 'capitalRepayment'; date?: string } = {},
) => paidEcheance(world, { echeanceId: schedule.echeances[number - 1]?.id ?? newId(), amountCents, ...more });
const interests = (schedule: ShownSchedule) => schedule.echeances.map(({ interest }) => interest);
const duesFrom = (schedule: ShownSchedule, number: number) =>
  schedule.echeances.slice(number - 1).map((echeance) => echeance.capitalRepaymentDue);
const eventOf = (type: string, date: string, amount: number, interestSequestreAmount?: number) => ({
  echeancePeriod: date.slice(0, 7),
  event: { type, date, amount, ...(interestSequestreAmount === undefined ? {} : { interestSequestreAmount }) },
});
const repayment = (date: string, amount: number, part?: number) => eventOf('capitalRepaymentUnplanned', date, amount, part);
const loan = (date: string, amount: number) => eventOf('capitalLoaned', date, amount);
const G3_INTERESTS = [24_000, 45_000, 66_000, 75_000, 75_000, 68_125, 56_250, 56_250, 56_250, 56_250, 56_250, 82_500];

describe('GET .../payment-schedule', () => {
  it('shows one version of the schedule, whatever is committed while it is read', async () => {
    const { propertyId, schedule } = await scheduledProperty(world, admin, G1);
    const audit = await holdLock(world, 'lock table admin_action in exclusive mode');
    const changing = prorogate(propertyId, 18);
    await audit.waiting(1);
    // The prorogation is written and waits for its audit row. Behind it waits a lock on a table of the echeances, and behind
    // that the reader, once it comes to them: it goes on after the commit of the prorogation.
    const debits = holdLock(world, 'lock table direct_debit in access exclusive mode');
    await audit.waiting(2);
    const reading = read(propertyId);
    await audit.waiting(3);
    await audit.release();
    const changed = expectStatus(await changing, 201).body;
    await (await debits).release();
    const seen = await reading;
    assert.ok([12, 18].includes(seen.echeances.length));
    assert.deepEqual(seen, seen.echeances.length === 12 ? schedule : changed);
  });
});

describe('PATCH .../payment-schedule/simulation/capital-event and POST .../payment-schedule/capital-event', () => {
  it('the simulation shows and stores nothing; the stored form keeps it, ids included, and audits', async () => {
    const { propertyId, schedule } = await scheduledProperty(world, admin, G3_BARE);
    const simulated = expectStatus(await simulateEvent(propertyId, loan('2026-03-10', 4_000_000)), 200).body;
    assert.equal(simulated.echeances[2]?.interest, 66_000);
    assert.deepEqual(await read(propertyId), schedule);
    const stored = expectStatus(await addEvent(propertyId, loan('2026-03-10', 4_000_000)), 201).body;
    assert.deepEqual(stored.echeances, simulated.echeances);
    assert.deepEqual(await lastAudit(propertyId), {
      kind: 'PROPERTY_PAYMENT_SCHEDULE_ADD_CAPITAL_EVENT',
      payload: loan('2026-03-10', 4_000_000),
    });
    const { body } = expectStatus(await addEvent(propertyId, repayment('2026-06-20', 2_500_000)), 201);
    assert.deepEqual(interests(body), G3_INTERESTS);
    assert.deepEqual(
      body.echeances.map(({ id }) => id),
      schedule.echeances.map(({ id }) => id),
    );
    assert.deepEqual(await read(propertyId), body);
  });
  it('counts the part that the escrow paid', async () => {
    const { propertyId } = await scheduledProperty(world, admin);
    const { body } = expectStatus(await addEvent(propertyId, repayment('2026-06-20', 2_500_000, 200_000)), 201);
    assert.equal(body.interestSequestreRemaining, 37_500);
  });
  it('of the last echeance may lie in its second month', async () => {
    const { propertyId } = await scheduledProperty(world, admin, G2);
    const late = { ...repayment('2027-01-10', 1_000_000), echeancePeriod: '2026-12' };
    const { body } = expectStatus(await simulateEvent(propertyId, late), 200);
    assert.equal(body.echeances[11]?.interest, 116_111 - 1_319);
    assert.equal(body.echeances[11]?.capitalRepaymentDue, 10_000_000);
  });
  it('two at once both count', async () => {
    const { propertyId } = await scheduledProperty(world, admin, G3_BARE);
    const both = [loan('2026-03-10', 1_000_000), loan('2026-03-10', 3_000_000)];
    for (const answer of await Promise.all(both.map((body) => addEvent(propertyId, body)))) expectStatus(answer, 201);
    assert.equal((await read(propertyId)).echeances[2]?.interest, 66_000);
  });
  const refusals: [what: string, body: object, code: string][] = [
    ['an unknown period', repayment('2027-02-01', 1), 'echeance-not-found'],
    [
      'another month than its period',
      { ...repayment('2026-06-20', 1), echeancePeriod: '2026-05' },
      'echeancePeriod-does-not-match-event-date',
    ],
    ['more than the escrow holds', repayment('2026-06-20', 300_000, 237_501), 'interest-sequestre-remaining-is-not-enough'],
    ['before the first loan', repayment('2026-01-14', 1), 'event-date-is-out-of-bound'],
    ['on the day of maturity', { ...repayment('2027-01-15', 1), echeancePeriod: '2026-12' }, 'event-date-is-out-of-bound'],
    ['in an echeance that was paid', repayment('2026-03-20', 1), 'event-date-is-out-of-bound'],
    ['that repays more than is lent', repayment('2026-06-20', 10_000_001), 'echeancier-config-is-invalid'],
    ['that lends more than was funded', loan('2026-06-20', 1), 'echeancier-config-is-invalid'],
    ['of nothing', repayment('2026-06-20', 0), 'echeancier-config-is-invalid'],
    ['of a negative escrow', repayment('2026-06-20', 1, -1), 'echeancier-config-is-invalid'],
    ['of more escrow than its amount', repayment('2026-06-20', 1, 2), 'echeancier-config-is-invalid'],
    ['with an unknown type', eventOf('gift', '2026-06-20', 1), 'validation-failed'],
    ['with a malformed period', { ...repayment('2026-06-20', 1), echeancePeriod: '2026-6' }, 'validation-failed'],
    ['on a day that does not exist', repayment('2026-06-31', 1), 'validation-failed'],
  ];
  for (const [what, body, code] of refusals) {
    it(`${what} -> 400 ${code}`, async () => {
      const { propertyId, schedule } = await scheduledProperty(world, admin, {
        ...G1,
        initialCapitalLoaned: G2.initialCapitalLoaned,
      });
      await pay(schedule, 3, 100);
      expectCode(await simulateEvent(propertyId, body), 400, code);
      expectCode(await addEvent(propertyId, body), 400, code);
      assert.equal(await countAudits(propertyId), 1);
    });
  }
  it('without a schedule -> 400 echeancier-not-found', async () => {
    expectCode(await simulateEvent(randomUUID(), loan('2026-03-10', 1)), 400, 'echeancier-not-found');
    expectCode(await addEvent(randomUUID(), loan('2026-03-10', 1)), 400, 'echeancier-not-found');
  });
});

describe('the proof of the ledger', () => {
  it('says which schedule does not add up', async () => {
    type Proof = { ok: boolean; invariants: { name: string; violations: { subject: string; detail: string }[] }[] };
    const prove = () => world.runJob<Proof>('ledger-proof', { dryRun: true });
    const { propertyId } = await scheduledProperty(world, admin, G3_BARE);
    expectStatus(await addEvent(propertyId, loan('2026-03-10', 4_000_000)), 201);
    expectStatus(await prorogate(propertyId, 15), 201);
    const violations = async () =>
      (await prove()).invariants
        .find(({ name }) => name === 'schedules-add-up')
        ?.violations.map(({ subject, detail }) => ({ subject, detail })) ?? ['not checked'];
    assert.deepEqual(await violations(), []);

    await spoilSchedule.dueOne(world, propertyId);
    assert.deepEqual(await violations(), [
      { subject: propertyId, detail: '15 echeances of 15, 0 gaps, capital due 15 of 10000000' },
    ]);
    await spoilSchedule.gaps(world, propertyId);
    assert.deepEqual(await violations(), [
      { subject: propertyId, detail: '15 echeances of 15, 15 gaps, capital due 10000000 of 10000000' },
    ]);
    await spoilSchedule.noGaps(world, propertyId);
    await spoilSchedule.oneMissing(world, propertyId, 14);
    assert.match(JSON.stringify(await violations()), /14 echeances of 15, 1 gaps/);
    // New terms are written over what was damaged.
    const terms = { echeancierConfig: G3_BARE, totalConstructionBudget: 0 };
    expectStatus(await admin.client.put(`${PREFIX}/${propertyId}/payment-schedule`, terms), 200);
    assert.deepEqual(await violations(), []);
  });
});

describe('PATCH .../payment-schedule/simulation/prorogation', () => {
  const simulate = (id: string, body: object, by = admin) =>
    by.client.patch<ShownSchedule>(`${PREFIX}/${id}/payment-schedule/simulation/prorogation`, body);
  it('answers what the prorogation would, and stores nothing', async () => {
    const { propertyId, schedule } = await scheduledProperty(world, admin, G2);
    const asked = { durationInMonths: 15, interestRateDuringProrogation: 12 };
    const simulated = expectStatus(await simulate(propertyId, asked), 200).body;
    assert.deepEqual(await read(propertyId), schedule);
    const stored = expectStatus(await prorogate(propertyId, 15, 12), 201).body;
    assert.deepEqual(interests(simulated), interests(stored));
    assert.deepEqual(duesFrom(simulated, 1), duesFrom(stored, 1));
    assert.deepEqual(simulated.config.prorogations, stored.config.prorogations);
  });
  it('no longer than it is, as the prorogation -> 400 prorogation-duration-should-be-greater-than-nominal-duration', async () => {
    const { propertyId } = await scheduledProperty(world, admin, G2);
    const code = 'prorogation-duration-should-be-greater-than-nominal-duration';
    expectCode(await prorogate(propertyId, 12), 400, code);
    expectCode(await simulate(propertyId, { durationInMonths: 12 }), 400, code);
  });
  it('of a property without a schedule -> 400 echeancier-not-found', async () =>
    expectCode(await simulate(randomUUID(), { durationInMonths: 13 }), 400, 'echeancier-not-found'));
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(
      await world.visitor().patch(`${PREFIX}/${randomUUID()}/payment-schedule/simulation/prorogation`, { durationInMonths: 13 }),
      401,
      'unauthenticated',
    ));
  it('as an investor -> 403 forbidden', async () =>
    expectCode(await simulate(randomUUID(), { durationInMonths: 13 }, await signUp(world)), 403, 'forbidden'));
});
describe('POST .../payment-schedule/prorogation', () => {
  it('G-6, then G-7: three months more at 12 %, then three at the rate of the contract', async () => {
    const { propertyId, schedule } = await scheduledProperty(world, admin, G2);
    const look = async () => (await read(propertyId)).echeances.length;
    const change = { from: 12, to: 15, look, by: () => prorogate(propertyId, 15, 12) };
    const { body } = expectStatus(await world.changes('state.schedule-prorogated', change), 201);
    assert.deepEqual(body.echeances.slice(0, 11), schedule.echeances.slice(0, 11));
    assert.deepEqual(interests(body).slice(11), [79_167, 90_277, 100_000, 146_667]);
    assert.deepEqual(duesFrom(body, 12), [0, 0, 0, 10_000_000]);
    assert.equal(body.echeances[11]?.id, schedule.echeances[11]?.id);
    assert.deepEqual(body.config.prorogations, [{ durationInMonths: 15, interestRateDuringProrogation: 12 }]);
    assert.deepEqual([body.config.durationInMonths, body.currentDurationInMonths, body.maturityDate], [12, 15, '2027-04-15']);
    assert.deepEqual(await read(propertyId), body);
    assert.deepEqual(await lastAudit(propertyId), {
      kind: 'PROPERTY_PAYMENT_SCHEDULE_PROROGATE_ECHEANCIER',
      payload: { durationInMonths: 15, interestRateDuringProrogation: 12 },
    });
    for (const months of [13, 14, 15]) {
      expectCode(await prorogate(propertyId, months), 400, 'prorogation-duration-should-be-greater-than-current-duration');
    }
    const again = expectStatus(await prorogate(propertyId, 18), 201).body;
    assert.deepEqual(interests(again).slice(14), [100_000, 88_889, 79_167, 116_111]);
    assert.deepEqual(await read(propertyId), again);
  });
  it('G-6: an echeance 12 that was paid is kept, its capital moves on', async () => {
    const { propertyId, schedule } = await scheduledProperty(world, admin, G2);
    await pay(schedule, 12, 128_333);
    const { body } = expectStatus(await prorogate(propertyId, 15, 12), 201);
    assert.deepEqual(interests(body).slice(11), [116_111, 53_333, 100_000, 146_667]);
    assert.deepEqual([body.echeances[11]?.endDate, body.echeances[12]?.startDate], ['2027-01-15', '2027-01-15']);
    assert.deepEqual([body.echeances[11]?.status, ...duesFrom(body, 12)], ['paid', 0, 0, 0, 10_000_000]);
  });
  it('capital already paid at the old maturity stays there, from the day of its payment', async () => {
    const { propertyId, schedule } = await scheduledProperty(world, admin, G2);
    await pay(schedule, 12, 4_000_000, { paymentFor: 'capitalRepayment', date: '2027-01-20' });
    const { body } = expectStatus(await prorogate(propertyId, 15), 201);
    assert.deepEqual(duesFrom(body, 12), [4_000_000, 0, 0, 6_000_000]);
    assert.deepEqual(
      body.echeances.slice(11).map((echeance) => [echeance.capitalRepaymentRemaining, echeance.capitalRepaymentStatus]),
      [
        [0, 'paid'],
        [0, 'notDue'],
        [0, 'notDue'],
        [6_000_000, 'unpaid'],
      ],
    );
    // 19 days of the whole capital, then 11 of what is left, at 9.5 %.
    assert.deepEqual(interests(body).slice(11, 14), [79_167, 67_555, 47_500]);
    assert.deepEqual(body.config.events, [
      {
        type: 'capitalRepaymentUnplanned',
        date: '2027-01-20',
        amount: 4_000_000,
        interestSequestreAmount: 0,
        echeancePeriod: '2026-12',
      },
    ]);
    assert.deepEqual(await read(propertyId), body);
  });
  it('two at once give one prorogation each at most', async () => {
    const { propertyId } = await scheduledProperty(world, admin, G2);
    const answers = await Promise.all([prorogate(propertyId, 15), prorogate(propertyId, 15)]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 400]);
    assert.equal((await read(propertyId)).echeances.length, 15);
  });
  it('the nominal duration or less -> 400 prorogation-duration-should-be-greater-than-nominal-duration', async () => {
    const { propertyId } = await scheduledProperty(world, admin, G2);
    expectStatus(await prorogate(propertyId, 15), 201);
    for (const months of [1, 12]) {
      expectCode(await prorogate(propertyId, months), 400, 'prorogation-duration-should-be-greater-than-nominal-duration');
    }
  });
  for (const months of [0, -3]) {
    it(`a duration of ${months} -> 400 prorogation-duration-should-be-greater-than-nominal-duration`, async () => {
      const { propertyId } = await scheduledProperty(world, admin, G2);
      expectCode(await prorogate(propertyId, months), 400, 'prorogation-duration-should-be-greater-than-nominal-duration');
    });
  }
  it('the current duration -> 400 prorogation-duration-should-be-greater-than-current-duration', async () => {
    const { propertyId } = await scheduledProperty(world, admin, G2);
    expectStatus(await prorogate(propertyId, 13), 201);
    expectCode(await prorogate(propertyId, 13), 400, 'prorogation-duration-should-be-greater-than-current-duration');
  });
  it('without a schedule -> 400 echeancier-not-found', async () =>
    expectCode(await prorogate(randomUUID(), 15), 400, 'echeancier-not-found'));
  it('without a duration -> 400 validation-failed', async () =>
    expectCode(await prorogate(randomUUID(), undefined), 400, 'validation-failed'));
  it('a negative rate -> 400 validation-failed', async () =>
    expectCode(await prorogate(randomUUID(), 15, -1), 400, 'validation-failed'));
});

describe('POST .../payment-schedule/recompute-from-echeance', () => {
  /** Makes echeances 4 and 5 of a schedule wrong, as a fault of the past may have. */
  const spoil = (propertyId: PropertyId) => spoilSchedule.interest(world, propertyId);
  it('mends from the period on, twice the same, keeps what comes before and audits', async () => {
    const { propertyId, schedule } = await scheduledProperty(world, admin);
    await spoil(propertyId);
    const half = expectStatus(await recompute(propertyId, '2026-05'), 201).body;
    assert.deepEqual(interests(half).slice(3, 5), [79_174, 79_167]);
    const { body } = expectStatus(await recompute(propertyId, '2026-04'), 201);
    assert.deepEqual(body.echeances, schedule.echeances);
    assert.deepEqual((await lastAudit(propertyId))?.kind, 'PROPERTY_PAYMENT_SCHEDULE_RECOMPUTE_FROM_ECHEANCE');
    const again = expectStatus(await recompute(propertyId, '2026-04'), 201).body;
    assert.deepEqual({ ...again, updatedAt: '' }, { ...body, updatedAt: '' });
    assert.deepEqual(await read(propertyId), again);
  });
  it('keeps echeances that have a payment or an executed fee, with penalties and ids', async () => {
    const { propertyId, schedule } = await scheduledProperty(world, admin);
    await spoil(propertyId);
    await pay(schedule, 4, 1);
    const fee = { propertyId, paymentId: schedule.echeances[4]?.id, comment: 'hors plateforme' };
    expectStatus(await admin.client.post(`${PREFIX}/payment-schedule/management-fees/mark-as-executed`, fee), 201);
    await investorsPenalty(world, { propertyId, echeanceId: schedule.echeances[5]?.id ?? newId() }, 9);
    const { body } = expectStatus(await recompute(propertyId, '2026-01'), 201);
    assert.deepEqual(interests(body).slice(3, 5), [79_174, 79_173]);
    assert.equal(body.echeances[5]?.penalty.forInvestors, 9);
    assert.equal(body.echeances[5]?.amountDue, (schedule.echeances[5]?.amountDue ?? 0) + 9);
  });
  it('another administrator -> 403 forbidden', async () => {
    const { propertyId } = await scheduledProperty(world, admin);
    expectCode(await recompute(propertyId, '2026-04', admin), 403, 'forbidden');
    assert.equal(await countAudits(propertyId), 1);
    shows('schedule.recompute-from-echeance.403.not-allowed');
  });
  it('an unknown period -> 500 internal-error', async () => {
    const { propertyId } = await scheduledProperty(world, admin);
    expectCode(await recompute(propertyId, '2027-04'), 500, 'internal-error');
    assert.equal(await countAudits(propertyId), 1);
  });
  it('without a schedule -> 500 internal-error', async () =>
    expectCode(await recompute(randomUUID(), '2026-04'), 500, 'internal-error'));
  for (const period of ['2026-13', 'janvier', '']) {
    it(`a period that is none: '${period}' -> 500 internal-error`, async () => {
      const { propertyId } = await scheduledProperty(world, admin);
      expectCode(await recompute(propertyId, period), 500, 'internal-error');
    });
  }
});

describe('PUT .../echeancier/payment-mode', () => {
  const mandate = async (accountId: string, status: number) =>
    (
      await world.control<{ id: number; mandateId?: number }>('POST', `/accounts/${accountId}/mandates`, {
        ...{ iban: IBAN, holder: 'SCI Lyon', status },
      })
    ).id;
  const modeOf = async (propertyId: PropertyId) => {
    const { paymentMode, providerMandateId, dayOfMonth } = (await read(propertyId)).config;
    return [paymentMode, providerMandateId, dayOfMonth];
  };
  it('to direct debit, to another mandate, to wire; the day is kept; answers an empty body and audits', async () => {
    const { propertyId, accountId } = await scheduledProperty(world, admin);
    const [first, second] = [await mandate(accountId, 5), await mandate(accountId, 5)];
    const answer = expectStatus(
      await setMode(propertyId, { paymentMode: 'directDebit', providerMandateId: first, dayOfMonth: 12 }),
      200,
    );
    assert.equal(answer.text, '');
    assert.deepEqual(await modeOf(propertyId), ['directDebit', first, 12]);
    expectStatus(await setMode(propertyId, { paymentMode: 'directDebit', providerMandateId: second }), 200);
    assert.deepEqual(await modeOf(propertyId), ['directDebit', second, 12]);
    expectStatus(await setMode(propertyId, { paymentMode: 'wire' }), 200);
    assert.deepEqual(await modeOf(propertyId), ['wire', null, 12]);
    assert.deepEqual(await lastAudit(propertyId), {
      kind: 'PROJECT_ECHEANCIER_SET_PAYMENT_MODE',
      payload: { paymentMode: 'wire' },
    });
    assert.equal(await countAudits(propertyId), 4);
  });
  for (const [what, status] of [
    ['an unknown mandate', undefined],
    ['a mandate that is disabled', 8],
  ] as const) {
    it(`${what} -> 400 validation-failed`, async () => {
      const { propertyId, accountId } = await scheduledProperty(world, admin);
      const id = status === undefined ? 999_999 : await mandate(accountId, status);
      expectCode(await setMode(propertyId, { paymentMode: 'directDebit', providerMandateId: id }), 400, 'validation-failed');
      assert.deepEqual(await modeOf(propertyId), ['wire', null, null]);
    });
  }
  it('a property without an SPV or without a wallet -> 400 validation-failed', async () => {
    const { propertyId, spvId, accountId } = await scheduledProperty(world, admin);
    await linkWallet(world, spvId, null);
    expectCode(await setMode(propertyId, { paymentMode: 'directDebit', providerMandateId: 1 }), 400, 'validation-failed');
    await propertyIs(world, propertyId, 'withoutSpv');
    expectCode(await setMode(propertyId, { paymentMode: 'directDebit', providerMandateId: 1 }), 400, 'validation-failed');
    // The proof at the end looks for its money at the provider.
    await linkWallet(world, spvId, accountId);
    await linkSpv(world, propertyId, spvId);
  });
  it('direct debit without a mandate -> 400 validation-failed', async () => {
    const { propertyId } = await scheduledProperty(world, admin);
    expectCode(await setMode(propertyId, { paymentMode: 'directDebit' }), 400, 'validation-failed');
  });
  it('an unknown mode -> 400 validation-failed', async () =>
    expectCode(await setMode(randomUUID(), { paymentMode: 'cheque' }), 400, 'validation-failed'));
  it('a 32nd -> 400 validation-failed', async () =>
    expectCode(await setMode(randomUUID(), { paymentMode: 'wire', dayOfMonth: 32 }), 400, 'validation-failed'));
  it('without a schedule -> 400 echeancier-not-found', async () =>
    expectCode(await setMode(randomUUID(), { paymentMode: 'wire' }), 400, 'echeancier-not-found'));
  it('a provider that fails -> 500 internal-error', async () => {
    const { propertyId } = await scheduledProperty(world, admin);
    await world.control('POST', '/faults', { route: 'GET /v2/moneyins/:id/mandate', mode: 'http-500', times: 1 });
    expectCode(await setMode(propertyId, { paymentMode: 'directDebit', providerMandateId: 1 }), 500, 'internal-error');
    assert.deepEqual(await modeOf(propertyId), ['wire', null, null]);
  });
});
