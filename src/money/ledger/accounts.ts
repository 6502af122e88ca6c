// The names of the ledger accounts; no other file spells them out.

import type { CustomerId, PropertyId, SpvId } from '../../core/db/tables.ts';

/** Everything outside: banks, project owners, the tax office. The only account that may be negative. */
export const EXTERNAL = 'EXT';

/** The platform's accounts. GIFT_CARDS is owed to those who redeem the cards and shares the provider account of MAIN. */
export const PLATFORM = {
  MAIN: 'PLAT:MAIN',
  ORIGINATION: 'PLAT:ORIGINATION',
  TAX: 'PLAT:TAX',
  GIFT_CARDS: 'PLAT:GIFT_CARDS',
} as const;

/**
 * What the money of a project is for. COLLECT: purchases of an open funding; MAIN: collected and not spent; ESCROW: reserved for
 * interest; UNASSIGNED: received and not assigned to an echeance; FEES, COUPON, CAPITAL: assigned, to be paid to the platform and the
 * holders; SURPLUS: received beyond what was due; HELD: reserved for an open payment.
 */
export const PURSES = ['COLLECT', 'MAIN', 'ESCROW', 'UNASSIGNED', 'COUPON', 'CAPITAL', 'FEES', 'SURPLUS', 'HELD'] as const;
export type Purse = (typeof PURSES)[number];

/** Money that the investor can spend; '%' matches every investor in a LIKE. */
export function availableOf(customerId: CustomerId | '%'): string {
  return `INV:${customerId}:AVAILABLE`;
}

/** Money of the investor that is reserved for WAITING transactions. */
export function heldOf(customerId: CustomerId): string {
  return `INV:${customerId}:HELD`;
}

/** Account of one purse of a project. Projects of one SPV share its wallet at the provider, but no purse. */
export function purseOf(propertyId: PropertyId, purse: Purse): string {
  return `PRO:${propertyId}:${purse}`;
}

/** Account of money received on an SPV's wallet: the project's, or the SPV's while its project is unknown. */
export function unassignedOf({ propertyId, spvId }: { propertyId: PropertyId | null; spvId: SpvId }): string {
  return propertyId === null ? `SPV:${spvId}:UNASSIGNED` : purseOf(propertyId, 'UNASSIGNED');
}
