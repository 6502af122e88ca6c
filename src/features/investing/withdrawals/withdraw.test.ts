// What a withdrawal is refused for, and what is checked without a lock and must still be so when it is written.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { administratorOf, openFunding } from '../../../../test/support/actors.ts';
import type { Answer } from '../../../../test/support/client.ts';
import { holdLock } from '../../../../test/support/held-lock.ts';
import { LOST_RIGHTS, PATIENT_WITH_PROVIDER, whileBalanceIsRead } from '../../../../test/support/investor-rights.ts';
import { bankAccountIs, takeKeyOver } from '../../../../test/support/money-states.ts';
import { walletOf } from '../../../../test/support/readers.ts';
import {
  endPayout,
  pastWithdrawals,
  proveLedger,
  removeBankAccount,
  type Withdrawer,
  withdraw,
  withdrawalCode,
  withdrawalOf,
  withdrawalsOf,
  withdrawer,
} from '../../../../test/support/withdrawal-actors.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import { readUsage } from './queries.ts';
import { usageWindow } from './rules.ts';

describe('the anti-fraud rules (effect 4), with limits set low', () => {
  let world: World;

  before(async () => {
    world = await startWorld({
      settings: { ...PATIENT_WITH_PROVIDER, FRAUD_MAX_WITHDRAWAL_CENTS_PER_DAY: '10000', FRAUD_NEW_IBAN_DELAY_HOURS: '48' },
    });
  });
  after(() => world.close());

  /** Somebody whose bank account is known for long. */
  async function knownWithdrawer(fundsCents: number) {
    const person = await withdrawer(world, fundsCents);
    await bankAccountIs.aged(world, person.paymentMethodId, 49);
    return person;
  }

  describe('most of a day', () => {
    it('more at once -> 403 withdrawal.blocked-by-fraud-rule, and the code serves again', async () => {
      const person = await knownWithdrawer(20_000);
      const tfa = await withdrawalCode(world, person);
      expectCode(await withdraw(world, person, { amount: 10_001, tfa }), 403, 'withdrawal.blocked-by-fraud-rule');
      assert.deepEqual(await withdrawalsOf(world, person), []);
      expectStatus(await withdraw(world, person, { amount: 10_000, tfa }), 201);
    });
    it('more together with those of the last 24 hours -> 403 withdrawal.blocked-by-fraud-rule', async () => {
      const person = await knownWithdrawer(20_000);
      const now = world.deps.clock.now();
      await pastWithdrawals(world, person, { count: 1, amountCents: 6_000, at: now.subtract({ hours: 23 }).toString() });
      await pastWithdrawals(world, person, { count: 1, amountCents: 9_000, at: now.subtract({ hours: 24 }).toString() });
      expectCode(await withdraw(world, person, { amount: 4_001 }), 403, 'withdrawal.blocked-by-fraud-rule');
      expectStatus(await withdraw(world, person, { amount: 4_000 }), 201);
    });
    it('the 24 hours begin after their first moment', async () => {
      const person = await knownWithdrawer(0);
      const at = world.deps.clock.now().round('millisecond');
      const sum = async () => (await readUsage(world.deps.db, person.customerId, usageWindow(at))).withdrawnCents;
      await pastWithdrawals(world, person, { count: 1, amountCents: 500, at: at.subtract({ hours: 24 }).toString() });
      assert.equal(await sum(), 0);
      await pastWithdrawals(world, person, {
        count: 1,
        amountCents: 300,
        at: at.subtract({ hours: 24 }).add({ milliseconds: 1 }).toString(),
      });
      assert.equal(await sum(), 300);
    });
    it('what failed does not count', async () => {
      const person = await knownWithdrawer(20_000);
      expectStatus(await withdraw(world, person, { amount: 9_000 }), 201);
      await endPayout(world, person, 'fail');
      expectStatus(await withdraw(world, person, { amount: 9_000 }), 201);
    });
    it('money that is not there comes first -> 400 customer-balance.not-enough-balance', async () => {
      const person = await knownWithdrawer(1_000);
      expectCode(await withdraw(world, person, { amount: 50_000 }), 400, 'customer-balance.not-enough-balance');
    });
  });

  describe('a new bank account', () => {
    it('younger than the delay -> 403 withdrawal.blocked-by-fraud-rule', async () => {
      const person = await withdrawer(world, 1_000);
      await bankAccountIs.aged(world, person.paymentMethodId, 47);
      expectCode(await withdraw(world, person, { amount: 100 }), 403, 'withdrawal.blocked-by-fraud-rule');
      type Listed = { items: { createdAt: string; payableFrom: string }[] };
      const { items } = expectStatus(await person.client.get<Listed>('/customers/provider/payment-method'), 200).body;
      assert.deepEqual(
        items.map(({ createdAt, payableFrom }) => Temporal.Instant.from(createdAt).until(payableFrom).total('hours')),
        [48],
      );
    });
    it('older than the delay is served', async () => {
      expectStatus(await withdraw(world, await knownWithdrawer(1_000), { amount: 100 }), 201);
    });
  });
});

