// All SQL of the resale room.

import type { Tx } from '../../core/db/transaction.ts';

/** Opens or closes the market of a property that the caller has locked. */
export async function setMarketplaceAllowed(
  tx: Tx,
  propertyId: string,
  change: { isAllowed: boolean; at: Temporal.Instant },
): Promise<void> {
  await tx
    .updateTable('property')
    .set({ is_marketplace_allowed: change.isAllowed, updated_at: change.at })
    .where('id', '=', propertyId)
    .execute();
}
