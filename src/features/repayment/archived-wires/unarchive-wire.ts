// POST .../wire-to-be-assigned/unarchive: takes an archive back, as long as its money is where it was moved to.

import { recordAdminAction } from '../../../core/audit.ts';
import { type IdempotencyClaim, inIdempotentTransaction } from '../../../core/http/idempotency.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import { assertAllowed } from '../../../core/states.ts';
import type { AppDeps } from '../../../deps.ts';
import { toWireRecord, type WireRecord, wireState } from '../incoming-wires/index.ts';
import { WIRE_NOT_ARCHIVED } from './errors.ts';
import { lockWithProject } from './lock-with-project.ts';
import { ARCHIVE_VERBS, ARCHIVE_VERBS_ON_PROJECT } from './states.ts';
import { takeOutOfArchive } from './take-out-of-archive.ts';

export type UnarchiveWire = {
  wireToBeAssignedId: string;
  comment?: string;
  audit: RouteAudit;
  idempotency: IdempotencyClaim | undefined;
};

/**
 * From archivedNotAssigned to waiting: reverses the archive, so a claim that it filled is open again, and money that it covered is outside
 * again (A-incoming-wires-12). Errors, ours: `wire-not-found`, `wire-not-archived` (also charged back or returned), `project-is-settled`,
 * `archived-money-spent`.
 */
export async function unarchiveWire({ db, clock }: Pick<AppDeps, 'db' | 'clock'>, input: UnarchiveWire): Promise<WireRecord> {
  const at = clock.now();
  return inIdempotentTransaction(db, input.idempotency, async (tx) => {
    const { row, schedule, state } = await lockWithProject(tx, input.wireToBeAssignedId, WIRE_NOT_ARCHIVED);
    assertAllowed(ARCHIVE_VERBS['unarchive-wire'], wireState(row));
    if (state && !row.isProjectNamed) assertAllowed(ARCHIVE_VERBS_ON_PROJECT['unarchive-wire'], state);
    const waiting = await takeOutOfArchive(tx, { row, schedule, at });
    await recordAdminAction(tx, {
      ...input.audit,
      target: { type: 'payment', id: row.id },
      payload: { propertyId: row.propertyId, amountCents: row.amountCents, comment: input.comment ?? null },
      at,
    });
    return toWireRecord(waiting);
  });
}
