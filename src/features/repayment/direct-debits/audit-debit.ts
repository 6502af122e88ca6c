// The audit row of a debit that is ordered or cancelled, written with the intent: the provider may have it from then on (A-core-21).

import { recordAdminAction } from '../../../core/audit.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import type { DebitRow } from './queries.ts';

/** The row of an order has no number of the provider yet: `debitId` is its reference there. It stays, whatever becomes of the debit. */
export async function auditDebit(
  tx: Tx,
  debit: Pick<DebitRow, 'id' | 'echeanceId' | 'amountCents' | 'collectionDate'> & { providerDebitId?: number | null },
  audit: RouteAudit,
  at: Temporal.Instant,
): Promise<void> {
  const { id: debitId, echeanceId, amountCents, collectionDate, providerDebitId } = debit;
  await recordAdminAction(tx, {
    ...audit,
    target: { type: 'echeance', id: echeanceId },
    payload: {
      ...{ debitId, amountCents, collectionDate: collectionDate.toString() },
      ...(providerDebitId == null ? {} : { providerDebitId }),
    },
    at,
  });
}
