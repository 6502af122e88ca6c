// Tax-rate requests from the declaration to the decision: nothing that an investor declares lowers their rate by itself.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { type Investor, type Person, signInAdministrator, signUp } from '../../../../test/support/actors.ts';
import { readAudits } from '../../../../test/support/readers.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';

type Request = { id: string; email: string; year: number; status: string; taxRate: number; refusalReason: string | null };
type Item = { taxRate: number; taxExemptionStatus?: string; taxExemptionRefusalReason?: string };
const NOT_ALLOWED = 'investor.taxation.not-allowed-to-submit-tax-exemption-form';

type Page = { items: Request[]; nextCursor: string | null };

let world: World;
let administrator: Person;

before(async () => {
  world = await startWorld({ worker: false });
  await world.moveClock({ now: '2026-11-20T12:00:00Z' });
  administrator = await signInAdministrator(world);
});
after(() => world.close());

const list = async (query: string) =>
  expectStatus(await administrator.client.get<Page>(`/administration/tax-rate-requests?${query}`), 200).body;
const validate = (id: string) => administrator.client.post<Request>(`/administration/tax-rate-requests/${id}/validate`);
const refuse = (id: string, body?: object) =>
  administrator.client.post<Request>(`/administration/tax-rate-requests/${id}/refuse`, body);
const rateOf = async (investor: Investor) =>
  expectStatus(await investor.client.get<{ taxRate: number }[]>('/customers/taxation'), 200).body[0]?.taxRate;

/** An investor who asked to be taxed as living abroad. */
async function asked(year = 2027): Promise<{ investor: Investor; id: string }> {
  const investor = await signUp(world);
  expectStatus(await investor.client.post('/customers/taxation', { year, fiscalResidence: 'abroad' }), 201);
  const [request] = (await list(`customerId=${investor.customerId}`)).items;
  if (!request) throw new Error('the request is not listed');
  return { investor, id: request.id };
}
const auditOf = (id: string) => readAudits<{ kind: string; payload: object }>(world, { targetId: id }, ['kind', 'payload']);

describe('a request that waits', () => {
  it('counts only once an administrator has validated it', async () => {
    const { investor, id } = await asked();
    assert.equal(await rateOf(investor), 31.4);
    const { body } = expectStatus(await validate(id), 201);
    assert.deepEqual([body.status, body.taxRate, body.email], ['validated', 0, investor.email]);
    assert.equal(await rateOf(investor), 0);
    assert.deepEqual(await auditOf(id), [
      { kind: 'TAX_RATE_REQUEST_VALIDATION', payload: { customerId: investor.customerId, year: 2027 } },
    ]);
  });
  it('changes nothing once refused, stays in the history and keeps its year', async () => {
    const { investor, id } = await asked();
    const { body } = expectStatus(await refuse(id, { reason: 'No proof of residence' }), 201);
    assert.deepEqual([body.status, body.refusalReason], ['refused', 'No proof of residence']);
    const [item] = expectStatus(await investor.client.get<Record<string, unknown>[]>('/customers/taxation'), 200).body;
    assert.deepEqual([item?.taxRate, typeof item?.taxExemptionRequestedAt], [31.4, 'string']);
    expectCode(
      await investor.client.post('/customers/taxation', { year: 2027, fiscalResidence: 'abroad' }),
      400,
      'investor.taxation.not-allowed-to-submit-tax-exemption-form',
    );
    assert.deepEqual(await auditOf(id), [
      {
        kind: 'TAX_RATE_REQUEST_REFUSAL',
        payload: { customerId: investor.customerId, year: 2027, reason: 'No proof of residence' },
      },
    ]);
  });
  it('its answer shows the default rate and that it waits, once refused why', async () => {
    const investor = await signUp(world);
    const sent = await investor.client.post<Item[]>('/customers/taxation', { year: 2027, fiscalResidence: 'abroad' });
    const [item] = expectStatus(sent, 201).body;
    assert.deepEqual([item?.taxRate, item?.taxExemptionStatus], [31.4, 'waiting']);
    const [request] = (await list(`customerId=${investor.customerId}`)).items;
    expectStatus(await refuse(request?.id ?? '', { reason: 'No proof of residence' }), 201);
    const [refused] = expectStatus(await investor.client.get<Item[]>('/customers/taxation'), 200).body;
    assert.deepEqual([refused?.taxExemptionStatus, refused?.taxExemptionRefusalReason], ['refused', 'No proof of residence']);
  });
  it('a decision can be turned round', async () => {
    const { investor, id } = await asked();
    expectStatus(await validate(id), 201);
    expectStatus(await refuse(id), 201);
    assert.equal(await rateOf(investor), 31.4);
    const { body } = expectStatus(await validate(id), 201);
    assert.deepEqual([body.status, body.refusalReason, await rateOf(investor)], ['validated', null, 0]);
  });
});

