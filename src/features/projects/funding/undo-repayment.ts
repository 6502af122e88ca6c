// What is undone of a property when it turns out that nothing was transferred to its owner.

import { invalidate } from '../../../core/cache.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { changeFinancialStatus, propertyCacheKey, undoPurchase } from '../project-life/index.ts';
import { sumOwnerTransfers } from './owner-transfer-queries.ts';

/** After a transfer was refused or taken back: where it was the only one, the property returns to its former status. */
export async function undoRepayment(tx: Tx, propertyId: PropertyId, at: Temporal.Instant): Promise<void> {
  if ((await sumOwnerTransfers(tx, propertyId)) > 0) return;
  if (!(await changeFinancialStatus(tx, propertyId, 'transfer-came-back', at))) return;
  await undoPurchase(tx, propertyId, at);
  await invalidate(tx, [propertyCacheKey(propertyId)]);
}
