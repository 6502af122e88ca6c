// Payments between the platform and investors: gift cards, rewards of referrers and fees of withdrawals, one of each for every fault.

import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { newId } from '../../src/core/ids.ts';
import { operatorRun } from '../../src/core/jobs/jobs.ts';
import { sendMfaCodeJob } from '../../src/features/access/mfa/index.ts';
import { deliverGiftCardJob } from '../../src/features/investing/gift-cards/index.ts';
import { carryOutPayment } from '../../src/money/payments/index.ts';
import { type Investor, verifiedInvestor } from '../support/actors.ts';
import { codesIn } from '../support/codes.ts';
import { codeOf } from '../support/referral-actors.ts';
import { forgetCodeRequests, giftCards } from '../support/session-states.ts';
import { pastWithdrawals, type Withdrawer, withdraw, withdrawer } from '../support/withdrawal-actors.ts';
import { expectStatus, type World } from '../support/world.ts';
import { byWorker, type Flow, newest, openedBy } from './flow.ts';

type Setting = { world: World; count: number };
type Card = { id: string; code: string };

const CARD_CENTS = 500;
const WITHDRAWN_CENTS = 200;

/** Each names the one before as referrer, the first a stranger. Before they buy anything. */
export async function bringEachOther(world: World, holders: readonly Investor[]): Promise<void> {
  let referrer = await verifiedInvestor(world);
  for (const investor of holders) {
    const referralCode = await codeOf(referrer);
    expectStatus(await investor.client.post('/referrals/referrer-code', { referralCode }), 201);
    referrer = investor;
  }
}

/** Cards that are paid and that nobody redeems: they end in a year. */
export async function unredeemedCards(setting: Setting): Promise<void> {
  const { world, count } = setting;
  const buyer = await verifiedInvestor(world, { fundsCents: count * CARD_CENTS });
  for (let index = 0; index < count; index += 1) await paidCard(setting, buyer);
}

/** Ordered and not sent. The year of the unredeemed cards is over; `rewardedId` was bought by those who were referred. */
export async function walletFlows(setting: Setting, rewardedId: string): Promise<Flow[]> {
  const { world, count } = setting;
  const refunds = await openedBy(world, 'gift-card-refund', () => world.runJob('gift-card-expiry'));
  assert.equal(refunds.length, count);
  const buyer = await verifiedInvestor(world, { fundsCents: 2 * count * CARD_CENTS });
  const friend = await verifiedInvestor(world);
  const person = await withdrawer(world, count * (WITHDRAWN_CENTS + 120));
  await pastWithdrawals(world, person, { count: 12 });
  const purchases: string[] = [];
  const redemptions: string[] = [];
  const fees: string[] = [];
  for (let index = 0; index < count; index += 1) {
    purchases.push(await newest(world, 'subject', await buyCard(world, buyer), 'gift-card-purchase'));
    const { id, code } = await paidCard(setting, buyer);
    expectStatus(await friend.client.post('/gift-cards/redeem', { code }), 201);
    redemptions.push(await newest(world, 'subject', id, 'gift-card-redemption'));
    fees.push(await feeOfWithdrawal(world, person));
  }
  return [
    byWorker('refund of a gift card', refunds),
    byWorker('gift card', purchases),
    byWorker('redeemed gift card', redemptions),
    byWorker('fee of a withdrawal', fees),
    byWorker('reward of a referrer', await rewards(setting, rewardedId)),
  ];
}

async function rewards({ world, count }: Setting, rewardedId: string): Promise<string[]> {
  await world.control('POST', `/accounts/${world.deps.config.PLATFORM_MAIN_ACCOUNT_ID}/credit`, { amountCents: 1_000_000 });
  const all = await openedBy(world, 'referral-reward', () => world.runJob('referral-primary-purchase-auto-payout'));
  const rows = await world.sql<{ id: string }>(
    `select placed.id from payment placed join wallet_transaction shown on shown.payment_id = placed.id
     where placed.id = any ($1) and shown.property_id = $2 order by placed.id`,
    [all, rewardedId],
  );
  assert.equal(rows.length, count);
  return rows.map(({ id }) => id);
}

/** The one-shot token by SQL: the mailed code that it is given for is the mfa's own test. */
async function buyCard(world: World, buyer: Investor, recipientEmail = `${randomUUID()}@example.test`): Promise<string> {
  const token = randomUUID();
  const now = world.deps.clock.now();
  await giftCards.token(world, buyer.customerId, {
    digest: createHash('sha256').update(token).digest(),
    at: now.toString(),
    until: now.add({ minutes: 15 }).toString(),
  });
  const card = { token, amountCents: CARD_CENTS, recipientEmail };
  return expectStatus(await buyer.client.post<{ id: string }>('/gift-cards', card), 201).body.id;
}

async function paidCard({ world }: Setting, buyer: Investor): Promise<Card> {
  const recipient = `${randomUUID()}@example.test`;
  const id = await buyCard(world, buyer, recipient);
  const { result } = await carryOutPayment(world.deps, await newest(world, 'subject', id, 'gift-card-purchase'));
  assert.equal(result, 'succeeded');
  await deliverGiftCardJob.work(world.deps, { giftCardId: id }, operatorRun(newId()));
  const [mail] = await world.mails(recipient);
  return { id, code: /Code : ([0-9A-Z-]+)/.exec(mail?.text ?? '')?.[1] ?? '' };
}

/** Beyond the free ones: its fee is ordered once the bank has paid it. */
async function feeOfWithdrawal(world: World, person: Withdrawer): Promise<string> {
  const { customerId } = person;
  await forgetCodeRequests(world, customerId);
  expectStatus(await person.client.post('/auth/mfa/trigger-mfa', { action: 'withdraw' }), 201);
  await sendMfaCodeJob.work(world.deps, { customerId, action: 'withdraw' }, operatorRun(newId()));
  const [tfa = ''] = await codesIn(world, person.email, 'withdraw');
  expectStatus(await withdraw(world, person, { amount: WITHDRAWN_CENTS, tfa }), 201);
  const [withdrawal] = await world.sql<{ id: string; order: string }>(
    `select made.id, paid.payment_id as "order" from withdrawal made join wallet_transaction paid on paid.id = made.wallet_transaction_id
     where made.customer_id = $1 and paid.status = 'WAITING'`,
    [customerId],
  );
  assert.ok(withdrawal);
  assert.equal((await carryOutPayment(world.deps, withdrawal.order, { isPayOut: true })).result, 'pending');
  const [ordered] = await world.sql<{ id: string }>('select provider_payment_id as id from payment where id = $1', [
    withdrawal.order,
  ]);
  await world.control('POST', `/payouts/${ordered?.id}/complete`);
  assert.equal((await carryOutPayment(world.deps, withdrawal.order)).result, 'succeeded');
  return newest(world, 'subject', withdrawal.id, 'withdrawal-fee');
}
