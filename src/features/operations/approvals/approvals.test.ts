// Four eyes: from a threshold on a request waits, another administrator decides, and it is done once, as it was shown, or not at all.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, describe, it } from 'node:test';
import { type Person, signInAdministrator } from '../../../../test/support/actors.ts';
import { type FundedProperty, fundedProperty } from '../../../../test/support/funding-actors.ts';
import { holdLock } from '../../../../test/support/held-lock.ts';
import { pursesOf } from '../../../../test/support/payment-actors.ts';
import { readAudits } from '../../../../test/support/readers.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';

type Approval = {
  id: string;
  state: string;
  amountCents: number;
  auditKind: string;
  askedBy: { email: string };
  decidedBy: { email: string } | null;
  reason: string | null;
  paymentId: string | null;
  errorCode: string | null;
  changedTo: { payments: { transferCents: number } } | null;
  dryRun: { payments: { transferCents: number; items: { amountCents: number; toAccountId: string | null }[] } };
};

let world: World;
let maker: Person;
let checker: Person;

before(async () => {
  const settings = { FOUR_EYES_TRANSFER_CENTS: '1000000', FOUR_EYES_PAY_OUT_CENTS: '1000000' };
  world = await startWorld({ worker: false, settings });
  maker = await signInAdministrator(world);
  checker = await signInAdministrator(world, undefined, ['finance']);
});
after(() => world.close());
afterEach(async () => {
  await world.control('DELETE', '/faults');
  const proof = await world.runJob<{ ok: boolean }>('ledger-proof', { dryRun: true });
  assert.ok(proof.ok, JSON.stringify(proof));
});

/** Its funding fees are 30 000,00 € with VAT, its fiducie fees 4 800,00 €. */
const funded = () => fundedProperty(world, { mainCents: 5_000_000 });
const fees = ({ propertyId }: FundedProperty, by = maker, headers: Record<string, string> = {}, fee = 'funding') =>
  by.client.post<Approval>(`/administration/property/${propertyId}/funding/transfer-${fee}-fees`, undefined, headers);
const ask = async (of: FundedProperty, by = maker) => expectStatus(await fees(of, by), 202).body;
const APPROVALS = '/administration/approvals';
const approve = ({ id }: { id: string }, by = checker) => by.client.post<Approval>(`${APPROVALS}/${id}/approve`);
const refuse = ({ id }: { id: string }, by = checker, reason = 'Montant à revoir') =>
  by.client.post<Approval>(`${APPROVALS}/${id}/refuse`, { reason });
const read = async ({ id }: { id: string }) => expectStatus(await checker.client.get<Approval>(`${APPROVALS}/${id}`), 200).body;
const main = async ({ propertyId }: FundedProperty) => (await pursesOf(world, propertyId, ['MAIN']))[0];
const moved = async ({ accountId }: FundedProperty) => {
  const account = await world.control<{ movements: { direction: string }[] }>('GET', `/accounts/${accountId}`);
  return account.movements.filter(({ direction }) => direction === 'out').length;
};
const kindsOf = async (targetId: string) =>
  (await readAudits<{ kind: string; administrator_email: string }>(world, { targetId }, ['kind', 'administrator_email'])).map(
    ({ kind, administrator_email: email }) => [kind, email],
  );

