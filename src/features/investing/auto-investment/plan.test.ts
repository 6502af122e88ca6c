// GET and PUT /customers/investment-plan, through HTTP.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Investor, signUp } from '../../../../test/support/actors.ts';
import { createClient } from '../../../../test/support/client.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';

type Problem = { errors?: { path: string }[] };
type View = Record<string, unknown> & { updatedAt: string | null };

let world: World;
let investor: Investor;

before(async () => {
  world = await startWorld({ worker: false });
  investor = await signUp(world);
});
after(() => world.close());

const PLAN = {
  active: true,
  amountPerPropertyCents: 50_500,
  contractTypes: ['obligation', 'royalty'],
  investmentHorizonInMonths: { min: 6, max: 36 },
  returnOnInvestment: { min: 7.25 },
};
const URL = '/customers/investment-plan';
const put = (body: object, by = investor) => by.client.put<View>(URL, body);
const get = async (by = investor) => expectStatus(await by.client.get<View>(URL), 200).body;
const activeSince = async () =>
  (
    await world.sql<{ since: string | null }>('select active_since::text as since from investment_plan where customer_id = $1', [
      investor.customerId,
    ])
  )[0]?.since;

describe('the investment plan', () => {
  it('is off and empty while none was saved', async () =>
    assert.deepEqual(await get(await signUp(world)), {
      isOffered: true,
      brickPriceCents: 1_000,
      active: false,
      amountPerPropertyCents: null,
      contractTypes: [],
      investmentHorizonInMonths: {},
      returnOnInvestment: {},
      updatedAt: null,
    }));

  it('is what was put, whole: limits that are left out are gone', async () => {
    const saved = expectStatus(await put(PLAN), 200).body;
    assert.ok(saved.updatedAt);
    assert.deepEqual({ ...saved, updatedAt: null }, { isOffered: true, brickPriceCents: 1_000, ...PLAN, updatedAt: null });
    assert.deepEqual(await get(), saved);
    const { returnOnInvestment: _, ...shorter } = PLAN;
    expectStatus(await put({ ...shorter, contractTypes: ['loan'], investmentHorizonInMonths: { max: 12 } }), 200);
    const { contractTypes, investmentHorizonInMonths, returnOnInvestment } = await get();
    assert.deepEqual([contractTypes, investmentHorizonInMonths, returnOnInvestment], [['loan'], { max: 12 }, {}]);
  });

  it('keeps its seniority while it stays on, and begins anew when it was off', async () => {
    expectStatus(await put(PLAN), 200);
    const since = await activeSince();
    expectStatus(await put({ ...PLAN, amountPerPropertyCents: 1_000 }), 200);
    assert.equal(await activeSince(), since);
    expectStatus(await put({ ...PLAN, active: false }), 200);
    assert.equal(await activeSince(), null);
    expectStatus(await put(PLAN), 200);
    assert.notEqual(await activeSince(), since);
  });

  it('is each investor’s own', async () => {
    const other = await signUp(world);
    expectStatus(await put({ ...PLAN, active: false }, other), 200);
    expectStatus(await put(PLAN), 200);
    assert.equal((await get(other)).active, false);
    assert.equal((await get()).active, true);
  });

  it('that was saved elsewhere since it was read is not replaced unseen -> 409 investment-plan.changed-meanwhile', async () => {
    const other = await signUp(world);
    const first = (amountPerPropertyCents: number) => put({ ...PLAN, amountPerPropertyCents, unchangedSince: null }, other);
    const answers = await Promise.all([first(1_000), first(2_000), first(3_000)]);
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409, 409]);
    for (const answer of answers) if (answer.status === 409) expectCode(answer, 409, 'investment-plan.changed-meanwhile');
    const { updatedAt: unchangedSince, ...stored } = await get(other);
    assert.equal(stored.amountPerPropertyCents, answers.find(({ status }) => status === 200)?.body.amountPerPropertyCents);
    await world.moveClock({ advance: 'PT1M' });
    const { updatedAt } = expectStatus(await put({ ...PLAN, unchangedSince }, other), 200).body;
    expectCode(await put({ ...PLAN, active: false, unchangedSince }, other), 409, 'investment-plan.changed-meanwhile');
    assert.equal((await get(other)).active, true);
    expectStatus(await put({ ...PLAN, active: false, unchangedSince: updatedAt }, other), 200);
  });

  for (const [what, body] of [
    ['an amount below the price of a brick', { amountPerPropertyCents: 999 }],
    ['an amount that is no integer', { amountPerPropertyCents: 1000.5 }],
    ['no contract type', { contractTypes: [] }],
    ['an unknown contract type', { contractTypes: ['bond'] }],
    ['a contract type twice', { contractTypes: ['loan', 'loan'] }],
    ['a horizon of no month', { investmentHorizonInMonths: { min: 0 } }],
    ['a horizon whose min is above its max', { investmentHorizonInMonths: { min: 13, max: 12 } }],
    ['a negative return', { returnOnInvestment: { min: -1 } }],
    ['a return whose min is above its max', { returnOnInvestment: { min: 8.0001, max: 8 } }],
    ['active that is no boolean', { active: 'yes' }],
    ['a moment that is none', { unchangedSince: 'hier' }],
  ] as const)
    it(`${what} -> 400 validation-failed`, async () => {
      const answer = await put({ ...PLAN, ...body });
      expectCode(answer, 400, 'validation-failed');
      // Border: a problem document, as expectCode saw.
      const [fault] = (answer.body as unknown as Problem).errors ?? [];
      assert.ok(fault?.path.includes(Object.keys(body)[0] ?? ''), answer.text);
    });

  it('while the feature is off -> 400 investment-plan-disabled', async () => {
    const off = await world.another({ api: true, worker: false, settings: { ENABLE_INVESTMENT_PLAN: 'false' } });
    const client = createClient(off.url ?? '');
    for (const [name, value] of investor.client.cookies) client.cookies.set(name, value);
    expectCode(await client.put(URL, PLAN), 400, 'investment-plan-disabled');
    assert.equal(expectStatus(await client.get<View>(URL), 200).body.isOffered, false);
  });
});
