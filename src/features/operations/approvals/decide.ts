// Another administrator approves a request, which is then executed, or refuses it.

import { recordAdminAction } from '../../../core/audit.ts';
import { inTransaction, type Tx } from '../../../core/db/transaction.ts';
import { AppError, FORBIDDEN, NOT_FOUND } from '../../../core/errors.ts';
import type { Permission } from '../../../core/http/guards.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import { assertAllowed } from '../../../core/states.ts';
import type { AppDeps } from '../../../deps.ts';
import { rolesWith } from '../../access/session/index.ts';
import { APPROVER_TOO_NEW, ASKER_LOST_PERMISSION, OWN_REQUEST } from './errors.ts';
import { type ExecuteDeps, executeApproved, mayStillAsk } from './execute.ts';
import { mailMaker } from './jobs.ts';
import { type ApprovalRow, type Decision, findApproval, isLongTrusted, lockApproval, writeDecision } from './queries.ts';
import { toApprovalView } from './read-approvals.ts';
import { APPROVAL_VERBS, stateAt, TRUSTED_AFTER_HOURS } from './rules.ts';
import type { ApprovalView } from './schemas.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'jobs' | 'config'>;
type Asked = { approvalId: string; audit: RouteAudit };

// POST /administration/approvals/:approvalId/approve

/**
 * 1. under its lock: it waits, is not the own request, who asked may still do it, and nobody made the approver a moment ago; 2. commit; 3. execute it, in the name of who asked.
 * The answer says how that ended; where it has not, it is carried on (`carryOnApproved`). Approved again by the same administrator, it
 * answers what came of it. Errors: `not-found`, `forbidden`, those of approvals.
 */
export async function approveRequest(
  deps: ExecuteDeps,
  asked: Asked & { permissions: ReadonlySet<Permission>; endUser: { address: string; userAgent: string | undefined } },
): Promise<ApprovalView> {
  const { approvalId, audit, permissions, endUser } = asked;
  const approved = await inTransaction(deps.db, async (tx) => {
    const row = await lockKnown(tx, approvalId);
    if (row.decidedBy === audit.administrator.administratorId && row.state !== 'refused') return row;
    // Border: what was stored is the permission that its route declares.
    const permission = row.permission as Permission;
    if (!permissions.has(permission)) throw new AppError(FORBIDDEN, { detail: `This needs the permission ${permission}.` });
    const now = deps.clock.now();
    assertUndecided(row, { verb: 'approve-request', audit, now });
    const trusted = { userId: audit.administrator.administratorId, roles: rolesWith(permission) };
    if (!(await isLongTrusted(tx, { ...trusted, since: now.subtract({ hours: TRUSTED_AFTER_HOURS }) })))
      throw new AppError(APPROVER_TOO_NEW);
    if (!(await mayStillAsk(tx, row))) throw new AppError(ASKER_LOST_PERMISSION);
    return decide(tx, deps, row, { to: 'approved', reason: null, audit });
  });
  if (approved.state === 'approved') await executeApproved(deps, approved, endUser);
  return readAgain(deps, approvalId);
}

// POST /administration/approvals/:approvalId/refuse

/** Errors: `not-found`, those of approvals. */
export async function refuseRequest(
  deps: Deps,
  { approvalId, audit, reason }: Asked & { reason: string },
): Promise<ApprovalView> {
  await inTransaction(deps.db, async (tx) => {
    const row = await lockKnown(tx, approvalId);
    assertUndecided(row, { verb: 'refuse-request', audit, now: deps.clock.now() });
    await decide(tx, deps, row, { to: 'refused', reason, audit });
    await mailMaker(tx, deps, row, { state: 'refused', by: audit.administrator.email, reason });
  });
  return readAgain(deps, approvalId);
}

async function lockKnown(tx: Tx, approvalId: string): Promise<ApprovalRow> {
  const row = await lockApproval(tx, approvalId);
  if (!row) throw new AppError(NOT_FOUND);
  return row;
}

function assertUndecided(
  row: ApprovalRow,
  { verb, audit, now }: { verb: keyof typeof APPROVAL_VERBS; audit: RouteAudit; now: Temporal.Instant },
): void {
  if (row.askedBy === audit.administrator.administratorId) throw new AppError(OWN_REQUEST);
  assertAllowed(APPROVAL_VERBS[verb], stateAt(row, now));
}

async function decide(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  row: ApprovalRow,
  { to, reason, audit }: Pick<Decision, 'to' | 'reason'> & { audit: RouteAudit },
): Promise<ApprovalRow> {
  const at = clock.now();
  const by = audit.administrator;
  if (!(await writeDecision(tx, row.id, { to, by, reason, at }))) throw new Error(`approval ${row.id} changed under its lock`);
  const payload = {
    operation: row.operation,
    kind: row.auditKind,
    askedBy: row.askedByEmail,
    ...(reason === null ? {} : { reason }),
  };
  await recordAdminAction(tx, { ...audit, target: { type: 'approval', id: row.id }, payload, at });
  const written = await findApproval(tx, row.id);
  if (!written) throw new Error(`approval ${row.id} is gone`);
  return written;
}

async function readAgain({ db, clock }: Pick<Deps, 'db' | 'clock'>, approvalId: string): Promise<ApprovalView> {
  const row = await findApproval(db, approvalId);
  if (!row) throw new AppError(NOT_FOUND);
  return toApprovalView(row, clock.now());
}
