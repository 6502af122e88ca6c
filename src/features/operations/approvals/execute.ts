// Executes an approved request, once, and only if it still does what was approved.

import { inTransaction, type Tx } from '../../../core/db/transaction.ts';
import { isDatabaseUnavailable } from '../../../core/db/unavailable.ts';
import { AppError, hasCode, IDEMPOTENCY_KEY_IN_PROGRESS, NOT_FOUND, TEMPORARILY_UNAVAILABLE } from '../../../core/errors.ts';
import type { Permission } from '../../../core/http/guards.ts';
import { claimKey, type IdempotencyClaim, releaseKey, renewClaim } from '../../../core/http/idempotency.ts';
import type { MoneyParts, MoneyRoute } from '../../../core/http/money-requests.ts';
import type { AppDeps } from '../../../deps.ts';
import { isNothing, readWritten } from '../../../money/payments/index.ts';
import { rolesWith } from '../../access/session/index.ts';
import { type DryRunDeps, rehearseRequest, toDryRun } from './dry-run.ts';
import { ASKER_LOST_PERMISSION } from './errors.ts';
import { mailMaker } from './jobs.ts';
import {
  type ApprovalRow,
  type Ending,
  findAdministratorsWith,
  listUnfinished,
  markExecuted,
  writeEnding,
  writeOpenPayment,
} from './queries.ts';
import { TRIED_FOR_HOURS } from './rules.ts';
import type { DryRun } from './schemas.ts';

/** `routes`: those that move money, by operation. */
export type ExecuteDeps = DryRunDeps & Pick<AppDeps, 'config' | 'jobs' | 'log'> & { routes: ReadonlyMap<string, MoneyRoute> };

type EndUser = { address: string; userAgent: string | undefined };

/** Thrown in the transaction that would have done something else, and takes it back. */
class Changed extends Error {
  readonly to: DryRun;
  constructor(to: DryRun) {
    super('the request would do something else than what was approved');
    this.to = to;
  }
}

/**
 * Runs the handler of the request in the name of who asked. Before its transaction commits, what it has written is compared with what was
 * approved, and the request is marked as executed: it is done once, wherever a process dies and however many try. Where it ends neither
 * way, it is carried on later.
 */
export async function executeApproved(deps: ExecuteDeps, row: ApprovalRow, endUser: EndUser): Promise<void> {
  const route = deps.routes.get(row.operation);
  if (!route) return end(deps, row, NOT_FOUND, `there is no operation ${row.operation} any more`);
  if (isTimeOver(deps, row)) return end(deps, row, TEMPORARILY_UNAVAILABLE);
  if (!(await inTransaction(deps.db, (tx) => mayStillAsk(tx, row)))) return end(deps, row, ASKER_LOST_PERMISSION);
  const claim = await claimOf(deps, row);
  if (claim === 'busy') return;
  const renewal = renewClaim(deps, claim);
  try {
    const audit = { kind: row.auditKind, administrator: { administratorId: row.askedBy, email: row.askedByEmail } };
    const run = (parts: MoneyParts<object>) => route.run({ params: row.params, body: row.body, audit, endUser }, parts);
    // A request may cancel a debit at the provider on its way: a dry run looks first.
    const { shown, ordered } = await rehearseRequest(deps, { userId: row.askedBy, isSent: true }, run);
    if (ordered?.digest !== row.orderedDigest) throw new Changed(shown);
    await run({ deps: route.deps, idempotency: { ...claim, beforeCommit: comparing(deps, row) } });
  } catch (error) {
    await releaseKey(deps.db, claim);
    await writeError(deps, row, error);
  } finally {
    await renewal.stop();
  }
}

/** Whether who asked still has the permission: what is carried on later was perhaps meant to be stopped with it. */
export async function mayStillAsk(
  tx: Tx,
  { permission, askedBy }: Pick<ApprovalRow, 'permission' | 'askedBy'>,
): Promise<boolean> {
  // Border: what was stored is the permission that its route declares.
  const able = await findAdministratorsWith(tx, rolesWith(permission as Permission));
  return able.some(({ id }) => id === askedBy);
}

