// What the investors of the demo do with their money: a wire, bricks of a funding, a resale.

import { type DemoInvestor, meOf } from './people.ts';
import { type PlannedProperty, shown } from './properties.ts';
import { must, type Stage } from './stage.ts';

/** A wallet in cents, and a transaction of it; amounts are positive, the type gives the direction. */
export type Wallet = { availableCents: number; heldCents: number; balanceCents: number };
export type WalletTransaction = { type: string; status: string; amountCents: number; eventAt: string };

type DepositAccount = { iban: string; reference: string };
type Movement = { id: number; kind: string; status: number };
type Purchase = { id: string; propertyId: string; brickCount: number; status: string };
type Deal = { id: string; propertyId: string; sellerId: string };

/** Wallet of an investor, as the API shows it. */
export async function walletOf(investor: DemoInvestor): Promise<Wallet> {
  return must(await investor.client.get<Wallet>('/customers/wallet'), 200);
}

/** Their transactions, newest first. */
export async function transactionsOf(investor: DemoInvestor): Promise<WalletTransaction[]> {
  return must(await investor.client.get<{ items: WalletTransaction[] }>('/customers/wallet/transactions?limit=200'), 200).items;
}

/** True when a transaction of the type exists, whatever became of it, or the status given. */
export async function hasTransaction(investor: DemoInvestor, type: string, status?: string): Promise<boolean> {
  const found = await transactionsOf(investor);
  return found.some((transaction) => transaction.type === type && (status === undefined || transaction.status === status));
}

/** What the provider did on the investor's wallet. */
export async function movementsOf(stage: Stage, investor: DemoInvestor, kind: string): Promise<Movement[]> {
  const { id } = await meOf(investor);
  const { movements } = await stage.control<{ movements: Movement[] }>('GET', `/accounts/${id}`);
  return movements.filter((movement) => movement.kind === kind);
}

/** The investor's first wire, to the IBAN that the service shows them, arrives and is booked. */
export async function receiveWire(stage: Stage, investor: DemoInvestor, amountCents: number): Promise<void> {
  if (await hasTransaction(investor, 'MONEY_IN')) return;
  if ((await movementsOf(stage, investor, 'moneyIn')).length === 0) {
    const { iban, reference } = must(await investor.client.get<DepositAccount>('/customers/provider/deposit-account'), 200);
    await stage.control('POST', '/wires', { iban, amountCents, comment: reference });
  }
  await stage.runJob('incoming-wires');
  await stage.until(() => hasTransaction(investor, 'MONEY_IN'), `${investor.firstName}'s wire to be booked`);
}

async function findPurchase(investor: DemoInvestor, propertyId: string, bricks: number): Promise<Purchase | undefined> {
  const { items } = must(await investor.client.get<{ items: Purchase[] }>('/customers/purchases?limit=200'), 200);
  return items.find((purchase) => purchase.propertyId === propertyId && purchase.brickCount === bricks);
}

/** Buys that many bricks of the funding, once, and waits until the provider has moved the money. */
export async function buyBricks(
  stage: Stage,
  investor: DemoInvestor,
  property: PlannedProperty,
  bricks: number,
): Promise<Purchase> {
  const { id } = await shown(investor.client, property);
  if (!(await findPurchase(investor, id, bricks)))
    must(await investor.client.post(`/properties/${id}/purchase`, { amount: bricks }), 201);
  return stage.until(async () => {
    const purchase = await findPurchase(investor, id, bricks);
    return purchase && purchase.status !== 'waiting_provider' && purchase;
  }, `${bricks} bricks of ${investor.firstName} to be paid`);
}

/** Takes a purchase back inside its withdrawal window, and waits for the money. */
export async function takeBack(stage: Stage, investor: DemoInvestor, purchase: Purchase): Promise<void> {
  if (purchase.status !== 'canceled') must(await investor.client.delete(`/customers/purchases/${purchase.id}`), 200);
  await stage.until(
    () => hasTransaction(investor, 'PRIMARY_PURCHASE_REFUND', 'CONFIRMED'),
    `${investor.firstName}'s money to come back`,
  );
}

/** One resale deal: bricks and the price of one of them in cents. */
export type Offer = { property: PlannedProperty; bricks: number; brickPriceCents: number };

async function findOffer(investor: DemoInvestor, propertyId: string): Promise<Deal | undefined> {
  const { id } = await meOf(investor);
  const { items } = must(await investor.client.get<{ items: Deal[] }>(`/marketplace/deal?propertyId=${propertyId}`), 200);
  return items.find(({ sellerId }) => sellerId === id);
}

/** Puts bricks up for sale, unless the investor's bricks of this property are for sale already. */
export async function offerBricks(investor: DemoInvestor, offer: Offer): Promise<string> {
  const { id: propertyId } = await shown(investor.client, offer.property);
  const known = await findOffer(investor, propertyId);
  if (known) return known.id;
  const deal = { propertyId, amount: offer.bricks, price: offer.brickPriceCents };
  return must(await investor.client.post<Deal>('/marketplace/deal', deal), 201).id;
}

/** The seller's only sale of the demo: offered, bought, paid. */
export async function resell(stage: Stage, seller: DemoInvestor, buyer: DemoInvestor, offer: Offer): Promise<void> {
  if (!(await hasTransaction(buyer, 'BUYING_DEAL'))) {
    const dealId = await offerBricks(seller, offer);
    const headers = { 'idempotency-key': `demo-${dealId}` };
    must(await buyer.client.post(`/marketplace/deal/${dealId}/purchase`, undefined, headers), 201);
  }
  await stage.until(() => hasTransaction(buyer, 'BUYING_DEAL', 'CONFIRMED'), 'the deal to be confirmed');
}
