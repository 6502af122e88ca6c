// What becomes of one holder's payout: settled, or after a refusal ordered again or paid by other means.

import { recordAdminAction } from '../../../core/audit.ts';
import { centsOf, formatEuros } from '../../../core/cents.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import { type IdempotencyClaim, inIdempotentTransaction } from '../../../core/http/idempotency.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { availableOf, move, PLATFORM, purseOf } from '../../../money/ledger/index.ts';
import {
  type AfterRefusal,
  bookTransaction,
  countRefusals,
  type EndedPayment,
  isCertainlyUnpaid,
  NOTHING_TO_POST,
  nextAfterRefusal,
  openPayouts,
  payoutLines,
  settle,
  WHY_STOPPED,
} from '../../../money/payments/index.ts';
import { enqueueChatMessage } from '../../../providers/chat/index.ts';
import { enqueueEmail } from '../../../providers/email/index.ts';
import { recordCouponTax, recordCouponTaxes } from '../../investing/taxation/index.ts';
import { PAYOUT_LINE_MAY_BE_PAID } from './errors.ts';
import { finishRepaidProjectJob } from './jobs.ts';
import {
  endLine,
  findRefusedKind,
  hasWaitingLines,
  type LineRow,
  leaveRefused,
  lockLine,
  readLine,
  unorderedLines,
  waitingTaxes,
} from './line-queries.ts';
import { findRun } from './queries.ts';
import { paymentsOfKind, payoutRunOf, purseOfKind, refusedLine, toPayoutLineView } from './rules.ts';
import type { PayoutLineView } from './schemas.ts';

type Deps = Pick<AppDeps, 'jobs'>;

const BY_ADMINISTRATOR = 'à relancer, ou à déclarer payé hors plateforme, par un administrateur.';

/**
 * Settlement of purposes `coupon`, `capital-repayment` and `property-sale`. Paid: the gross amount leaves COUPON or CAPITAL, the tax
 * goes to PLAT TAX, the holder gets a mail. Refused: the money stays in its purse and the team is alerted; the next run retries, unless
 * the wallet is blocked or closed, or it was refused too often: then an administrator decides.
 */
export async function settlePayoutLine(tx: Tx, deps: Deps, payment: EndedPayment): Promise<void> {
  const line = await lockLine(tx, payment.subjectId);
  if (!line) throw new Error(`payout ${payment.subjectId} has lost its run`);
  await settle(tx, payment, {
    succeeded: async (at) => {
      await endLine(tx, line.id, { to: 'paid', at });
      await mailHolder(tx, deps, line, at);
      return payoutLines({ ...line, fromAccount: purseOf(line.propertyId, purseOfKind(line.kind)) });
    },
    failed: async (at, refusal) => {
      const next = nextAfterRefusal(refusal, await countRefusals(tx, payment));
      await endLine(tx, line.id, { to: next === 'retry' ? 'failed' : 'blocked', failure: refusal.reason, at });
      await alertTeam(tx, deps, line, { reason: refusal.reason, next });
      return NOTHING_TO_POST;
    },
  });
  if (payment.outcome.status === 'succeeded' && !(await hasWaitingLines(tx, line.runId)))
    await deps.jobs.enqueue(tx, finishRepaidProjectJob, { propertyId: line.propertyId });
}

/** Once per paid line, in the transaction that settles it. */
async function mailHolder(tx: Tx, deps: Deps, line: LineRow, at: Temporal.Instant): Promise<void> {
  const facts = {
    propertyName: line.propertyName,
    bricks: line.brickCount,
    paidAt: at.toString(),
    reference: line.id,
    ...(line.firstName === null ? {} : { firstName: line.firstName }),
  };
  const { kind, grossCents, taxCents, period, saleType } = line;
  if (kind === 'sale') {
    if (saleType === null) throw new Error(`payout ${line.id} has lost its sale`);
    const data = { ...facts, amountCents: grossCents, saleType };
    await enqueueEmail(tx, deps, { to: line.email, template: 'property-sold', data });
    return;
  }
  await enqueueEmail(tx, deps, {
    to: line.email,
    template: 'echeance-paid',
    data: { ...facts, propertyId: line.propertyId, kind, period, grossCents, taxCents },
  });
}

const NEXT: Readonly<Record<AfterRefusal, string>> = {
  retry: 'Il sera retenté.',
  'wallet-refuses': `${WHY_STOPPED['wallet-refuses']} : ${BY_ADMINISTRATOR}`,
  'too-often': `${WHY_STOPPED['too-often']} : ${BY_ADMINISTRATOR}`,
};

async function alertTeam(
  tx: Tx,
  deps: Deps,
  line: LineRow,
  { reason, next }: { reason: string; next: AfterRefusal },
): Promise<void> {
  await enqueueChatMessage(tx, deps, {
    channel: 'internal-alerts',
    text: `Le versement ${line.id} de ${formatEuros(line.grossCents)} (${line.propertyName}, ${line.period}) a été refusé : ${reason}. ${NEXT[next]}`,
  });
}

type RetryLine = { lineId: string; audit: RouteAudit; idempotency: IdempotencyClaim | undefined };

