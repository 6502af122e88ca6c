// POST /administration/property/:propertyId/solde-de-tout-compte/done: the last account between platform and owner is settled.

import { recordAdminAction } from '../../core/audit.ts';
import { invalidate } from '../../core/cache.ts';
import { propertyCacheKey } from '../../core/cache-keys.ts';
import { inTransaction } from '../../core/db/transaction.ts';
import { AppError, NOT_FOUND } from '../../core/errors.ts';
import type { RouteAudit } from '../../core/http/route.ts';
import type { AppDeps } from '../../deps.ts';
import { type PropertyView, toPropertyView } from '../properties/index.ts';
import { MUST_BE_IN_REPAYMENT_FINISHED, SOLDE_DE_TOUT_COMPTE_ALREADY_DONE } from './errors.ts';
import { findSettlement, markSettled } from './queries.ts';
import { readSettlement } from './read-settlement.ts';

/** Marks it once, whoever else does so at the same moment; errors in the order of the table. */
export async function markSoldeDeToutCompte(
  deps: Pick<AppDeps, 'db' | 'clock'>,
  input: { propertyId: string; audit: RouteAudit },
): Promise<PropertyView> {
  const { propertyId, audit } = input;
  const at = deps.clock.now();
  return inTransaction(deps.db, async (tx) => {
    const row = await markSettled(tx, propertyId, at);
    if (row === undefined) throw new AppError(reasonOf(await findSettlement(tx, propertyId)));
    await invalidate(tx, [propertyCacheKey(propertyId)]);
    // The statement as it was: later movements of the SPV may change what is shown.
    const payload = { ...(await readSettlement({ db: tx }, propertyId)) };
    await recordAdminAction(tx, { ...audit, target: { type: 'property', id: propertyId }, payload, at });
    return toPropertyView(row);
  });
}

function reasonOf(settlement: { doneAt: Temporal.Instant | null } | undefined): string {
  if (settlement === undefined) return NOT_FOUND;
  return settlement.doneAt === null ? MUST_BE_IN_REPAYMENT_FINISHED : SOLDE_DE_TOUT_COMPTE_ALREADY_DONE;
}
