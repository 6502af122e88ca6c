// Counts the purchases of one property, on which every rule of its funding is based.

import type { Database } from '../../../core/db/pool.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { countPurchases, type PurchaseCounts } from '../../investing/primary-purchase/index.ts';
import { countInvestors } from './queries.ts';

/** Bricks, cents, investors and the end of the last withdrawal window; exact only while the property is locked. */
export async function countFunding(
  db: Database | Tx,
  propertyId: PropertyId,
): Promise<PurchaseCounts & { investorCount: number }> {
  const counts = (await countPurchases(db, [propertyId])).get(propertyId);
  if (!counts) throw new Error(`no counts of property ${propertyId}`);
  return { ...counts, investorCount: await countInvestors(db, propertyId) };
}
