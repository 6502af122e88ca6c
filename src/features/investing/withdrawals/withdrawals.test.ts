// Withdrawals through HTTP: the eight ordered effects, every refusal, and what an investor reads of them.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, describe, it } from 'node:test';
import { type Person, signInAdministrator, signUp, verifiedInvestor } from '../../../../test/support/actors.ts';
import { customerIs, recordIdentity } from '../../../../test/support/customer-states.ts';
import { bankAccountIs } from '../../../../test/support/money-states.ts';
import { silently } from '../../../../test/support/notifications.ts';
import { walletOf } from '../../../../test/support/readers.ts';
import { shows } from '../../../../test/support/recorder.ts';
import {
  bankAccountOf,
  endPayout,
  orderedWithdrawal,
  pastWithdrawals,
  proveLedger,
  type Withdrawer,
  withdraw,
  withdrawalCode,
  withdrawalOf,
  withdrawalsOf,
  withdrawer,
} from '../../../../test/support/withdrawal-actors.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';

describe('withdrawing', () => {
  const PATH = '/customers/provider/payment-intent/withdrawal';
  const WRONG = '000000';

  let world: World;
  let administrator: Person;

  before(async () => {
    world = await startWorld();
    administrator = await signInAdministrator(world);
  });
  after(() => world.close());
  afterEach(() => world.control('DELETE', '/faults'));

  const providerBalance = async (person: Withdrawer) =>
    (await world.control<{ balanceCents: number }>('GET', `/accounts/${person.customerId}`)).balanceCents;
  /** Refused: nothing is written, and the code still serves. */
  async function expectNothingHappened(person: Withdrawer): Promise<void> {
    assert.deepEqual(await withdrawalsOf(world, person), []);
    const [context] = await world.sql<{ code: boolean; claimed: boolean }>(
      `select code_ciphertext is not null as code, claim_token is not null as claimed from mfa_context where customer_id = $1 and action = 'withdraw'`,
      [person.customerId],
    );
    assert.deepEqual(context, { code: true, claimed: false });
  }

  describe('POST /customers/provider/payment-intent/withdrawal', () => {
    it('effects 5 and 8: WITHDRAWAL waits with its money held, the request is kept, no body', async () => {
      const person = await withdrawer(world, 5_000);
      const look = async () => (await withdrawalsOf(world, person)).map(({ status }) => status);
      const change = { from: [], to: ['WAITING'], look, by: () => withdraw(world, person, { amount: 2_000 }) };
      const answer = expectStatus(await world.changes('state.withdrawal-created', change), 201);
      assert.equal(answer.text, '');
      const written = await withdrawalOf(world, person);
      assert.deepEqual(
        [written.amount_cents, written.fee_cents, written.status, written.fee_status, written.invoice_id],
        ['2000', '0', 'WAITING', null, null],
      );
      assert.deepEqual(await walletOf(person), { availableCents: 3_000, heldCents: 2_000, balanceCents: 5_000 });
      await orderedWithdrawal(world, person);
      assert.equal(await providerBalance(person), 3_000);
      await proveLedger(administrator);
    });
    it('effect 6: the mail says amount, account and that it is free', async () => {
      const person = await withdrawer(world, 5_000);
      expectStatus(await withdraw(world, person, { amount: 1_234 }), 201);
      const mail = await world.until(
        async () => (await world.mails(person.email)).find(({ subject }) => /retrait/i.test(subject) && /en cours/.test(subject)),
        'the mail withdrawal-initiated',
      );
      assert.match(mail.text, /12,34/);
      assert.match(mail.text, /0189/);
      assert.match(mail.text, /offerts/);
      assert.match(mail.text, new RegExp((await withdrawalOf(world, person)).id));
      shows('event.withdrawal-mail');
    });
    it('a code serves once -> 403 2fa-code.invalid', async () => {
      const person = await withdrawer(world, 5_000);
      const tfa = await withdrawalCode(world, person);
      expectStatus(await withdraw(world, person, { tfa }), 201);
      expectCode(await withdraw(world, person, { tfa }), 403, '2fa-code.invalid');
      // A code that is only claimed would serve again once its operation counts as dead.
      await world.moveClock({ advance: 'PT3M' });
      expectCode(await withdraw(world, person, { tfa }), 403, '2fa-code.invalid');
      assert.equal((await withdrawalsOf(world, person)).length, 1);
    });
    it('a wire that is not booked yet can be withdrawn', async () => {
      const person = await withdrawer(world, 0);
      await world.control('POST', `/accounts/${person.customerId}/credit`, { amountCents: 1_000 });
      expectStatus(await withdraw(world, person, { amount: 1_000 }), 201);
    });
    it('a payout on its way is no mismatch: the rest can be withdrawn', async () => {
      const person = await withdrawer(world, 3_000);
      expectStatus(await withdraw(world, person, { amount: 1_000 }), 201);
      await orderedWithdrawal(world, person);
      expectStatus(await withdraw(world, person, { amount: 2_000 }), 201);
      assert.deepEqual(await walletOf(person), { availableCents: 0, heldCents: 3_000, balanceCents: 3_000 });
      await proveLedger(administrator);
    });
    it('the provider cannot tell its bank accounts: what was known of them counts', async () => {
      const person = await withdrawer(world, 1_000);
      await world.control('POST', '/faults', {
        route: `GET /v2/moneyouts/${person.customerId}/iban`,
        mode: 'http-500',
        times: 1,
      });
      expectStatus(await withdraw(world, person), 201);
    });
    it('the same Idempotency-Key gives the stored answer, though the code is used up', async () => {
      const person = await withdrawer(world, 5_000);
      const tfa = await withdrawalCode(world, person);
      const headers = { 'idempotency-key': randomUUID() };
      expectStatus(await withdraw(world, person, { tfa, headers }), 201);
      const again = expectStatus(await withdraw(world, person, { tfa, headers }), 201);
      assert.equal(again.headers.get('idempotency-replayed'), 'true');
      assert.equal((await withdrawalsOf(world, person)).length, 1);
      expectCode(await withdraw(world, person, { tfa, headers, amount: 5 }), 422, 'idempotency-key-reused');
    });
  });

  describe('who may withdraw', () => {
    it('without a session -> 401 unauthenticated', async () =>
      expectCode(await world.visitor().post(PATH, {}, { tfa: WRONG }), 401, 'unauthenticated'));
    it('an administrator -> 403 forbidden', async () =>
      expectCode(await administrator.client.post(PATH, {}, { tfa: WRONG }), 403, 'forbidden'));
    it('no tfa header, whatever the body -> 403 2fa-code.invalid', async () => {
      const person = await withdrawer(world, 1_000);
      expectCode(await person.client.post(PATH, { amount: -1 }), 403, '2fa-code.invalid');
      expectCode(await person.client.post(PATH, { amount: -1 }, { tfa: '' }), 403, '2fa-code.invalid');
    });
    it('a wrong code, whatever the body -> 403 2fa-code.invalid', async () => {
      const person = await withdrawer(world, 1_000);
      const wrong = (await withdrawalCode(world, person)) === WRONG ? '000001' : WRONG;
      expectCode(await person.client.post(PATH, { amount: -1 }, { tfa: wrong }), 403, '2fa-code.invalid');
      expectCode(await withdraw(world, person, { tfa: wrong }), 403, '2fa-code.invalid');
    });
    it('no code was asked for -> 403 2fa-code.invalid', async () =>
      expectCode(await withdraw(world, await withdrawer(world, 1_000), { tfa: WRONG }), 403, '2fa-code.invalid'));
    it("another customer's code -> 403 2fa-code.invalid", async () => {
      const [person, other] = [await withdrawer(world, 1_000), await withdrawer(world, 1_000)];
      const tfa = await withdrawalCode(world, other);
      expectCode(await withdraw(world, person, { tfa }), 403, '2fa-code.invalid');
      expectStatus(await withdraw(world, other, { tfa }), 201);
    });
    it('frozen -> 403 customer.rights.account-is-being-verified', async () => {
      const person = await withdrawer(world, 1_000);
      await customerIs(world, person.customerId, 'frozen');
      expectCode(await withdraw(world, person), 403, 'customer.rights.account-is-being-verified');
      await expectNothingHappened(person);
    });
    it('blocked at the provider, told or not -> 403 customer.rights.account-is-being-verified', async () => {
      const [told, untold] = [await withdrawer(world, 1_000), await withdrawer(world, 1_000)];
      await customerIs(world, told.customerId, 'believedBlocked');
      expectCode(await withdraw(world, told), 403, 'customer.rights.account-is-being-verified');
      await customerIs(world, untold.customerId, 'blocked');
      await customerIs(world, untold.customerId, 'believedUnblocked');
      expectCode(await withdraw(world, untold), 403, 'customer.rights.account-is-being-verified');
      const [customer] = await world.sql<{ frozen_at: string | null }>('select frozen_at from customer where id = $1', [
        untold.customerId,
      ]);
      assert.equal(customer?.frozen_at, null);
    });
    it('identity waits for the verifier -> 403 customer.rights.account-is-being-verified', async () => {
      const person = await withdrawer(world, 1_000);
      await customerIs(world, person.customerId, 'waitingForVerifier');
      expectCode(await withdraw(world, person), 403, 'customer.rights.account-is-being-verified');
    });
    for (const status of ['notStarted', 'refused', 'outdated'] as const) {
      it(`identity ${status} -> 403 customer.rights.account-not-completed`, async () => {
        const person = await withdrawer(world, 1_000);
        await customerIs(world, person.customerId, status);
        expectCode(await withdraw(world, person), 403, 'customer.rights.account-not-completed');
        await expectNothingHappened(person);
      });
    }
  });

  describe('what is asked for', () => {
    for (const [what, body] of Object.entries({
      'no body': undefined,
      'no amount': { paymentMethodId: randomUUID() },
      'no bank account': { amount: 100 },
      'a bank account that is no UUID': { paymentMethodId: 'x', amount: 100 },
      'amount 0': { paymentMethodId: randomUUID(), amount: 0 },
      'a negative amount': { paymentMethodId: randomUUID(), amount: -1 },
      'part of a cent': { paymentMethodId: randomUUID(), amount: 10.5 },
      'an amount in words': { paymentMethodId: randomUUID(), amount: 'all' },
      'more cents than there are': { paymentMethodId: randomUUID(), amount: 1e300 },
    })) {
      it(`${what} -> 400 validation-failed`, async () => {
        const person = await withdrawer(world, 1_000);
        const tfa = await withdrawalCode(world, person);
        expectCode(await person.client.post(PATH, body, { tfa }), 400, 'validation-failed');
        await expectNothingHappened(person);
      });
    }
    it('an unknown bank account -> 404 withdrawal.payment-method.not-found', async () => {
      const person = await withdrawer(world, 1_000);
      expectCode(await withdraw(world, person, { paymentMethodId: randomUUID() }), 404, 'withdrawal.payment-method.not-found');
      await expectNothingHappened(person);
    });
    it("another customer's bank account -> 404 withdrawal.payment-method.not-found", async () => {
      const [person, other] = [await withdrawer(world, 1_000), await withdrawer(world, 1_000)];
      const { paymentMethodId } = other;
      expectCode(await withdraw(world, person, { paymentMethodId }), 404, 'withdrawal.payment-method.not-found');
    });
    for (const [what, status] of [
      ['waits at the provider', 4],
      ['was deactivated there', 8],
    ] as const) {
      it(`a bank account that ${what}, though we have not heard -> 404 withdrawal.payment-method.not-found`, async () => {
        const person = await withdrawer(world, 1_000);
        await silently(world, () => world.control('PUT', `/ibans/${person.ibanId}`, { status }));
        expectCode(await withdraw(world, person), 404, 'withdrawal.payment-method.not-found');
      });
    }
    it('one that the provider activated meanwhile is usable', async () => {
      const person = await withdrawer(world, 1_000);
      const provider = (status: number) => world.control('PUT', `/ibans/${person.ibanId}`, { status });
      await provider(4);
      const listed = await person.client.get<{ items: { status: string }[] }>('/customers/provider/payment-method');
      assert.deepEqual(
        expectStatus(listed, 200).body.items.map(({ status }) => status),
        ['waiting'],
      );
      await silently(world, () => provider(5));
      expectStatus(await withdraw(world, person), 201);
    });
    it('a bank account without its number at the provider -> 400 withdrawal.withdrawal-payment-method.missing-providerIbanId', async () => {
      const person = await withdrawer(world, 1_000);
      await bankAccountIs.withoutNumber(world, person.paymentMethodId);
      expectCode(await withdraw(world, person), 400, 'withdrawal.withdrawal-payment-method.missing-providerIbanId');
      await expectNothingHappened(person);
    });
    it('neither activated nor known by a number -> 404 withdrawal.payment-method.not-found', async () => {
      const person = await withdrawer(world, 1_000);
      // No flow leaves such a row: what the provider refused has a number, what has none waits.
      await bankAccountIs.refusedWithoutNumber(world, person.paymentMethodId);
      expectCode(await withdraw(world, person), 404, 'withdrawal.payment-method.not-found');
      await expectNothingHappened(person);
    });
  });

  describe('the balance', () => {
    it('the code serves again when the provider does not tell it -> 500 customer.fetch-balance-at-provider-failed', async () => {
      const person = await withdrawer(world, 1_000);
      const tfa = await withdrawalCode(world, person);
      await world.control('POST', '/faults', { route: `GET /v2/accounts/${person.customerId}`, mode: 'http-500', times: 1 });
      expectCode(await withdraw(world, person, { tfa }), 500, 'customer.fetch-balance-at-provider-failed');
      await expectNothingHappened(person);
      expectStatus(await withdraw(world, person, { tfa }), 201);
    });
    it('one cent too little -> 400 customer-balance.not-enough-balance', async () => {
      const person = await withdrawer(world, 1_000);
      expectCode(await withdraw(world, person, { amount: 1_001 }), 400, 'customer-balance.not-enough-balance');
      await expectNothingHappened(person);
      expectStatus(await withdraw(world, person, { amount: 1_000 }), 201);
    });
    it('money that is held cannot be withdrawn again -> 400 customer-balance.not-enough-balance', async () => {
      const person = await withdrawer(world, 1_500);
      expectStatus(await withdraw(world, person, { amount: 1_000 }), 201);
      expectCode(await withdraw(world, person, { amount: 1_000 }), 400, 'customer-balance.not-enough-balance');
      assert.equal((await withdrawalsOf(world, person)).length, 1);
    });
  });

  describe('a bank account of somebody without an account at the provider', () => {
    it('is not told of an outage -> 403 customer.rights.account-not-completed', async () => {
      const stranger = await signUp(world);
      await recordIdentity(world, stranger.customerId, 'verified');
      const other = await verifiedInvestor(world);
      const person = { ...stranger, ...(await bankAccountOf(world, stranger.customerId, other.customerId)) };
      expectCode(await withdraw(world, person), 403, 'customer.rights.account-not-completed');
    });
  });
});

