// POST /administration/property/:propertyId/payment-schedule/give-up/take-back: a project is asked to pay again.

import { recordAdminAction } from '../../../core/audit.ts';
import { parisYear } from '../../../core/dates.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import { type IdempotencyClaim, inIdempotentTransaction } from '../../../core/http/idempotency.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import { assertAllowed } from '../../../core/states.ts';
import type { AppDeps } from '../../../deps.ts';
import { enqueueChatMessage } from '../../../providers/chat/index.ts';
import { changeFinancialStatus, lockProperty, projectState } from '../../projects/project-life/index.ts';
import {
  changeFee,
  followChange,
  lockSchedule,
  readSchedule,
  rescheduled,
  restoreLoans,
  SCHEDULE_NOT_FOUND,
  writeRecomputed,
} from '../payment-schedule/index.ts';
import { GIVE_UP_WAS_FOLLOWED, PROJECT_IS_NOT_GIVEN_UP } from './errors.ts';
import { findGiveUp, listLoweredFees, markTakenBack, wasFollowed } from './queries.ts';
import type { GiveUpTakenBack } from './schemas.ts';
import { GIVE_UP_VERBS } from './states.ts';
import { tellHolders } from './tell-holders.ts';

export type TakeBackGiveUp = {
  propertyId: PropertyId;
  comment: string;
  audit: RouteAudit;
  idempotency: IdempotencyClaim | undefined;
};

const EVENTS = {
  'repayment-delay': 'give-up-taken-back-in-delay',
  'repayment-default': 'give-up-taken-back-in-default',
} as const;

/**
 * While nothing stands on it, and in the year of the loss: what was written off is due again, fees and planned loans are as they were, the
 * losses do not count, the project has its former status, and the holders are told. Debits that were cancelled stay so (A-give-up-3). Errors: those of the table.
 */
export async function takeBackGiveUp(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs'>,
  input: TakeBackGiveUp,
): Promise<GiveUpTakenBack> {
  const { propertyId, comment } = input;
  const at = deps.clock.now();
  return inIdempotentTransaction(deps.db, input.idempotency, async (tx) => {
    const property = await lockProperty(tx, propertyId);
    const before = await lockSchedule(tx, propertyId);
    if (!property || !before) throw new AppError(SCHEDULE_NOT_FOUND);
    assertAllowed(GIVE_UP_VERBS['take-back-give-up'], projectState(property));
    const { id, statusBefore, capitalCents } = await findReversible(tx, propertyId, at);
    await markTakenBack(tx, id, at);
    for (const { echeanceId, ...fee } of await listLoweredFees(tx, id)) await changeFee(tx, echeanceId, fee);
    await restoreLoans(tx, propertyId);
    const owing = await readSchedule(tx, propertyId);
    if (!owing) throw new Error(`property ${propertyId} has lost its schedule`);
    // Capital that came in since was paid early, and lowers interest that is due again.
    const { schedule: after } = rescheduled(owing, owing, deps.config, 1);
    await writeRecomputed(tx, owing, after, at);
    // What came in since pays the fees that are due again.
    await followChange(tx, deps, { before, after, at });
    await changeFinancialStatus(tx, propertyId, EVENTS[statusBefore], at);
    await tellHolders(tx, deps, { giveUpId: id, propertyName: property.name, step: 'taken-back', at });
    await enqueueChatMessage(tx, deps, {
      channel: 'payment-schedule',
      text: `L’abandon du recouvrement du projet ${property.name} est annulé : ses échéances sont de nouveau dues.`,
    });
    const payload = { comment, financialStatus: statusBefore, capitalCents };
    await recordAdminAction(tx, { ...input.audit, target: { type: 'property', id: propertyId }, payload, at });
    return { propertyId, financialStatus: statusBefore, capitalCents };
  });
}

async function findReversible(tx: Tx, propertyId: PropertyId, at: Temporal.Instant) {
  const found = await findGiveUp(tx, propertyId);
  if (!found) throw new AppError(PROJECT_IS_NOT_GIVEN_UP);
  const isOtherYear = parisYear(found.givenUpAt) !== parisYear(at);
  if (isOtherYear || (await wasFollowed(tx, { id: found.id, propertyId }))) throw new AppError(GIVE_UP_WAS_FOLLOWED);
  return found;
}
