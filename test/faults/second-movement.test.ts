// The provider executes a call that it left unanswered, long after the payment was sent again: one posting, and an incident for the rest.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import type { PaymentDetail } from '../../src/features/operations/payments/index.ts';
import { type Person, signInAdministrator, signUp } from '../support/actors.ts';
import { lookAgain } from '../support/money-states.ts';
import { readChat } from '../support/readers.ts';
import { expectCode, expectStatus, startWorld, type World } from '../support/world.ts';
import { FUNDS_CENTS, orderFault, PAID_CENTS, type Payment, purchasePayment, withdrawalPayment } from './payments.ts';

/** Well above the margin after which the payment is sent again. */
const LATE_SECONDS = 4;
const TWICE_CENTS = FUNDS_CENTS + PAID_CENTS;

type Proof = {
  ok: boolean;
  invariants: { name: string; ok: boolean }[];
  providerDifferences: { accountId: string; kind: string }[];
};
type Incident = { id: string; status: string; paymentId: string; amountCents: number; purpose: string; comment: string | null };
type Incidents = { items: Incident[]; nextCursor: string | null };

let world: World;
let admin: Person;

before(async () => {
  world = await startWorld({ settings: { PROVIDER_RESEND_AFTER_SECONDS: '1' } });
  admin = await signInAdministrator(world);
});
after(() => world.close());

const sweep = () => world.runJob<{ incidents: number }>('wallet-transactions');
const balanceOf = async ({ payer }: Payment) =>
  (await world.control<{ balanceCents: number }>('GET', `/accounts/${payer.customerId}`)).balanceCents;
const paymentOf = async ({ payer }: Payment) => {
  const [row, ...more] = await world.sql<{ id: string; status: string; sends: number; movement: string | null }>(
    'select id, status, send_count as sends, provider_payment_id as movement from payment where from_account_id = $1',
    [payer.customerId],
  );
  assert.ok(row && more.length === 0);
  return row;
};
const incidentsOf = (paymentId: string) =>
  world.sql<{ movement: string; cents: number }>(
    'select provider_payment_id as movement, amount_cents::integer as cents from payment_incident where payment_id = $1',
    [paymentId],
  );
const told = async (paymentId: string) => (await readChat(world)).filter(({ text }) => text.includes(paymentId));

for (const [what, make, kind] of [
  ['a purchase', purchasePayment, 'transfer'],
  ['a withdrawal', withdrawalPayment, 'payOut'],
] as const)
  describe(what, () => {
    let payment: Payment;
    it('is sent again after the margin, and its second call is taken', async () => {
      payment = await make(world, { fundsCents: TWICE_CENTS });
      await orderFault(world, payment, 'late-effect', { afterSeconds: LATE_SECONDS });
      expectStatus(await payment.ask(), 201);
      await world.until(async () => (await sweep()) && (await payment.status()) === payment.paid, 'the payment to be taken');
      const { sends } = await paymentOf(payment);
      assert.deepEqual([sends, await balanceOf(payment)], [2, TWICE_CENTS - PAID_CENTS]);
      const { id, movement } = await paymentOf(payment);
      if (what === 'a withdrawal') {
        await world.control('POST', `/payouts/${movement}/complete`);
        await world.until(async () => (await sweep()) && (await paymentOf(payment)).status === 'succeeded', 'the bank');
      }
      assert.deepEqual(await incidentsOf(id), []);
    });

    it('a second movement comes of the first call: found, reported and counted once', async () => {
      await world.until(async () => (await balanceOf(payment)) === TWICE_CENTS - 2 * PAID_CENTS, 'the late effect');
      const { id, movement } = await paymentOf(payment);
      const report = await world.until(async () => {
        const seen = await sweep();
        return seen.incidents > 0 && seen;
      }, 'the incident');
      assert.equal(report.incidents, 1);
      const [incident, ...more] = await incidentsOf(id);
      assert.ok(incident && more.length === 0);
      assert.notEqual(incident.movement, movement);
      assert.equal(incident.cents, PAID_CENTS);
      const messages = await world.until(async () => {
        const seen = await told(id);
        return seen.length > 0 && seen;
      }, 'the message');
      assert.equal(messages.length, 1);
      assert.equal(messages[0]?.channel, 'internal-alerts');
      assert.match(messages[0]?.text ?? '', /a un mouvement de trop .* 19,00\s€/);

      await lookAgain(world);
      assert.equal((await sweep()).incidents, 0);
      assert.equal((await incidentsOf(id)).length, 1);
    });

    it('the administrator sees both calls, each look, and the incident', async () => {
      const { id, movement } = await paymentOf(payment);
      const { body } = expectStatus(await admin.client.get<PaymentDetail>(`/administration/payments/${id}`), 200);
      assert.deepEqual([body.kind, body.providerPaymentId, body.attempts.sendCount], [kind, Number(movement), 2]);
      assert.equal(
        body.attempts.steps.reduce((sends, { did, times }) => sends + (did === 'send' ? times : 0), 0),
        2,
      );
      assert.ok(body.attempts.watchedUntil !== null && body.attempts.lastWatchedAt !== null);
      const [incident, ...more] = body.incidents;
      assert.deepEqual([incident?.paymentId, incident?.amountCents, incident?.status, more], [id, PAID_CENTS, 'open', []]);
      assert.notEqual(incident?.providerPaymentId, body.providerPaymentId);
    });

    it('our books have it once, and the proof shows what is missing', async () => {
      const { id } = await paymentOf(payment);
      const postings = await world.sql('select from ledger_posting where reference = $1', [id]);
      assert.equal(postings.length, 1);
      const wallet = expectStatus(await payment.payer.client.get('/customers/wallet'), 200).body;
      const balanceCents = TWICE_CENTS - PAID_CENTS;
      assert.deepEqual(wallet, { availableCents: balanceCents, heldCents: 0, balanceCents });
      const proof = expectStatus(await admin.client.get<Proof>('/administration/ledger/proof'), 200).body;
      assert.equal(proof.ok, false);
      const missing = proof.providerDifferences.find(({ accountId }) => accountId === payment.payer.customerId);
      assert.equal(missing?.kind, 'missing');
    });
  });