describe('DELETE /customers/taxation/:year', () => {
  const withdraw = ({ client }: Investor, year: number | string = 2027) => client.delete<Item[]>(`/customers/taxation/${year}`);

  it('takes a mistake back while it waits; the corrected answers are another request', async () => {
    const { investor, id } = await asked();
    assert.deepEqual(expectStatus(await withdraw(investor), 200).body, []);
    const corrected = { year: 2027, fiscalResidence: 'abroad' };
    expectStatus(await investor.client.post('/customers/taxation', corrected), 201);
    const { items } = await list(`customerId=${investor.customerId}`);
    assert.deepEqual(
      items.map((item) => [item.status, item.id === id]),
      [
        ['waiting', false],
        ['withdrawn', true],
      ],
    );
    expectCode(await investor.client.post('/customers/taxation', corrected), 400, NOT_ALLOWED);
  });
  for (const [what, decide] of [
    ['validated', validate],
    ['refused', refuse],
  ] as const)
    it(`once ${what} -> 400 taxation.request.decided`, async () => {
      const { investor, id } = await asked();
      expectStatus(await decide(id), 201);
      const before = await rateOf(investor);
      expectCode(await withdraw(investor), 400, 'taxation.request.decided');
      assert.equal(await rateOf(investor), before);
    });
  it('at once with a decision: one of the two happens -> 400 taxation.request.decided', async () => {
    for (const _ of [1, 2, 3]) {
      const { investor, id } = await asked();
      const [withdrawn, validated] = await Promise.all([withdraw(investor), validate(id)]);
      if (withdrawn.status === 200) expectCode(validated, 400, 'taxation.request.withdrawn');
      else {
        expectCode(withdrawn, 400, 'taxation.request.decided');
        expectStatus(validated, 201);
      }
    }
  });
  it('twice, another year, another investor -> 404 not-found', async () => {
    const { investor } = await asked();
    expectCode(await withdraw(investor, 2026), 404, 'not-found');
    expectCode(await withdraw(await signUp(world)), 404, 'not-found');
    expectStatus(await withdraw(investor), 200);
    expectCode(await withdraw(investor), 404, 'not-found');
  });
  it('no year -> 400 validation-failed', async () =>
    expectCode(await withdraw(await signUp(world), 'next'), 400, 'validation-failed'));
  it('without a session -> 401 unauthenticated', async () =>
    expectCode(await world.visitor().delete('/customers/taxation/2027'), 401, 'unauthenticated'));
  it('as an administrator -> 403 forbidden', async () =>
    expectCode(await administrator.client.delete('/customers/taxation/2027'), 403, 'forbidden'));
});

describe('POST /administration/tax-rate-requests/:id/validate and /refuse', () => {
  it('two at once: one is first, one row of audit -> 400 taxation.request.already-validated', async () => {
    const { id } = await asked();
    const answers = await Promise.all([validate(id), validate(id)]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 400]);
    for (const answer of answers) if (answer.status === 400) expectCode(answer, 400, 'taxation.request.already-validated');
    assert.equal((await auditOf(id)).length, 1);
  });
  it('refused before -> 400 taxation.request.already-refused', async () => {
    const { id } = await asked();
    expectStatus(await refuse(id), 201);
    expectCode(await refuse(id), 400, 'taxation.request.already-refused');
  });
  for (const decide of [validate, refuse]) {
    it('withdrawn before, it counts for nothing -> 400 taxation.request.withdrawn', async () => {
      const { investor, id } = await asked();
      expectStatus(await investor.client.delete('/customers/taxation/2027'), 200);
      expectCode(await decide(id), 400, 'taxation.request.withdrawn');
      assert.deepEqual(await auditOf(id), []);
    });
    it('an unknown id -> 404 not-found', async () => expectCode(await decide(randomUUID()), 404, 'not-found'));
    it('no id -> 400 validation-failed', async () => expectCode(await decide('12'), 400, 'validation-failed'));
  }
  it('an empty reason -> 400 validation-failed', async () =>
    expectCode(await refuse(randomUUID(), { reason: ' ' }), 400, 'validation-failed'));
});

describe('GET /administration/tax-rate-requests', () => {
  it('filters, and pages newest first', async () => {
    const ids: string[] = [];
    for (const _ of [1, 2, 3]) {
      ids.push((await asked(2026)).id);
      await world.moveClock({ advance: 'PT1M' });
    }
    expectStatus(await validate(ids[0] ?? ''), 201);
    const first = await list('year=2026&status=waiting&limit=1');
    assert.deepEqual(
      first.items.map(({ id }) => id),
      [ids[2]],
    );
    const second = await list(`year=2026&status=waiting&limit=1&cursor=${first.nextCursor}`);
    assert.deepEqual([second.items.map(({ id }) => id), second.nextCursor], [[ids[1]], null]);
    assert.deepEqual(
      (await list('year=2026&status=validated')).items.map(({ id }) => id),
      [ids[0]],
    );
  });
});

it('all three are for administrators alone -> 401 unauthenticated, 403 forbidden', async () => {
  const { investor, id } = await asked();
  for (const client of [world.visitor(), investor.client]) {
    const [status, code] = client === investor.client ? ([403, 'forbidden'] as const) : ([401, 'unauthenticated'] as const);
    expectCode(await client.get('/administration/tax-rate-requests'), status, code);
    for (const verb of ['validate', 'refuse'])
      expectCode(await client.post(`/administration/tax-rate-requests/${id}/${verb}`), status, code);
  }
});
