// PUT /administration/property/:projectId/echeancier/payment-mode: by wire, or by direct debit with a mandate.

import { recordAdminAction } from '../../../core/audit.ts';
import type { PropertyId, SpvId } from '../../../core/db/tables.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { AppError, hasCode, VALIDATION_FAILED } from '../../../core/errors.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import { assertAllowed } from '../../../core/states.ts';
import type { AppDeps } from '../../../deps.ts';
import { lockProperty, projectState } from '../../projects/project-life/index.ts';
import { listSddMandates, SPV_PROVIDER_WALLET_NOT_FOUND } from '../../projects/spvs/index.ts';
import { SCHEDULE_NOT_FOUND } from './errors.ts';
import { SCHEDULE_VERBS } from './rules.ts';
import { findScheduleRow } from './schedule-queries.ts';
import type { PaymentMode } from './schemas.ts';
import { writePaymentMode } from './write-queries.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'payments'>;
type EndUser = { address: string; userAgent: string | undefined };

/**
 * The mandate must be usable for the SPV's wallet (A-payment-schedule-8), which is checked at the provider first. Scheduled debits are
 * not changed. Errors (repayments.md#payment-mode): `echeancier-not-found`, `validation-failed` without such a mandate, `internal-error`
 * (provider).
 */
export async function setPaymentMode(
  deps: Deps,
  input: { propertyId: PropertyId; mode: PaymentMode; endUser: EndUser; audit: RouteAudit },
): Promise<void> {
  const { propertyId, mode, endUser, audit } = input;
  const schedule = await findScheduleRow(deps.db, propertyId);
  if (!schedule) throw new AppError(SCHEDULE_NOT_FOUND);
  const providerMandateId = mode.paymentMode === 'wire' ? null : mode.providerMandateId;
  if (providerMandateId !== null && !(await isUsable(deps, schedule.spvId, providerMandateId, endUser))) {
    const reason = "is no usable mandate of the SPV's wallet";
    throw new AppError(VALIDATION_FAILED, { faults: [{ path: 'body/providerMandateId', reason }] });
  }
  const at = deps.clock.now();
  await inTransaction(deps.db, async (tx) => {
    const property = await lockProperty(tx, propertyId);
    if (!property) throw new AppError(SCHEDULE_NOT_FOUND);
    assertAllowed(SCHEDULE_VERBS['set-payment-mode'], projectState(property));
    const { paymentMode, dayOfMonth } = mode;
    await writePaymentMode(tx, propertyId, { paymentMode, providerMandateId, dayOfMonth, at });
    await recordAdminAction(tx, { ...audit, target: { type: 'property', id: propertyId }, payload: { ...mode }, at });
  });
}

async function isUsable(deps: Deps, spvId: SpvId | null, mandateId: number, endUser: EndUser): Promise<boolean> {
  if (spvId === null) return false;
  try {
    const mandates = await listSddMandates(deps, { id: spvId, endUser });
    return mandates.some(({ id, status }) => id === mandateId && status === 'usable');
  } catch (error) {
    if (hasCode(error, SPV_PROVIDER_WALLET_NOT_FOUND)) return false;
    throw error;
  }
}
