// POST .../wire-to-be-assigned/switch-project: a wire was for another project; its money follows to that project's SPV.

import { recordAdminAction } from '../../core/audit.ts';
import { inTransaction, type Tx } from '../../core/db/transaction.ts';
import { AppError, P2P_FAILED_AT_PROVIDER } from '../../core/errors.ts';
import type { RouteAudit } from '../../core/http/route.ts';
import { newId } from '../../core/ids.ts';
import type { AppDeps } from '../../deps.ts';
import { carryOutPaymentOrder, openPayment } from '../../money/wallet/index.ts';
import { findSpvAccount } from '../spvs/index.ts';
import { CURRENT_SPV_NOT_FOUND, NEW_PROJECT_NOT_FOUND, NEW_PROJECT_SPV_NOT_FOUND, WIRE_NOT_FOUND } from './errors.ts';
import { findProject } from './place-queries.ts';
import { findPayment, lockPayment } from './queries.ts';
import { assertMoneyWaits, assertSwitchable, toWireRecord } from './rules.ts';
import type { WireRecord } from './schemas.ts';
import { beginSwitch, writeProject } from './transfer-queries.ts';

/** Which wire, and the project it is for. */
export type SwitchProject = { wireToBeAssignedId: string; newProjectId: string; audit: RouteAudit };

/**
 * 1. lock the wire and check, in the order of the table; 2. two projects of one SPV: the record changes project, no money
 * moves; 3. otherwise write the transfer between the wallets and mark the record, commit, carry it out, and answer by its
 * outcome (`settleProjectSwitch`). While the provider is silent the record waits untouched and the order is looked up by job.
 * Errors: the codes of document 3, all 400.
 */
export async function switchProject(deps: AppDeps, input: SwitchProject): Promise<WireRecord> {
  const orderId = await inTransaction(deps.db, (tx) => begin(tx, deps, input));
  if (orderId !== null) {
    const { result } = await carryOutPaymentOrder(deps, orderId);
    if (result !== 'succeeded') throw new AppError(P2P_FAILED_AT_PROVIDER);
  }
  const row = await findPayment(deps.db, input.wireToBeAssignedId);
  if (!row) throw new AppError(WIRE_NOT_FOUND);
  if (row.propertyId !== input.newProjectId) throw new AppError(P2P_FAILED_AT_PROVIDER);
  return toWireRecord(row);
}

/** The order that moves the money, or null when none has to move. The audit row of a move is written when it is settled (A-incoming-wires-5). */
async function begin(tx: Tx, deps: Pick<AppDeps, 'clock' | 'jobs'>, input: SwitchProject): Promise<string | null> {
  const at = deps.clock.now();
  const row = await lockPayment(tx, input.wireToBeAssignedId);
  if (!row) throw new AppError(WIRE_NOT_FOUND);
  assertMoneyWaits(row);
  assertSwitchable(row);
  const fromAccountId = await findSpvAccount(tx, row.spvId);
  if (fromAccountId === null || row.propertyId === null) throw new AppError(CURRENT_SPV_NOT_FOUND);
  const project = await findProject(tx, input.newProjectId);
  if (!project) throw new AppError(NEW_PROJECT_NOT_FOUND);
  if (project.spvId === null || project.accountId === null) throw new AppError(NEW_PROJECT_SPV_NOT_FOUND);
  const change = { fromProjectId: row.propertyId, toProjectId: project.id, amountCents: row.amountCents };
  if (project.spvId === row.spvId) {
    await writeProject(tx, row.id, { propertyId: project.id, spvId: project.spvId });
    await recordAdminAction(tx, { ...input.audit, target: { type: 'payment', id: row.id }, payload: change, at });
    return null;
  }
  const { orderId } = await openPayment(tx, deps, {
    byRequest: true,
    order: {
      kind: 'transfer',
      purpose: 'project-switch',
      // Of its own: a wire may change projects more than once, and each switch moves its money once.
      subjectId: newId(),
      fromAccountId,
      toAccountId: project.accountId,
      amountCents: row.amountCents,
      comment: `Wire of another project ${row.id}`,
      at,
    },
    sides: [{ type: 'PROJECT_SWITCH_P2P', owner: { spvId: row.spvId }, amountCents: row.amountCents, held: false }],
    propertyId: project.id,
  });
  await beginSwitch(tx, row.id, { propertyId: project.id, orderId, audit: { ...input.audit, payload: change } });
  return orderId;
}
