// Every step of the sale of a royalty property, and what is done with a gift card, in every state: refused where src/states.ts says so.

import { after, before, describe, it } from 'node:test';
import type { PropertyId, SpvId } from '../../src/core/db/tables.ts';
import { SUBJECTS } from '../../src/states.ts';
import { openFunding, type Person, sellAndClose, signInAdministrator, verifiedInvestor } from '../support/actors.ts';
import type { Answer } from '../support/client.ts';
import { surplus } from '../support/funding-actors.ts';
import { boughtGiftCard, paidGiftCard } from '../support/gift-card-actors.ts';
import { expectStatus, startWorld, type World } from '../support/world.ts';
import { compareWithRow } from './compare-with-row.ts';

const { 'Sale of a royalty property': SALE_VERBS, 'Gift card': CARD_VERBS } = SUBJECTS;
const PROPERTY = '/administration/property';
const PRICE_CENTS = 1_000;

let world: World;
let admin: Person;

before(async () => {
  world = await startWorld();
  admin = await signInAdministrator(world);
});
after(() => world.close());

type SaleStage = keyof (typeof SALE_VERBS)['start-resale'];
type OnSale = { propertyId: PropertyId; spvId: SpvId; accountId: string };

const resale = (step: string, more: object) => (own: OnSale) =>
  admin.client.post(`${PROPERTY}/${own.propertyId}/resale/${step}`, { propertyId: own.propertyId, ...more });
const market = (isAllowed: boolean) => (own: OnSale) =>
  admin.client.patch(`${PROPERTY}/${own.propertyId}/marketplace-allowed`, { isAllowed });
const OF_SALES: Readonly<Record<keyof typeof SALE_VERBS, (own: OnSale) => Promise<Answer>>> = {
  'start-resale': resale('start', { saleStartedAt: '2026-06-01T08:00:00Z' }),
  'accept-offer': resale('offer-accepted', { offerAcceptedAt: '2026-07-01T08:00:00Z', saleType: 'total' }),
  'complete-resale': resale('complete', { salePriceCents: PRICE_CENTS, completedAt: '2026-08-01T08:00:00Z' }),
  'allow-marketplace': market(false),
};
/** Each step leads from a stage to the next. */
const STEPS: Readonly<Record<SaleStage, (own: OnSale) => Promise<unknown>>> = {
  unpurchased: async () => {},
  unstarted: async (own) => {
    await sellAndClose(world, { ...own, brickPriceCents: PRICE_CENTS }, [{ investor: await verifiedInvestor(world), bricks: 4 }]);
    await surplus(world, own, PRICE_CENTS);
  },
  started: async (own) => expectStatus(await OF_SALES['start-resale'](own), 201),
  accepted: async (own) => expectStatus(await OF_SALES['accept-offer'](own), 201),
  completed: async (own) => {
    expectStatus(await market(false)(own), 200);
    expectStatus(await OF_SALES['complete-resale'](own), 201);
  },
};
// Border: the keys of the record are the type itself.
const STAGES = Object.keys(STEPS) as SaleStage[];

async function saleUntil(stage: SaleStage): Promise<OnSale> {
  const own = await openFunding(world, { bricks: 4, brickPriceCents: PRICE_CENTS, contractType: 'royalty' });
  for (const step of STAGES.slice(0, STAGES.indexOf(stage) + 1)) await STEPS[step](own);
  return own;
}

describe('the sale of a royalty property that is', () => {
  for (const stage of STAGES)
    for (const [verb, call] of Object.entries(OF_SALES))
      it(`${stage}: ${verb}`, async () => {
        compareWithRow(SALE_VERBS[verb as keyof typeof SALE_VERBS], stage, await call(await saleUntil(stage)));
      });
});

type CardState = keyof (typeof CARD_VERBS)['redeem-gift-card'];
/** The code is mailed once the card is paid, so nobody can name one that is not. */
type Named = Exclude<CardState, 'waiting_payment' | 'declined'>;
type Card = Awaited<ReturnType<typeof paidGiftCard>>;

const redeem = async ({ code }: Card) => (await verifiedInvestor(world)).client.post('/gift-cards/redeem', { code });
const cardIs = ({ id }: Pick<Card, 'id'>, status: CardState) =>
  world.until(
    async () => (await world.sql<{ status: string }>('select status from gift_card where id = $1', [id]))[0]?.status === status,
    `the card to be ${status}`,
  );
async function fault(mode: 'pending' | 'error-in-200'): Promise<void> {
  const code = mode === 'pending' ? {} : { code: 168 };
  await world.control('POST', '/faults', { route: 'POST /v2/p2p', mode, times: 1, ...code });
}
async function expire(mode?: 'pending' | 'error-in-200'): Promise<void> {
  await world.moveClock({ advance: 'P367D' });
  if (mode) await fault(mode);
  await world.runJob('gift-card-expiry');
}
/** The clock moves from the first to the last. */
const CARD_WAYS: Readonly<Record<Named, (card: Card) => Promise<unknown>>> = {
  active: async () => {},
  redeeming: async (card) => {
    await fault('pending');
    expectStatus(await redeem(card), 201);
  },
  redeemed: async (card) => expectStatus(await redeem(card), 201),
  refunding: () => expire('pending'),
  refunded: () => expire(),
  refund_failed: () => expire('error-in-200'),
};

const OF_CARDS: Readonly<Record<Exclude<keyof typeof CARD_VERBS, 'redeem-gift-card'>, (cardId: string) => Promise<Answer>>> = {
  'block-gift-card': (id) => admin.client.put(`/administration/gift-cards/${id}/block`, { reason: 'Acheteur sous surveillance' }),
  'readdress-gift-card': (id) =>
    admin.client.put(`/administration/gift-cards/${id}/recipient`, { recipientEmail: `new-${id}@example.test` }),
  'resend-gift-card': (id) => admin.client.post(`/administration/gift-cards/${id}/resend`),
  'refund-gift-card': (id) => admin.client.post(`/administration/gift-cards/${id}/refund`),
};
/** A card that cannot be redeemed yet: its payment is pending, or was refused. */
async function unpaidCard(state: 'waiting_payment' | 'declined'): Promise<string> {
  await fault(state === 'declined' ? 'error-in-200' : 'pending');
  const { id } = await boughtGiftCard(world);
  await cardIs({ id }, state);
  return id;
}

describe('a gift card that is', () => {
  for (const state of ['waiting_payment', 'declined'] as const)
    for (const [verb, call] of Object.entries(OF_CARDS))
      it(`${state}: ${verb}`, async () => {
        // Border: Object.entries forgets the type of the keys.
        compareWithRow(CARD_VERBS[verb as keyof typeof OF_CARDS], state, await call(await unpaidCard(state)));
      });
  for (const [verb, call] of Object.entries(OF_CARDS))
    it(`active: ${verb}`, async () => {
      const { id } = await paidGiftCard(world);
      compareWithRow(CARD_VERBS[verb as keyof typeof OF_CARDS], 'active', await call(id));
    });
  for (const [state, way] of Object.entries(CARD_WAYS))
    it(`${state}: redeem-gift-card and, where it is not active, all others`, async () => {
      const card = await paidGiftCard(world);
      await way(card);
      await cardIs(card, state as Named);
      if (state !== 'active')
        for (const [verb, call] of Object.entries(OF_CARDS))
          compareWithRow(CARD_VERBS[verb as keyof typeof OF_CARDS], state as Named, await call(card.id));
      compareWithRow(CARD_VERBS['redeem-gift-card'], state, await redeem(card));
    });
});
