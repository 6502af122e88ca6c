// Each thing that holds an account open, brought about as it comes to be.

import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { credit, type Investor, type Person, signInAdministrator, verifiedInvestor } from '../../../../test/support/actors.ts';
import { changeAddress } from '../../../../test/support/codes.ts';
import { askCorrection, onNextProfile } from '../../../../test/support/correction-actors.ts';
import { customerIs } from '../../../../test/support/customer-states.ts';
import { paidGiftCard } from '../../../../test/support/gift-card-actors.ts';
import { buyerOfBricks } from '../../../../test/support/payers.ts';
import { earn, referredBy } from '../../../../test/support/referral-actors.ts';
import { foundByNight, moveByHand, openElsewhere } from '../../../../test/support/unknown-movements.ts';
import { orderedWithdrawal, withdraw, withdrawer } from '../../../../test/support/withdrawal-actors.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import { designateCompanyAccount } from '../../access/customers/index.ts';
import type { ErasurePlan } from './schemas.ts';

let world: World;
let admin: Person;

before(async () => {
  world = await startWorld();
  admin = await signInAdministrator(world);
});
after(() => world.close());
afterEach(() => world.control('DELETE', '/faults'));

const pathOf = ({ customerId }: Pick<Investor, 'customerId'>) => `/administration/customers/${customerId}/personal-data/erasure`;

/** Who is held by these says so, and is not closed. */
async function assertHeld(person: Pick<Investor, 'customerId'>, holds: readonly string[]): Promise<void> {
  const { body } = expectStatus(await admin.client.get<ErasurePlan>(pathOf(person)), 200);
  assert.deepEqual(body.holds.toSorted(), holds.toSorted());
  expectCode(await admin.client.post(pathOf(person), { reason: 'by letter' }), 409, 'erasure.account-held');
}

describe('an account is held by', () => {
  it('nothing, then it is not', async () => {
    const person = await verifiedInvestor(world);
    expectStatus(await admin.client.post(pathOf(person), { reason: 'by letter' }), 200);
  });
  it('bricks of a project that is not settled, beside the rest of the money', async () => {
    const buyer = await buyerOfBricks(world);
    expectStatus(await buyer.ask(), 201);
    await world.until(
      async () =>
        (await world.sql(`select from purchase where customer_id = $1 and status = 'confirmed'`, [buyer.customerId])).length,
      'the purchase',
    );
    const { body } = expectStatus(await admin.client.get<ErasurePlan>(pathOf(buyer)), 200);
    assert.ok(body.holds.includes('bricks-held'), body.holds.join());
  });
  it('a withdrawal that the bank has not paid yet', async () => {
    const person = await withdrawer(world, 5_000);
    expectStatus(await withdraw(world, person, { amount: 5_000 }), 201);
    await orderedWithdrawal(world, person);
    await assertHeld(person, ['money-in-wallet', 'payment-under-way']);
  });
  it('a gift card that nobody has used', async () => {
    const { buyer } = await paidGiftCard(world);
    const { body } = expectStatus(await admin.client.get<ErasurePlan>(pathOf(buyer)), 200);
    assert.deepEqual(body.holds.toSorted(), ['gift-card-open', 'money-in-wallet']);
  });
  it('a reward that was earned', async () => {
    const referrer = await verifiedInvestor(world);
    await earn(world, await referredBy(world, referrer, 0), 1_000);
    await assertHeld(referrer, ['reward-due']);
  });
  it('a freeze, and a wallet that the provider has blocked', async () => {
    for (const state of ['frozen', 'blocked'] as const) {
      const person = await verifiedInvestor(world);
      await customerIs(world, person.customerId, state);
      await assertHeld(person, ['account-frozen']);
    }
  });
  it('a check of the identity, and a correction without a verdict', async () => {
    const checked = await verifiedInvestor(world);
    await customerIs(world, checked.customerId, 'waitingForVerifier');
    await assertHeld(checked, ['identity-check-open']);
    const person = await verifiedInvestor(world);
    await onNextProfile(world, person, 'pending');
    expectStatus(await askCorrection(world, person, { city: 'Lille' }), 201);
    await assertHeld(person, ['identity-check-open']);
  });
  it('a tax request without an answer', async () => {
    const person = await verifiedInvestor(world);
    const year = world.deps.clock.now().toZonedDateTimeISO('Europe/Paris').year;
    expectStatus(await person.client.post('/customers/taxation', { year, fiscalResidence: 'abroad' }), 201);
    await assertHeld(person, ['tax-request-open']);
  });
  it('a complaint without an answer', async () => {
    const person = await verifiedInvestor(world);
    expectStatus(
      await person.client.post('/customers/complaints', { subject: 'payment', message: 'Where is my coupon of May?' }),
      201,
    );
    await assertHeld(person, ['complaint-open']);
  });
  it('money that was moved by hand at the provider', async () => {
    const person = await verifiedInvestor(world);
    await openElsewhere(world, { balanceCents: 400 });
    await moveByHand(world, { to: person.customerId, cents: 400 });
    await foundByNight(world, admin, person.customerId, 400);
    await assertHeld(person, ['difference-open']);
  });
  it('being the account of the company', async () => {
    const person = await verifiedInvestor(world);
    await designateCompanyAccount(world.deps, person);
    await assertHeld(person, ['company-account']);
  });
  it('a wire that came this moment', async () => {
    const person = await verifiedInvestor(world);
    await credit(world, person.customerId, 1);
    await assertHeld(person, ['money-in-wallet']);
  });
  it('an address to which it may return, until it has returned or the time for that is over', async () => {
    const [returned, stayed] = [await verifiedInvestor(world), await verifiedInvestor(world)];
    for (const person of [returned, stayed]) {
      await changeAddress(world, person);
      await assertHeld(person, ['address-change-open']);
    }
    const token = await world.until(
      async () => (await world.mails(returned.email)).map(({ text }) => /undo\?token=([\w.-]+)/.exec(text)?.[1]).find(Boolean),
      'the link',
    );
    expectStatus(await world.visitor().post('/auth/email-change/undo', { token }), 201);
    expectStatus(await admin.client.post(pathOf(returned), { reason: 'by letter' }), 200);
    await world.moveClock({ advance: 'P7D' });
    admin = await signInAdministrator(world);
    expectStatus(await admin.client.post(pathOf(stayed), { reason: 'by letter' }), 200);
  });
});