describe('what an investor reads', () => {
  type Withdrawal = {
    id: string;
    amountCents: number;
    status: string;
    endedAt: string | null;
    createdAt: string;
    isCancelable: boolean;
  };
  type Page = { items: Withdrawal[]; nextCursor: string | null };

  const URL = '/customers/withdrawals';

  let world: World;

  before(async () => {
    world = await startWorld();
  });
  after(() => world.close());

  describe('GET /customers/withdrawals and /customers/withdrawals/:withdrawalId', () => {
    it('shows amount, fee, status, masked bank account and dates, before and after the bank has paid', async () => {
      const person = await withdrawer(world, 5_000);
      expectStatus(await withdraw(world, person, { amount: 2_000 }), 201);
      const [waiting] = expectStatus(await person.client.get<Page>(URL), 200).body.items;
      assert.ok(waiting);
      // The worker may have sent it by now.
      const { id, createdAt, isCancelable, ...told } = waiting;
      assert.deepEqual(told, {
        amountCents: 2_000,
        feeCents: 0,
        status: 'WAITING',
        bankAccount: { id: person.paymentMethodId, iban: 'FR76 **** 0189' },
        invoiceId: null,
        endedAt: null,
      });
      assert.ok(createdAt);
      assert.equal(typeof isCancelable, 'boolean');
      await endPayout(world, person, 'complete');
      const paid = expectStatus(await person.client.get<Withdrawal>(`${URL}/${id}`), 200).body;
      assert.deepEqual([paid.status, paid.isCancelable], ['CONFIRMED', false]);
      assert.ok(paid.endedAt && paid.endedAt >= createdAt);
    });
    it('page by page, newest first', async () => {
      const person = await withdrawer(world, 0);
      await pastWithdrawals(world, person, { count: 2, amountCents: 100 });
      await pastWithdrawals(world, person, { count: 1, amountCents: 300, at: world.deps.clock.now().toString() });
      const first = (await person.client.get<Page>(`${URL}?limit=2`)).body;
      const second = (await person.client.get<Page>(`${URL}?limit=2&cursor=${first.nextCursor}`)).body;
      assert.deepEqual([first.items[0]?.amountCents, second.items.length, second.nextCursor], [300, 1, null]);
      assert.equal(new Set([...first.items, ...second.items].map(({ id }) => id)).size, 3);
    });
    it("somebody else's, and one that never was -> 404 withdrawal.not-found", async () => {
      const [person, other] = [await withdrawer(world, 0), await verifiedInvestor(world)];
      await pastWithdrawals(world, person, { count: 1 });
      const [mine] = (await person.client.get<Page>(URL)).body.items;
      expectStatus(await person.client.get(`${URL}/${mine?.id}`), 200);
      expectCode(await other.client.get(`${URL}/${mine?.id}`), 404, 'withdrawal.not-found');
      expectCode(await other.client.get(`${URL}/${randomUUID()}`), 404, 'withdrawal.not-found');
      assert.deepEqual((await other.client.get<Page>(URL)).body, { items: [], nextCursor: null });
    });
    it('a cursor we never gave -> 400 validation-failed', async () =>
      expectCode(await (await verifiedInvestor(world)).client.get(`${URL}?cursor=x`), 400, 'validation-failed'));
    it('without a session -> 401 unauthenticated', async () =>
      expectCode(await world.visitor().get(URL), 401, 'unauthenticated'));
  });
});