describe('a POST of an administrator that moves money', () => {
  it('below the threshold is done', async () => {
    const property = await funded();
    expectStatus(await fees(property, maker, {}, 'fiducie'), 201);
    assert.equal(await main(property), 4_520_000);
  });

  it('below it, again and again: that which reaches it on one day waits, also of two at once, and on the next day none', async () => {
    const alone = await signInAdministrator(world);
    const properties = [await funded(), await funded(), await funded(), await funded()];
    const [first, second, third, fourth] = properties;
    assert.ok(first && second && third && fourth);
    expectStatus(await fees(first, alone, {}, 'fiducie'), 201);
    const both = await Promise.all([fees(second, alone, {}, 'fiducie'), fees(third, alone, {}, 'fiducie')]);
    assert.deepEqual(both.map(({ status }) => status).sort(), [201, 202]);
    expectStatus(await fees(fourth, checker, {}, 'fiducie'), 201);
    await world.moveClock({ advance: 'P1D' });
    const left = both[0]?.status === 202 ? second : third;
    expectStatus(await fees(left, alone, {}, 'fiducie'), 201);
  });

  it('that moves nothing is not counted', async () => {
    const { accountId } = await funded();
    const tidy = await signInAdministrator(world);
    await world.control('POST', `/accounts/${accountId}/credit`, { amountCents: 1_111 });
    await world.runJob('incoming-wires');
    const wires = '/administration/property/payment-schedule/wire-to-be-assigned';
    const { body } = expectStatus(await tidy.client.get<{ id: string; amount: number }[]>(wires), 200);
    const split = { wireToBeAssignedId: body.find(({ amount }) => amount === 1_111)?.id, newAmount: 11 };
    expectStatus(await tidy.client.post(`${wires}/split`, split), 201);
    assert.deepEqual(await world.sql('select from moved_alone where administrator_id = $1', [tidy.userId]), []);
  });

  it('from the threshold on waits: nothing is done, the answer says what would be', async () => {
    const property = await funded();
    const waiting = await ask(property);
    assert.deepEqual([waiting.state, waiting.amountCents, waiting.askedBy.email], ['waiting', 3_000_000, maker.email]);
    assert.equal(waiting.auditKind, 'PROPERTY_TRANSFER_FUNDING_FEES');
    assert.equal(waiting.dryRun.payments.transferCents, 3_000_000);
    assert.deepEqual([await main(property), await moved(property)], [5_000_000, 0]);
    assert.deepEqual(await kindsOf(waiting.id), [['MONEY_REQUEST_ASKED', maker.email]]);
    const { body } = expectStatus(await checker.client.get<{ items: Approval[] }>(`${APPROVALS}?state=waiting`), 200);
    assert.deepEqual(body.items[0], await read(waiting));
    const today = await checker.client.get<{ waiting: { kind: string; items: { id: string }[] }[] }>('/administration/today');
    const kind = today.body.waiting.find((one) => one.kind === 'money-approval');
    assert.ok(
      kind?.items.some(({ id }) => id === waiting.id),
      today.text,
    );
  });

  it('with a key: repeated, the same request that waits; another body is another request', async () => {
    const property = await funded();
    const key = { 'idempotency-key': randomUUID() };
    const first = expectStatus(await fees(property, maker, key), 202);
    const again = expectStatus(await fees(property, maker, key), 202);
    assert.equal(again.headers.get('idempotency-replayed'), 'true');
    assert.deepEqual(again.body, first.body);
  });

  it('asked for twice is one request, whoever asks, and who asked second may decide', async () => {
    const property = await funded();
    const [first, second] = [await ask(property), await ask(property, checker)];
    assert.equal(second.id, first.id);
    expectCode(await approve(first, maker), 403, 'approvals.own-request');
    assert.equal(expectStatus(await approve(first), 201).body.state, 'executed');
  });

  it('that a rule refuses is refused at once', async () => {
    const property = await fundedProperty(world, { mainCents: 5_000_000, fundingFees: null });
    expectCode(await fees(property), 400, 'property.funding-fees.not-set');
  });

  it('without a permission is not asked for either -> 403 forbidden', async () => {
    const support = await signInAdministrator(world, undefined, ['support']);
    expectCode(await fees(await funded(), support), 403, 'forbidden');
  });
});