describe('between check and write', () => {
  let world: World;

  before(async () => {
    world = await startWorld({ settings: PATIENT_WITH_PROVIDER });
  });
  after(() => world.close());

  /** A change and a withdrawal meet at the lock of a row, the change first: the withdrawal has judged the row before. */
  async function afterChange(
    person: Withdrawer,
    row: { table: string; id: string },
    change: () => Promise<unknown>,
    asked: { tfa: string; amount: number; headers?: Record<string, string> },
  ): Promise<Answer> {
    const lock = await holdLock(world, `select from ${row.table} where id = $1 for update`, [row.id]);
    const changed = change();
    await lock.waiting(1);
    const pending = withdraw(world, person, asked);
    await lock.waiting(2);
    await lock.release();
    await changed;
    return pending;
  }

  async function expectNothingHappened(person: Withdrawer): Promise<void> {
    assert.deepEqual(await withdrawalsOf(world, person), []);
    assert.equal((await walletOf(person)).heldCents, 0);
  }

  describe('while the provider is asked', () => {
    for (const { what, change, code } of LOST_RIGHTS)
      it(`the investor is ${what} -> 403 ${code}`, async () => {
        const person = await withdrawer(world, 2_000);
        const tfa = await withdrawalCode(world, person);
        const ask = () => withdraw(world, person, { tfa });
        expectCode(await whileBalanceIsRead(world, person, ask, () => change(world, person)), 403, code);
        await expectNothingHappened(person);
      });
  });

  describe('between the judgement and the lock', () => {
    it('an investor is frozen: the code and the key stay good -> 403 customer.rights.account-is-being-verified', async () => {
      const person = await withdrawer(world, 2_000);
      const { client } = await administratorOf(world);
      const freeze = async (frozen: boolean) =>
        expectStatus(await client.patch(`/administration/customers/${person.customerId}`, { frozen, reason: 'Enquête' }), 200);
      const tfa = await withdrawalCode(world, person);
      const asked = { tfa, amount: 1_000, headers: { 'idempotency-key': randomUUID() } };
      const row = { table: 'customer', id: person.customerId };
      const refused = await afterChange(person, row, () => freeze(true), asked);
      expectCode(refused, 403, 'customer.rights.account-is-being-verified');
      await expectNothingHappened(person);
      await freeze(false);
      expectStatus(await withdraw(world, person, asked), 201);
    });
    it('a bank account is removed -> 404 withdrawal.payment-method.not-found', async () => {
      const person = await withdrawer(world, 2_000);
      const asked = { tfa: await withdrawalCode(world, person), amount: 1_000 };
      const remove = async () => {
        expectStatus(await removeBankAccount(world, person, person.paymentMethodId), 200);
      };
      const row = { table: 'bank_account', id: person.paymentMethodId };
      expectCode(await afterChange(person, row, remove, asked), 404, 'withdrawal.payment-method.not-found');
      await expectNothingHappened(person);
    });
    it('money is spent: what is left decides -> 400 customer-balance.not-enough-balance, and less is paid', async () => {
      const { propertyId } = await openFunding(world, { bricks: 5 });
      const person = await withdrawer(world, 1_500);
      const spend = async () => {
        expectStatus(await person.client.post(`/properties/${propertyId}/purchase`, { amount: 1 }), 201);
      };
      const row = { table: 'customer', id: person.customerId };
      const tfa = await withdrawalCode(world, person);
      expectCode(await afterChange(person, row, spend, { tfa, amount: 1_000 }), 400, 'customer-balance.not-enough-balance');
      expectStatus(await withdraw(world, person, { tfa, amount: 500 }), 201);
      assert.equal((await withdrawalOf(world, person)).amount_cents, '500');
      await proveLedger(await administratorOf(world));
    });
    it('money is spent and enough is left: paid all the same, once', async () => {
      const { propertyId } = await openFunding(world, { bricks: 5 });
      const person = await withdrawer(world, 3_000);
      const spend = async () => {
        expectStatus(await person.client.post(`/properties/${propertyId}/purchase`, { amount: 1 }), 201);
      };
      const row = { table: 'customer', id: person.customerId };
      const asked = { tfa: await withdrawalCode(world, person), amount: 1_000, headers: { 'idempotency-key': randomUUID() } };
      expectStatus(await afterChange(person, row, spend, asked), 201);
      const again = expectStatus(await withdraw(world, person, asked), 201);
      assert.equal(again.headers.get('idempotency-replayed'), 'true');
      assert.equal((await withdrawalOf(world, person)).amount_cents, '1000');
    });
    it('another code takes the place of the claimed one -> 403 2fa-code.invalid', async () => {
      const person = await withdrawer(world, 2_000);
      const tfa = await withdrawalCode(world, person);
      const lock = await holdLock(world, 'select from customer where id = $1 for no key update', [person.customerId]);
      const pending = withdraw(world, person, { tfa });
      await lock.waiting(1);
      await world.moveClock({ advance: 'PT1H' });
      const fresh = await withdrawalCode(world, person);
      await lock.release();
      expectCode(await pending, 403, '2fa-code.invalid');
      await expectNothingHappened(person);
      expectStatus(await withdraw(world, person, { tfa: fresh }), 201);
    });
    it('another request takes the key over -> 409 idempotency-key-in-progress, and the code serves again', async () => {
      const person = await withdrawer(world, 2_000);
      const tfa = await withdrawalCode(world, person);
      const key = randomUUID();
      const lock = await holdLock(world, 'select from customer where id = $1 for no key update', [person.customerId]);
      const pending = withdraw(world, person, { tfa, headers: { 'idempotency-key': key } });
      await lock.waiting(1);
      await takeKeyOver(world, key);
      await lock.release();
      expectCode(await pending, 409, 'idempotency-key-in-progress');
      await expectNothingHappened(person);
      expectStatus(await withdraw(world, person, { tfa }), 201);
    });
  });
});
