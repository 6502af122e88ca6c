// The names of the ledger accounts; nobody else spells them.

/** Banks, owners, the tax office: everything outside. The only account that may be negative. */
export const EXTERNAL = 'EXT';

/** The platform's accounts; GIFT_CARDS is owed to whoever redeems, and lies on the same provider account as MAIN (A-gift-cards-1). */
export const PLATFORM = {
  MAIN: 'PLAT:MAIN',
  ORIGINATION: 'PLAT:ORIGINATION',
  TAX: 'PLAT:TAX',
  GIFT_CARDS: 'PLAT:GIFT_CARDS',
} as const;

/**
 * What the money of a project is for. COLLECT: purchases of an open funding; MAIN: collected and not spent; ESCROW: set aside for
 * interest; UNASSIGNED: arrived and for no echeance yet; FEES, COUPON, CAPITAL: assigned, on their way to platform and holders;
 * SURPLUS: beyond what was due; HELD: promised to an open payment.
 */
export type Purse = 'COLLECT' | 'MAIN' | 'ESCROW' | 'UNASSIGNED' | 'FEES' | 'COUPON' | 'CAPITAL' | 'SURPLUS' | 'HELD';

/** What an investor may spend. */
export function availableOf(customerId: string): string {
  return `INV:${customerId}:AVAILABLE`;
}

/** What an investor has promised to a WAITING transaction. */
export function heldOf(customerId: string): string {
  return `INV:${customerId}:HELD`;
}

/** One purse of a project. Projects of one SPV share its wallet at the provider, never a purse. */
export function purseOf(propertyId: string, purse: Purse): string {
  return `PRO:${propertyId}:${purse}`;
}

/** Where money that arrived on an SPV's wallet waits: with its project, or with the SPV while no project is named for it. */
export function unassignedOf({ propertyId, spvId }: { propertyId: string | null; spvId: string }): string {
  return propertyId === null ? `SPV:${spvId}:UNASSIGNED` : purseOf(propertyId, 'UNASSIGNED');
}
