// All SQL of the defaults webhook's room.

import type { Tx } from '../../../core/db/transaction.ts';
import { lockProperty } from '../../projects/project-life/index.ts';

/** The project, locked until the end of the transaction. */
export async function lockProject(tx: Tx, propertyId: string) {
  const row = await lockProperty(tx, propertyId);
  return row && { id: row.id, name: row.name, spvId: row.spv_id, financialStatus: row.financial_status };
}
