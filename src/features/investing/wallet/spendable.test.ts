// What may be spent for certain, out of a reading and of the books as they are now; and purchases while another one is being paid.

import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { type Investor, openFunding, resaleProperty, verifiedInvestor } from '../../../../test/support/actors.ts';
import { PATIENT_WITH_PROVIDER, whileBalanceIsRead } from '../../../../test/support/investor-rights.ts';
import { walletOf } from '../../../../test/support/readers.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import { centsOf } from '../../../core/cents.ts';
import { spendableNow } from './spendable.ts';

/** 50 € available, nothing held or sent, and as much at the provider. */
const books = {
  availableCents: centsOf(5_000),
  heldCents: centsOf(0),
  balanceCents: centsOf(5_000),
  sentCents: centsOf(0),
  availableVersion: 7,
  heldVersion: 3,
};
type Change = Partial<Record<keyof typeof books | 'providerBalanceCents', number>>;

const apply = (change: Change) => ({
  ...books,
  ...change,
  availableCents: centsOf(change.availableCents ?? books.availableCents),
  heldCents: centsOf(change.heldCents ?? books.heldCents),
  balanceCents: books.balanceCents,
  sentCents: centsOf(change.sentCents ?? books.sentCents),
  providerBalanceCents: centsOf(change.providerBalanceCents ?? 5_000),
});

const HELD = { heldCents: 2_000, providerBalanceCents: 7_000 };

describe('spendableNow, nothing has moved since the reading', () => {
  for (const [what, change, cents] of [
    ['all agree', {}, 5_000],
    ['the ledger knows less: a wire is not booked', { providerBalanceCents: 9_000 }, 5_000],
    ['the provider has less', { providerBalanceCents: 3_000 }, 3_000],
    ['the provider has less than is held', { ...HELD, providerBalanceCents: 1_000 }, 0],
    ['a hold not sent is still at the provider', HELD, 5_000],
    ['a hold not sent counts against the provider', { ...HELD, providerBalanceCents: 5_000 }, 3_000],
    ['a hold sent has left already', { heldCents: 2_000, sentCents: 2_000 }, 5_000],
    ['sent without a hold gives no credit', { sentCents: 2_000, providerBalanceCents: 3_000 }, 3_000],
  ] as const)
    it(`${what}: ${cents}, for good`, () => {
      const reading = apply(change);
      assert.deepEqual(spendableNow(reading, reading), { cents, isFinal: true });
    });
});

describe('spendableNow, a payment went on since the reading', () => {
  for (const [what, then, now, expected] of [
    [
      'sent, and it had left before the balance was read: too little, and not for good',
      { ...HELD, providerBalanceCents: 5_000 },
      { ...HELD, sentCents: 2_000 },
      { cents: 3_000, isFinal: false },
    ],
    ['sent and still there: all of it', HELD, { ...HELD, sentCents: 2_000 }, { cents: 5_000, isFinal: true }],
    ['ended: as it was read', HELD, { heldVersion: 4 }, { cents: 5_000, isFinal: true }],
    [
      'sent at the reading, ended since, and the provider has less: no more than was read',
      { heldCents: 2_000, sentCents: 2_000, providerBalanceCents: 4_000 },
      { heldVersion: 4 },
      { cents: 4_000, isFinal: false },
    ],
    [
      'another purchase was placed: nothing',
      {},
      { availableCents: 3_000, availableVersion: 8, heldCents: 2_000 },
      { cents: 0, isFinal: false },
    ],
    ['a wire was booked: nothing', {}, { availableCents: 6_000, availableVersion: 8 }, { cents: 0, isFinal: false }],
  ] as const)
    it(what, () => assert.deepEqual(spendableNow(apply(then), apply(now)), expected));
});

describe('a purchase whose buyer is paying another one', () => {
  const PRICE_CENTS = 2_000;
  let world: World;

  before(async () => {
    world = await startWorld({ worker: false, settings: PATIENT_WITH_PROVIDER });
  });
  after(() => world.close());
  afterEach(() => world.control('DELETE', '/faults'));

  /** Two purchases that cost the same, by what they are asked with. */
  const deals = async () => {
    const seller = await verifiedInvestor(world);
    const { propertyId } = await resaleProperty(world, { owners: [{ customerId: seller.customerId, bricks: 4 }] });
    const offer = { propertyId, amount: 2, price: PRICE_CENTS / 2 };
    const sold = async () => expectStatus(await seller.client.post<{ id: string }>('/marketplace/deal', offer), 201).body.id;
    const buy = (id: string) => (buyer: Investor) => buyer.client.post(`/marketplace/deal/${id}/purchase`);
    return [buy(await sold()), buy(await sold())] as const;
  };
  const fundings = async () => {
    const { propertyId } = await openFunding(world, { bricks: 4 });
    const buy = (buyer: Investor) => buyer.client.post(`/properties/${propertyId}/purchase`, { amount: 2 });
    return [buy, buy] as const;
  };

  for (const [what, purchases, refusal] of [
    ['a deal', deals, 'marketplace.buy.USER_NOT_ENOUGH_MONEY'],
    ['bricks of a funding', fundings, 'primary-purchase.not-enough-money'],
  ] as const) {
    it(`${what}: the other one leaves between both readings, and the money is there`, async () => {
      const [first, second] = await purchases();
      const buyer = await verifiedInvestor(world, { fundsCents: 2 * PRICE_CENTS });
      expectStatus(await first(buyer), 201);
      const send = () => world.runJob('wallet-transactions');
      const answer = await whileBalanceIsRead(world, buyer, () => second(buyer), send);
      expectStatus(answer, 201);
      assert.deepEqual(await walletOf(buyer), { availableCents: 0, heldCents: PRICE_CENTS, balanceCents: PRICE_CENTS });
    });
    it(`${what}: the other one takes the money -> 400 ${refusal}`, async () => {
      const [first, second] = await purchases();
      const buyer = await verifiedInvestor(world, { fundsCents: 2 * PRICE_CENTS - 1 });
      const answer = await whileBalanceIsRead(
        world,
        buyer,
        () => second(buyer),
        async () => expectStatus(await first(buyer), 201),
      );
      expectCode(answer, 400, refusal);
    });
  }
});
