// Settles one holder's payout: of an echeance, of capital that was never lent, or of a sold property.

import { formatEuros } from '../../../core/cents.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { purseOf } from '../../../money/ledger/index.ts';
import {
  type AfterRefusal,
  countRefusals,
  type EndedPayment,
  NOTHING_TO_POST,
  nextAfterRefusal,
  payoutLines,
  settle,
  WHY_STOPPED,
} from '../../../money/payments/index.ts';
import { enqueueChatMessage } from '../../../providers/chat/index.ts';
import { enqueueEmail } from '../../../providers/email/index.ts';
import { finishRepaidProjectJob } from './jobs.ts';
import { endLine, hasWaitingLines, type LineRow, lockLine } from './line-queries.ts';
import { purseOfKind } from './rules.ts';

type Deps = Pick<AppDeps, 'jobs'>;

const BY_ADMINISTRATOR = 'à relancer, ou à déclarer payé hors plateforme, par un administrateur.';

/**
 * Settlement of purposes `coupon`, `capital-repayment` and `property-sale`. Paid: the gross amount leaves COUPON or CAPITAL, the tax
 * goes to PLAT TAX, the holder gets a mail. Refused: the money stays in its purse and the team is alerted; the next run retries, unless
 * the wallet is blocked or closed, or it was refused too often: then an administrator decides (A-payouts-8).
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
    data: { ...facts, kind, period, grossCents, taxCents },
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
