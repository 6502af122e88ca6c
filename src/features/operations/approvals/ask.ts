// A request that moves more than the threshold of its kind is not done: it is written down, for another administrator to decide.

import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { recordAdminAction } from '../../../core/audit.ts';
import { parisDate } from '../../../core/dates.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { AppError, TEMPORARILY_UNAVAILABLE } from '../../../core/errors.ts';
import type { AdministratorCaller } from '../../../core/http/guards.ts';
import { claimKey, type IdempotencyClaim, inIdempotentTransaction, renewWhileAnswering } from '../../../core/http/idempotency.ts';
import type { MoneyRoute, RunMoney } from '../../../core/http/money-requests.ts';
import { newId } from '../../../core/ids.ts';
import type { AppDeps } from '../../../deps.ts';
import { readWritten } from '../../../money/payments/index.ts';
import { type DryRunDeps, type Rehearsed, rehearseRequest } from './dry-run.ts';
import { mailApproversJob } from './jobs.ts';
import { addMovedAlone, findSame, insertApproval, type NewApproval, readMovedAlone } from './queries.ts';
import { toApprovalView } from './read-approvals.ts';
import { amountOf, isOn, movedBy, movesSomething, needsApproval } from './rules.ts';
import type { ApprovalView } from './schemas.ts';

type Deps = DryRunDeps & Pick<AppDeps, 'config' | 'jobs' | 'log'>;

/** Thrown in the transaction that would have moved the money, and takes it back. */
class Held extends Error {}

/** What came of the request: its own answer, or the request that waits. */
export type CarriedOut = { held: false; body: unknown } | { held: true; body: ApprovalView };

/**
 * Does it, unless what its transaction writes needs a second administrator: then nothing is done, and the request waits. A dry run looks
 * first, as a request may cancel a debit at the provider on its way; under the locks it is looked at again. Errors: those of the route.
 */
export async function doOrAsk(
  deps: Deps,
  { request, reply, route, run }: { request: FastifyRequest; reply: FastifyReply; route: MoneyRoute; run: RunMoney },
): Promise<CarriedOut> {
  const { caller, routeOptions } = request;
  if (!isOn(deps.config) || routeOptions.config.isSimulation?.(request) || !caller || !('administratorId' in caller))
    return { held: false, body: await run({ deps: route.deps, idempotency: request.idempotency }) };
  const claim = request.idempotency ?? (await ownClaim(deps, { request, reply, userId: caller.userId }));
  const asked = { request, caller, route, claim };
  const look = () => rehearseRequest(deps, { userId: caller.userId, isSent: claim.isSent }, run);
  // A payment that it has ordered before is carried on.
  const since = deps.clock.now();
  const { administratorId } = caller;
  const day = parisDate(since);
  if (claim.paymentId === undefined) {
    const seen = await look();
    const moved = seen.ordered && movedBy(seen.ordered);
    if (moved && needsApproval(deps.config, moved, await readMovedAlone(deps.db, { administratorId, day, moved })))
      return { held: true, body: await ask(deps, asked, seen) };
  }
  claim.beforeCommit = async (tx) => {
    const moved = movedBy(await readWritten(tx, since));
    if (!movesSomething(moved)) return;
    if (needsApproval(deps.config, moved, await addMovedAlone(tx, { administratorId, day, moved }))) throw new Held();
  };
  try {
    return { held: false, body: await run({ deps: route.deps, idempotency: claim }) };
  } catch (error) {
    if (!(error instanceof Held)) throw error;
  }
  delete claim.beforeCommit;
  return { held: true, body: await ask(deps, asked, await look()) };
}

/** A key of our own for a request without one: its transactions are looked at all the same. */
async function ownClaim(
  deps: Deps,
  { request, reply, userId }: { request: FastifyRequest; reply: FastifyReply; userId: string },
): Promise<IdempotencyClaim> {
  const status = request.routeOptions.config.successStatus ?? 201;
  const taken = await claimKey(deps.db, {
    ...{ userId, operation: 'without a key', key: newId(), asked: null, status, now: deps.clock.now() },
  });
  if (!('claim' in taken)) throw new Error('a new key has an answer');
  const claim = { ...taken.claim, isSent: false };
  renewWhileAnswering(deps, { request, reply, claim });
  return claim;
}

type Asked = { request: FastifyRequest; caller: AdministratorCaller; route: MoneyRoute; claim: IdempotencyClaim };

async function ask(deps: Deps, { request, caller, route, claim }: Asked, { shown, ordered }: Rehearsed): Promise<ApprovalView> {
  if (request.upload !== undefined)
    throw new Error(`${route.operationId} moves money by a file, which cannot wait for an approval`);
  const at = deps.clock.now();
  const { administratorId, email } = caller;
  const asked: NewApproval = {
    id: newId(),
    operation: route.operationId,
    permission: route.permission,
    auditKind: route.auditKind,
    params: request.params,
    body: request.body,
    requestSha256: digestOf({ params: request.params, body: request.body }),
    dryRun: shown,
    orderedDigest: ordered?.digest ?? '',
    amountCents: ordered ? amountOf(ordered) : 0,
    askedBy: { administratorId, email },
    askedAt: at,
    expiresAt: at.add({ hours: deps.config.FOUR_EYES_HOURS }),
  };
  // The key keeps this answer, as the request has no other.
  claim.status = 202;
  return inIdempotentTransaction(deps.db, claim, (tx) => writeOrFind(tx, deps, asked));
}

/** One who asks for what somebody has asked for already gets that request, and may decide about it. */
async function writeOrFind(tx: Tx, deps: Deps, asked: NewApproval): Promise<ApprovalView> {
  const isNew = await insertApproval(tx, asked);
  const row = await findSame(tx, asked);
  // It waited when this was to be inserted, and was decided since.
  if (!row) throw new AppError(TEMPORARILY_UNAVAILABLE);
  if (isNew) {
    const { administratorId, email } = asked.askedBy;
    const payload = { operation: asked.operation, kind: asked.auditKind, params: asked.params, body: asked.body };
    const administrator = { administratorId, email };
    const target = { type: 'approval', id: asked.id };
    await recordAdminAction(tx, { kind: 'MONEY_REQUEST_ASKED', administrator, target, payload, at: asked.askedAt });
    await deps.jobs.enqueue(tx, mailApproversJob, {}, { startAfterSeconds: MAILED_AFTER_SECONDS });
  }
  return toApprovalView(row, asked.askedAt);
}

/** What is asked within so long is one mail. */
const MAILED_AFTER_SECONDS = 30;

function digestOf(asked: object): string {
  return createHash('sha256').update(JSON.stringify(asked)).digest('hex');
}
