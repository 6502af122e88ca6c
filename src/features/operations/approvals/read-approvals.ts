// Requests that wait for a second administrator, and what became of them.

import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import { decodeCursor, toPage } from '../../../core/http/pagination.ts';
import type { AppDeps } from '../../../deps.ts';
import { type ApprovalRow, findApproval, listApprovals } from './queries.ts';
import { stateAt } from './rules.ts';
import type { ApprovalsPage, ApprovalsQuery, ApprovalView, DryRun } from './schemas.ts';

type Deps = Pick<AppDeps, 'db' | 'clock'>;

/** GET /administration/approvals: newest first. Error: `validation-failed` for a malformed cursor. */
export async function readApprovals({ db, clock }: Deps, { limit, cursor, ...filters }: ApprovalsQuery): Promise<ApprovalsPage> {
  const now = clock.now();
  const rows = await listApprovals(db, { ...filters, now, after: decodeCursor(cursor), limit: limit + 1 });
  return toPage(
    rows,
    limit,
    ({ askedAt: at, id }) => ({ at, id }),
    (row) => toApprovalView(row, now),
  );
}

/** GET /administration/approvals/:approvalId. Error: `not-found`. */
export async function readApproval({ db, clock }: Deps, approvalId: string): Promise<ApprovalView> {
  const row = await findApproval(db, approvalId);
  if (!row) throw new AppError(NOT_FOUND);
  return toApprovalView(row, clock.now());
}

export function toApprovalView(row: ApprovalRow, now: Temporal.Instant): ApprovalView {
  const { decidedBy, decidedByEmail } = row;
  return {
    id: row.id,
    state: stateAt(row, now),
    operation: row.operation,
    auditKind: row.auditKind,
    amountCents: row.amountCents,
    // Border: what was stored is what was validated, and what a dry run answered.
    params: row.params as Record<string, unknown>,
    body: row.body as Record<string, unknown>,
    dryRun: row.dryRun as DryRun,
    askedBy: { administratorId: row.askedBy, email: row.askedByEmail },
    askedAt: row.askedAt.toString(),
    expiresAt: row.expiresAt.toString(),
    decidedBy: decidedBy === null || decidedByEmail === null ? null : { administratorId: decidedBy, email: decidedByEmail },
    decidedAt: row.decidedAt?.toString() ?? null,
    reason: row.reason,
    endedAt: row.endedAt?.toString() ?? null,
    paymentId: row.paymentId,
    errorCode: row.errorCode,
    errorDetail: row.errorDetail,
    changedTo: row.changedTo as DryRun | null,
  };
}
