// What follows the provider's answer to one holder's payout of an echeance.

import { formatEuros } from '../../core/cents.ts';
import type { Tx } from '../../core/db/transaction.ts';
import type { AppDeps } from '../../deps.ts';
import { purseOf } from '../../money/ledger/index.ts';
import { confirmPayout, failPayout, type PaymentOrder, type PaymentOutcome } from '../../money/wallet/index.ts';
import { enqueueChatMessage } from '../../providers/chat/index.ts';
import { enqueueEmail } from '../../providers/email/index.ts';
import { findLine, type LineRow, markLine } from './queries.ts';

/**
 * Settlement of purposes `coupon` and `capital-repayment`. Paid: the gross amount leaves COUPON or CAPITAL, the tax goes to PLAT TAX,
 * the holder is mailed. Refused: the money stays put aside, the team is told, the next run tries again.
 */
export async function settlePayoutLine(
  tx: Tx,
  deps: Pick<AppDeps, 'jobs'>,
  order: PaymentOrder,
  outcome: PaymentOutcome,
): Promise<void> {
  const line = await findLine(tx, order.subjectId);
  if (!line || line.spvId === null) throw new Error(`payout ${order.subjectId} has lost its run`);
  const { at, status } = outcome;
  if (!(await markLine(tx, line.id, status === 'succeeded' ? 'paid' : 'failed')))
    throw new Error(`payout ${line.id} is not waiting`);
  if (outcome.status === 'failed') {
    await failPayout(tx, order, at);
    await enqueueChatMessage(tx, deps, {
      channel: 'internal-alerts',
      text: `Le versement ${line.id} de ${formatEuros(line.grossCents)} (${line.propertyName}, ${line.period}) a été refusé : ${outcome.reason}. Il sera retenté.`,
    });
    return;
  }
  await confirmPayout(tx, order, { fromAccount: purseOf(line.spvId, line.kind === 'coupon' ? 'COUPON' : 'CAPITAL'), at });
  await enqueueEmail(tx, deps, { to: line.email, template: 'echeance-paid', data: mailData(line, at) });
}

function mailData(line: LineRow, at: Temporal.Instant) {
  return {
    kind: line.kind,
    propertyName: line.propertyName,
    period: line.period,
    bricks: line.brickCount,
    grossCents: line.grossCents,
    taxCents: line.taxCents,
    paidAt: at.toString(),
    reference: line.id,
    ...(line.firstName === null ? {} : { firstName: line.firstName }),
  };
}
