// The repayment of a project is finished once nothing is due any more and all holders are paid.

import type { PropertyId } from '../../../core/db/tables.ts';
import { inTransaction, type Tx } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { enqueueChatMessage } from '../../../providers/chat/index.ts';
import { changeFinancialStatus, lockProperty } from '../../projects/project-life/index.ts';
import { deriveEcheance, lockSchedule, type Schedule } from '../payment-schedule/index.ts';
import { hasUnpaidLines } from './line-queries.ts';
import { undistributed } from './rules.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'jobs'>;

/** Writes `repayment-finished` if it applies (A-payouts-7, payouts.md#end-of-the-repayment); true when it was written now. */
export async function finishRepaidProject(deps: Deps, propertyId: PropertyId): Promise<boolean> {
  return inTransaction(deps.db, (tx) => finish(tx, deps, propertyId));
}

async function finish(tx: Tx, deps: Deps, propertyId: PropertyId): Promise<boolean> {
  await lockProperty(tx, propertyId);
  const schedule = await lockSchedule(tx, propertyId);
  if (!schedule || !isRepaid(schedule) || (await hasUnpaidLines(tx, propertyId))) return false;
  if (!(await changeFinancialStatus(tx, propertyId, 'everything-repaid', deps.clock.now()))) return false;
  await enqueueChatMessage(tx, deps, {
    channel: 'payment-schedule',
    text: `Le projet ${schedule.propertyName} est entièrement remboursé.`,
  });
  return true;
}

function isRepaid(schedule: Schedule): boolean {
  return schedule.echeances.every((echeance) => {
    const { remainingToBePaidCents, capitalRepaymentRemainingCents } = deriveEcheance(echeance);
    const isPaid = remainingToBePaidCents === 0 && capitalRepaymentRemainingCents === 0;
    return isPaid && undistributed('coupon', schedule, echeance) === 0 && undistributed('capital', schedule, echeance) === 0;
  });
}