describe('POST /administration/approvals/:approvalId/approve', () => {
  it('does it in the name of who asked, once; the audit says who approved', async () => {
    const property = await funded();
    const waiting = await ask(property);
    const { body } = expectStatus(await approve(waiting), 201);
    assert.deepEqual([body.state, body.decidedBy?.email, body.errorCode], ['executed', checker.email, null]);
    assert.deepEqual([await main(property), await moved(property)], [2_000_000, 1]);
    assert.deepEqual(await kindsOf(waiting.id), [
      ['MONEY_REQUEST_ASKED', maker.email],
      ['MONEY_REQUEST_APPROVED', checker.email],
    ]);
    assert.deepEqual(
      (await kindsOf(property.propertyId)).filter(([kind]) => kind === 'PROPERTY_TRANSFER_FUNDING_FEES'),
      [['PROPERTY_TRANSFER_FUNDING_FEES', maker.email]],
    );
    assert.deepEqual(expectStatus(await approve(waiting), 201).body, body);
    assert.equal(await moved(property), 1);
  });

  it('of the own request -> 403 approvals.own-request', async () => {
    expectCode(await approve(await ask(await funded()), maker), 403, 'approvals.own-request');
  });

  it('the database itself refuses a maker who is the checker', async () => {
    const { id } = await ask(await funded());
    // Refused by the database: the product refuses it before.
    const own = world.sql(
      `update approval set state = 'approved', decided_by = asked_by, decided_by_email = asked_by_email, decided_at = now() where id = $1`,
      [id],
    );
    await assert.rejects(own, /approval_maker_is_not_checker/);
  });

  it('what was asked for cannot be changed by the service', async () => {
    const { id } = await ask(await funded());
    for (const column of ['asked_by', 'body', 'params', 'dry_run', 'ordered_digest', 'operation'])
      await assert.rejects(
        world.sql(`do $$ begin set local role mortar_app; update approval set ${column} = ${column} where id = '${id}'; end $$`),
        /permission denied/,
        column,
      );
  });

  it('of a stranger, or of nothing -> 404 not-found', async () => {
    expectCode(await approve({ id: randomUUID() }), 404, 'not-found');
  });

  it('after somebody else has -> 409 approvals.already-decided', async () => {
    const waiting = await ask(await funded());
    expectStatus(await approve(waiting), 201);
    expectCode(await approve(waiting, await signInAdministrator(world)), 409, 'approvals.already-decided');
  });

  it('by somebody whom an administrator has just made one -> 403 approvals.approver-too-new', async () => {
    const made = await signInAdministrator(world, undefined, ['support']);
    const waiting = await ask(await funded());
    expectStatus(await maker.client.patch(`/administration/administrators/${made.userId}/roles`, { give: ['finance'] }), 200);
    expectCode(await approve(waiting, made), 403, 'approvals.approver-too-new');
    expectStatus(await refuse(waiting, made), 201);
    const later = await ask(await funded());
    await world.moveClock({ advance: 'PT24H' });
    assert.equal(expectStatus(await approve(later, made), 201).body.state, 'executed');
  });

  it('when its time is over -> 409 approvals.expired', async () => {
    const property = await funded();
    const waiting = await ask(property);
    await world.moveClock({ advance: 'PT73H' });
    assert.equal((await read(waiting)).state, 'expired');
    expectCode(await approve(waiting), 409, 'approvals.expired');
    const again = await ask(property);
    assert.notEqual(again.id, waiting.id);
    await world.moveClock({ advance: 'PT73H' });
    assert.ok((await world.runJob<{ expired: number }>('approval-expiry')).expired > 0);
    assert.equal((await read(again)).state, 'expired');
  });

  it('of somebody who may not do it any more -> 409 approvals.asker-lost-permission', async () => {
    const asker = await signInAdministrator(world, undefined, ['finance']);
    const waiting = await ask(await funded(), asker);
    const roles = `/administration/administrators/${asker.userId}/roles`;
    expectStatus(await maker.client.patch(roles, { give: ['support'], take: ['finance'] }), 200);
    expectCode(await approve(waiting), 409, 'approvals.asker-lost-permission');
    assert.equal((await read(waiting)).state, 'waiting');
  });

  it('is not carried on for somebody who may not do it any more', async () => {
    const asker = await signInAdministrator(world, undefined, ['finance']);
    const property = await funded();
    const waiting = await ask(property, asker);
    const held = await holdLock(world, 'select from property where id = $1 for update', [property.propertyId]);
    const { body } = expectStatus(await approve(waiting), 201);
    assert.equal(body.state, 'approved');
    const roles = `/administration/administrators/${asker.userId}/roles`;
    expectStatus(await maker.client.patch(roles, { give: ['support'], take: ['finance'] }), 200);
    await held.release();
    await world.moveClock({ advance: 'PT10S' });
    const ended = await world.until(async () => {
      const now = await read(waiting);
      return now.state !== 'approved' && now;
    }, 'the end of the request');
    assert.deepEqual([ended.state, ended.errorCode], ['failed', 'approvals.asker-lost-permission']);
    assert.deepEqual([await main(property), await moved(property)], [5_000_000, 0]);
  });

  it('is not done for somebody who may not do it any more once its turn comes', async () => {
    const asker = await signInAdministrator(world, undefined, ['finance']);
    const property = await funded();
    const waiting = await ask(property, asker);
    const held = await holdLock(world, 'select from property where id = $1 for update', [property.propertyId]);
    const approving = approve(waiting);
    const queued = `select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
    await world.until(async () => (await world.sql(queued))[0], 'the wait for the lock');
    const roles = `/administration/administrators/${asker.userId}/roles`;
    expectStatus(await maker.client.patch(roles, { give: ['support'], take: ['finance'] }), 200);
    await held.release();
    const { body } = expectStatus(await approving, 201);
    assert.deepEqual([body.state, body.errorCode], ['failed', 'approvals.asker-lost-permission']);
    assert.deepEqual([await main(property), await moved(property)], [5_000_000, 0]);
  });

  it('when it would do something else by now: it says what, and does nothing', async () => {
    const property = await funded();
    const waiting = await ask(property);
    const companyFees = { fundingFees: { amountExcludingTaxCents: 2_000_000 } };
    expectStatus(await maker.client.patch(`/administration/property/${property.propertyId}`, { companyFees }), 200);
    const { body } = expectStatus(await approve(waiting), 201);
    assert.deepEqual([body.state, body.changedTo?.payments.transferCents], ['changed', 2_400_000]);
    assert.deepEqual([await main(property), await moved(property)], [5_000_000, 0]);
  });

  it('when a rule refuses it by now: it says which', async () => {
    const property = await funded();
    const waiting = await ask(property);
    const companyFees = { fundingFees: null };
    expectStatus(await maker.client.patch(`/administration/property/${property.propertyId}`, { companyFees }), 200);
    const { body } = expectStatus(await approve(waiting), 201);
    assert.deepEqual([body.state, body.errorCode], ['failed', 'property.funding-fees.not-set']);
  });

  it('when the provider refuses: it has failed, and the money is where it was', async () => {
    const property = await funded();
    const waiting = await ask(property);
    await world.control('POST', '/faults', { route: 'POST /v2/p2p', mode: 'error-in-200', times: 1 });
    const { body } = expectStatus(await approve(waiting), 201);
    assert.deepEqual([body.state, body.errorCode], ['failed', 'p2p-failed-at-provider']);
    assert.equal(await main(property), 5_000_000);
  });

  it('when the provider stays silent: it was ordered, and the payment is carried on', async () => {
    const property = await funded();
    const waiting = await ask(property);
    await world.control('POST', '/faults', { route: 'POST /v2/p2p', mode: 'timeout-after', times: 1, latencyMs: 100 });
    const { body } = expectStatus(await approve(waiting), 201);
    assert.equal(body.state, 'executed');
    assert.ok(body.paymentId);
    await world.control('DELETE', '/faults');
    await world.until(async () => {
      await world.runJob('wallet-transactions');
      return (await main(property)) === 2_000_000 && (await moved(property)) === 1;
    }, 'the payment to be settled');
  });
});

describe('POST /administration/approvals/:approvalId/refuse', () => {
  it('ends it with a reason; the same may be asked for again', async () => {
    const property = await funded();
    const waiting = await ask(property);
    const { body } = expectStatus(await refuse(waiting), 201);
    assert.deepEqual([body.state, body.reason, body.decidedBy?.email], ['refused', 'Montant à revoir', checker.email]);
    assert.deepEqual((await kindsOf(waiting.id)).at(-1), ['MONEY_REQUEST_REFUSED', checker.email]);
    assert.deepEqual([await main(property), await moved(property)], [5_000_000, 0]);
    assert.notEqual((await ask(property)).id, waiting.id);
  });

  it('without a reason -> 400 validation-failed', async () => {
    expectCode(await refuse(await ask(await funded()), checker, ' '), 400, 'validation-failed');
  });

  it('of the own request -> 403 approvals.own-request', async () => {
    expectCode(await refuse(await ask(await funded()), maker), 403, 'approvals.own-request');
  });

  it('of nothing -> 404 not-found', async () => {
    expectCode(await refuse({ id: randomUUID() }), 404, 'not-found');
    expectCode(await checker.client.get(`${APPROVALS}/${randomUUID()}`), 404, 'not-found');
  });

  it('of what was decided -> 409 approvals.already-decided', async () => {
    const waiting = await ask(await funded());
    expectStatus(await refuse(waiting), 201);
    expectCode(await refuse(waiting), 409, 'approvals.already-decided');
    expectCode(await approve(waiting), 409, 'approvals.already-decided');
  });

  it('when its time is over -> 409 approvals.expired', async () => {
    const waiting = await ask(await funded());
    await world.moveClock({ advance: 'PT73H' });
    expectCode(await refuse(waiting), 409, 'approvals.expired');
  });
});

describe('at once', () => {
  it('two who approve: one does, and the money moves once', async () => {
    const property = await funded();
    const waiting = await ask(property);
    const others = [checker, await signInAdministrator(world), await signInAdministrator(world)];
    const answers = await Promise.all(others.map((by) => approve(waiting, by)));
    for (const answer of answers) if (answer.status !== 201) expectCode(answer, 409, 'approvals.already-decided');
    assert.equal(answers.filter(({ status }) => status === 201).length, 1);
    assert.deepEqual([(await read(waiting)).state, await moved(property), await main(property)], ['executed', 1, 2_000_000]);
  });

  it('the same administrator twice: the money moves once', async () => {
    const property = await funded();
    const waiting = await ask(property);
    const answers = await Promise.all([approve(waiting), approve(waiting), approve(waiting)]);
    for (const answer of answers) expectStatus(answer, 201);
    assert.deepEqual([(await read(waiting)).state, await moved(property)], ['executed', 1]);
  });

  it('one approves, one refuses: one of them', async () => {
    for (let round = 0; round < 4; round += 1) {
      const property = await funded();
      const waiting = await ask(property);
      const answers = await Promise.all([approve(waiting), refuse(waiting, await signInAdministrator(world))]);
      assert.equal(answers.filter(({ status }) => status === 201).length, 1, JSON.stringify(answers));
      const { state } = await read(waiting);
      assert.equal(await moved(property), state === 'executed' ? 1 : 0);
      assert.ok(['executed', 'refused'].includes(state));
    }
  });

  it('the request itself, many times: one request', async () => {
    const property = await funded();
    const asked = await Promise.all(Array.from({ length: 6 }, () => fees(property)));
    for (const answer of asked) expectStatus(answer, 202);
    assert.equal(new Set(asked.map(({ body }) => body.id)).size, 1);
  });
});
