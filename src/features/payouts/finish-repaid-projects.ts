// Projects whose capital is all repaid and of which nothing remains due have finished their repayment (DOMAIN §7).

import { inTransaction, type Tx } from '../../core/db/transaction.ts';
import type { AppDeps } from '../../deps.ts';
import { enqueueChatMessage } from '../../providers/chat/index.ts';
import { deriveEcheance, lockSchedule, type Schedule } from '../payment-schedule/index.ts';
import { changeFinancialStatus } from '../project-life/index.ts';
import { listRepaidProjects } from './queries.ts';
import { undistributed } from './undistributed.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'jobs' | 'config'>;

/** Writes `repayment-finished` where it is so (A-payouts-7). Returns the ids of these projects. */
export async function finishRepaidProjects(deps: Deps): Promise<string[]> {
  const finished: string[] = [];
  for (const propertyId of await listRepaidProjects(deps.db, deps.config.OWNER_DEBT_STATUSES)) {
    if (await inTransaction(deps.db, (tx) => finish(tx, deps, propertyId))) finished.push(propertyId);
  }
  return finished;
}

async function finish(tx: Tx, deps: Deps, propertyId: string): Promise<boolean> {
  const schedule = await lockSchedule(tx, propertyId);
  if (!schedule || !isRepaid(schedule)) return false;
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
    return isPaid && undistributed('coupon', echeance) === 0 && undistributed('capital', echeance) === 0;
  });
}