/**
 * POST /administration/payouts/lines/:lineId/retry: a refused payout is ordered again, also of a wallet that was blocked.
 * The line is waiting again, with another payment and the tax rate of its run; a job carries it out.
 * Errors: `payout-line-may-be-paid`, `not-found`, `payout-line-not-refused`.
 */
export async function retryLine(
  deps: Pick<AppDeps, 'db' | 'clock' | 'jobs' | 'mover'>,
  input: RetryLine,
): Promise<PayoutLineView> {
  await assertCertainlyUnpaid(deps, input.lineId);
  return inIdempotentTransaction(deps.db, input.idempotency, (tx) => retry(tx, deps, input));
}

async function retry(tx: Tx, deps: Pick<AppDeps, 'clock' | 'jobs'>, { lineId, audit }: RetryLine): Promise<PayoutLineView> {
  const at = deps.clock.now();
  const { runId, status, grossCents } = refusedLine(await lockLine(tx, lineId));
  await leaveRefused(tx, lineId, { to: 'waiting' });
  const { accountId, ...run } = await findRun(tx, runId);
  if (accountId === null) throw new Error(`the SPV of property ${run.propertyId} has no wallet`);
  await openPayouts(tx, deps, payoutRunOf({ ...run, accountId, at }), unorderedLines(runId));
  if (run.kind === 'coupon') await recordCouponTaxes(tx, waitingTaxes(runId));
  const payload = { runId, status, grossCents };
  await recordAdminAction(tx, { ...audit, target: { type: 'payout-line', id: lineId }, payload, at });
  return toPayoutLineView(await readLine(tx, lineId));
}

/** Which line, how it was paid, and the audit data of the administrator. */
type PayLineOutside = { lineId: string; comment: string; audit: RouteAudit; idempotency: IdempotencyClaim | undefined };

/**
 * POST /administration/payouts/lines/:lineId/paid-outside: the holder of a refused payout was paid by other means.
 * The holder gets the transactions of a paid line, with its tax withheld, and the net amount leaves their wallet again at once: that
 * money is still on the SPV's wallet, and becomes surplus of the project (A-payouts-9). Errors: `payout-line-may-be-paid`,
 * `not-found`, `payout-line-not-refused`.
 */
export async function payLineOutside(
  deps: Pick<AppDeps, 'db' | 'clock' | 'jobs' | 'mover'>,
  input: PayLineOutside,
): Promise<PayoutLineView> {
  const { lineId, comment, audit, idempotency } = input;
  await assertCertainlyUnpaid(deps, lineId);
  const at = deps.clock.now();
  return inIdempotentTransaction(deps.db, idempotency, async (tx) => {
    const line = refusedLine(await lockLine(tx, lineId));
    await leaveRefused(tx, lineId, { to: 'paidOutside', comment, at });
    await bookOutside(tx, line, at);
    if (!(await hasWaitingLines(tx, line.runId)))
      await deps.jobs.enqueue(tx, finishRepaidProjectJob, { propertyId: line.propertyId });
    const { runId, status, grossCents, taxCents } = line;
    const payload = { runId, status, grossCents, taxCents, comment };
    await recordAdminAction(tx, { ...audit, target: { type: 'payout-line', id: lineId }, payload, at });
    return toPayoutLineView(await readLine(tx, lineId));
  });
}

async function bookOutside(tx: Tx, line: LineRow, at: Temporal.Instant): Promise<void> {
  const { kind, customerId, propertyId, grossCents, taxCents } = line;
  const wallet = availableOf(customerId);
  const common = { owner: { customerId }, propertyId, at, eventAt: at };
  const couponTransactionId = await bookTransaction(tx, {
    ...common,
    type: paymentsOfKind(kind).type,
    amountCents: grossCents,
    lines: move(grossCents, purseOf(propertyId, purseOfKind(kind)), wallet),
  });
  if (taxCents > 0) {
    const lines = move(taxCents, wallet, PLATFORM.TAX);
    const taxTransactionId = await bookTransaction(tx, { ...common, type: 'WITHHOLDING_TAX', amountCents: taxCents, lines });
    await recordCouponTax(tx, { ...line, taxTransactionId, couponTransactionId });
  }
  const netCents = centsOf(grossCents - taxCents);
  const lines = move(netCents, wallet, purseOf(propertyId, 'SURPLUS'));
  await bookTransaction(tx, { ...common, type: 'PAID_OUTSIDE', amountCents: netCents, lines });
}

/** Passes for a line that is not refused: that is for the caller to answer. Error: `payout-line-may-be-paid`. */
async function assertCertainlyUnpaid(deps: Pick<AppDeps, 'db' | 'mover'>, lineId: string): Promise<void> {
  const kind = await findRefusedKind(deps.db, lineId);
  if (kind === undefined) return;
  if (await isCertainlyUnpaid(deps, { purpose: paymentsOfKind(kind).purpose, subjectId: lineId })) return;
  // Somebody may have had it paid meanwhile: then it is not refused any more.
  if ((await findRefusedKind(deps.db, lineId)) !== undefined) throw new AppError(PAYOUT_LINE_MAY_BE_PAID);
}