describe('the incidents, for the administrator', () => {
  const LIST = '/administration/payment-incidents';
  const list = async (query: string) => expectStatus(await admin.client.get<Incidents>(`${LIST}${query}`), 200).body;
  const resolve = (id: string, body: object = { comment: 'Rendu par le prestataire le 3 mars.' }) =>
    admin.client.post<Incident>(`${LIST}/${id}/resolve`, body);
  const movesOnce = async () => {
    const { body } = expectStatus(await admin.client.get<Proof>('/administration/ledger/proof'), 200);
    return [body.ok, body.invariants.find(({ name }) => name === 'payments-move-once')?.ok];
  };

  it('are listed newest first, page by page', async () => {
    const { items } = await list('?status=open');
    assert.deepEqual(
      items.map(({ purpose, status, amountCents, comment }) => [purpose, status, amountCents, comment]),
      [
        ['withdrawal', 'open', PAID_CENTS, null],
        ['primary-purchase', 'open', PAID_CENTS, null],
      ],
    );
    const first = await list('?limit=1');
    const second = await list(`?limit=1&cursor=${first.nextCursor}`);
    assert.deepEqual([first.items[0], second.items[0], second.nextCursor], [items[0], items[1], null]);
  });
  it('are resolved once, audited, with what was done; the proof then shows only what the wallet still lacks', async () => {
    const { items } = await list('');
    const [one, other] = items;
    assert.ok(one && other);
    const answers = await Promise.all([resolve(one.id), resolve(one.id)]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 400]);
    const resolved = answers.find(({ status }) => status === 201)?.body;
    assert.deepEqual([resolved?.status, resolved?.comment], ['resolved', 'Rendu par le prestataire le 3 mars.']);
    assert.deepEqual(await movesOnce(), [false, false]);
    expectStatus(await resolve(other.id), 201);
    assert.deepEqual(await movesOnce(), [false, true]);
    assert.deepEqual([(await list('?status=open')).items, (await list('?status=resolved')).items.length], [[], 2]);
    const audits = await world.sql<{ target: string }>(
      `select target_id as target from admin_action where kind = 'PAYMENT_INCIDENT_RESOLVE' order by created_at`,
    );
    assert.deepEqual(
      audits.map(({ target }) => target),
      [one.paymentId, other.paymentId],
    );
  });
  it('resolved before -> 400 payment-incident-already-resolved', async () => {
    const [one] = (await list('?status=resolved')).items;
    expectCode(await resolve(one?.id ?? ''), 400, 'payment-incident-already-resolved');
  });
  it('unknown -> 404 not-found', async () => expectCode(await resolve(randomUUID()), 404, 'not-found'));
  it('no comment -> 400 validation-failed', async () =>
    expectCode(await resolve(randomUUID(), { comment: ' ' }), 400, 'validation-failed'));
  it('without a session -> 401 unauthenticated', async () => {
    expectCode(await world.visitor().get(LIST), 401, 'unauthenticated');
    expectCode(await world.visitor().post(`${LIST}/${randomUUID()}/resolve`), 401, 'unauthenticated');
  });
  it('as an investor -> 403 forbidden', async () => {
    const { client } = await signUp(world);
    expectCode(await client.get(LIST), 403, 'forbidden');
    expectCode(await client.post(`${LIST}/${randomUUID()}/resolve`), 403, 'forbidden');
  });
});
