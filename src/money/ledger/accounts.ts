// The accounts of DOMAIN §5.2 by their names; the only place that spells them.

/** Banks, owners, the tax office: everything outside. The only account that may be negative. */
export const EXTERNAL = 'EXT';

/** The platform's accounts; GIFT_CARDS is owed to whoever redeems, and lies on the same provider account as MAIN (A-gift-cards-1). */
export const PLATFORM = {
  MAIN: 'PLAT:MAIN',
  ORIGINATION: 'PLAT:ORIGINATION',
  TAX: 'PLAT:TAX',
  GIFT_CARDS: 'PLAT:GIFT_CARDS',
} as const;

/** Purposes that an SPV's wallet is divided into; HELD is on its way out (A-incoming-wires-6). */
export type SpvPurse = 'COLLECT' | 'MAIN' | 'ESCROW' | 'UNASSIGNED' | 'COUPON' | 'CAPITAL' | 'FEES' | 'SURPLUS' | 'HELD';

/** What an investor may spend. */
export function availableOf(customerId: string): string {
  return `INV:${customerId}:AVAILABLE`;
}

/** What an investor has promised to a WAITING transaction. */
export function heldOf(customerId: string): string {
  return `INV:${customerId}:HELD`;
}

/** One purpose of an SPV's wallet. */
export function purseOf(spvId: string, purse: SpvPurse): string {
  return `SPV:${spvId}:${purse}`;
}