function end(deps: ExecuteDeps, row: ApprovalRow, code: string, detail?: string): Promise<void> {
  return endOtherwise(deps, row, { from: ['approved'], state: 'failed', code, detail });
}

/** Who asked hears of it. */
function endOtherwise(deps: ExecuteDeps, row: ApprovalRow, ending: Ending): Promise<void> {
  const reason = ending.state === 'failed' ? (ending.detail ?? ending.code) : null;
  return inTransaction(deps.db, async (tx) => {
    if (await writeEnding(tx, row.id, ending, deps.clock.now()))
      await mailMaker(tx, deps, row, { state: ending.state, by: row.decidedByEmail, reason });
  });
}

/** An Idempotency-Key of the request's own: who has it runs it, and the others need not try. `busy`: another process has it. */
async function claimOf(deps: ExecuteDeps, row: ApprovalRow): Promise<IdempotencyClaim | 'busy'> {
  const asked = { params: row.params, body: row.body };
  try {
    const taken = await claimKey(deps.db, {
      ...{ userId: row.askedBy, operation: 'approval', key: row.id, asked, status: 201, now: deps.clock.now() },
    });
    return 'claim' in taken ? taken.claim : 'busy';
  } catch (error) {
    if (hasCode(error, IDEMPOTENCY_KEY_IN_PROGRESS)) return 'busy';
    throw error;
  }
}

/** The first transaction of the request decides; that of its answer writes nothing more. */
function comparing(deps: ExecuteDeps, row: ApprovalRow): (tx: Tx) => Promise<void> {
  const { clock } = deps;
  const since = clock.now();
  let isCompared = false;
  return async (tx) => {
    const written = await readWritten(tx, since);
    if (isCompared && isNothing(written)) return;
    isCompared = true;
    if (written.digest !== row.orderedDigest) throw new Changed(await toDryRun(tx, written));
    // Again, as it may have waited for a lock since.
    if (!(await mayStillAsk(tx, row))) throw new AppError(ASKER_LOST_PERMISSION);
    if (!(await markExecuted(tx, row.id, clock.now()))) throw new AppError(IDEMPOTENCY_KEY_IN_PROGRESS);
    await mailMaker(tx, deps, row, { state: 'executed', by: row.decidedByEmail, reason: null });
  };
}

async function writeError(deps: ExecuteDeps, row: ApprovalRow, error: unknown): Promise<void> {
  const { db, log } = deps;
  if (error instanceof Changed) {
    await endOtherwise(deps, row, { from: ['approved'], state: 'changed', changedTo: error.to });
  } else if (!(error instanceof AppError) || isDatabaseUnavailable(error) || MAY_PASS.includes(error.code)) {
    log.warn({ err: error, approvalId: row.id }, 'approved request not executed yet');
  } else if (error.openPaymentId !== undefined) {
    const { openPaymentId } = error;
    await inTransaction(db, (tx) => writeOpenPayment(tx, row.id, openPaymentId));
  } else {
    const { code, detail } = error;
    await endOtherwise(deps, row, { from: ['approved', 'executed'], state: 'failed', code, detail });
  }
}

const MAY_PASS = [TEMPORARILY_UNAVAILABLE, IDEMPOTENCY_KEY_IN_PROGRESS];

/** Nothing was done: what was done is executed. */
function isTimeOver({ clock }: ExecuteDeps, { decidedAt }: ApprovalRow): boolean {
  return decidedAt !== null && Temporal.Instant.compare(decidedAt.add({ hours: TRIED_FOR_HOURS }), clock.now()) <= 0;
}

/** The process that approved it has this long before another one carries it on. */
const LEFT_ALONE_SECONDS = 5;
const AT_ONCE = 20;

/** Carries on what was approved and has not ended; the end user of a call to the provider is the service. */
export async function carryOnApproved(deps: ExecuteDeps): Promise<number> {
  const rows = await listUnfinished(deps.db, deps.clock.now().subtract({ seconds: LEFT_ALONE_SECONDS }), AT_ONCE);
  for (const row of rows)
    await executeApproved(deps, row, { address: deps.config.PROVIDER_SERVER_ADDRESS, userAgent: undefined });
  return rows.length;
}
