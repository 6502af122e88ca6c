// Investors about to pay: a deal of the marketplace, or bricks of a funding. Each payment is one transfer at the provider.

import type { PropertyId } from '../../src/core/db/tables.ts';
import { type Investor, openFunding, resaleProperty, verifiedInvestor } from './actors.ts';
import type { Answer } from './client.ts';
import { expectStatus, type World } from './world.ts';

/** Cents that each of them has, and that each of them pays. */
const FUNDS_CENTS = 3_000;
export const PRICE_CENTS = 1_900;

/** Somebody who pays when `ask` is called. */
export type Payer = Investor & { propertyId: PropertyId; ask(): Promise<Answer> };

/** The buyer of a deal of two bricks. */
export async function buyerOfDeal(world: World): Promise<Payer> {
  const seller = await verifiedInvestor(world);
  const buyer = await verifiedInvestor(world, { fundsCents: FUNDS_CENTS });
  const { propertyId } = await resaleProperty(world, { owners: [{ customerId: seller.customerId, bricks: 2 }] });
  const offer = { propertyId, amount: 2, price: PRICE_CENTS / 2 };
  const { id } = expectStatus(await seller.client.post<{ id: string }>('/marketplace/deal', offer), 201).body;
  return { ...buyer, propertyId, ask: () => buyer.client.post(`/marketplace/deal/${id}/purchase`) };
}

/** The buyer of two bricks of an open funding. */
export async function buyerOfBricks(world: World): Promise<Payer> {
  const buyer = await verifiedInvestor(world, { fundsCents: FUNDS_CENTS });
  const { propertyId } = await openFunding(world, { bricks: 10, brickPriceCents: PRICE_CENTS / 2 });
  return { ...buyer, propertyId, ask: () => buyer.client.post(`/properties/${propertyId}/purchase`, { amount: 2 }) };
}

/** Of a fault without an answer: the connection is cut soon, so that no call waits for its limit, which a busy machine may not reach. */
export const SILENCE = { latencyMs: 100 } as const;

/** The provider meets the next transfer in this way. */
export function orderTransferFault(world: World, mode: string): Promise<unknown> {
  return world.control('POST', '/faults', { route: 'POST /v2/p2p', mode, times: 1, ...SILENCE });
}
