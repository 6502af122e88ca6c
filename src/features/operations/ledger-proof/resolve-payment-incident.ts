// POST /administration/payment-incidents/:incidentId/resolve: an administrator has dealt with a payment that moved money twice.

import { recordAdminAction } from '../../../core/audit.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { findIncident, resolveIncident } from '../../../money/payments/index.ts';
import { INCIDENT_ALREADY_RESOLVED } from './errors.ts';
import { toPaymentIncidentView } from './rules.ts';
import type { PaymentIncidentView } from './schemas.ts';

/**
 * Once, with a comment. It moves no money: as long as the wallet lacks what left it twice, the proof shows that as missing at the
 * provider. Errors: `not-found`, `payment-incident-already-resolved`.
 */
export async function resolvePaymentIncident(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  input: { incidentId: string; comment: string; audit: RouteAudit },
): Promise<PaymentIncidentView> {
  const { incidentId, comment, audit } = input;
  const at = clock.now();
  return inTransaction(db, async (tx) => {
    const isOurs = await resolveIncident(tx, incidentId, { comment, at });
    const incident = await findIncident(tx, incidentId);
    if (!incident) throw new AppError(NOT_FOUND);
    if (!isOurs) throw new AppError(INCIDENT_ALREADY_RESOLVED);
    const { paymentId, providerPaymentId, amountCents } = incident;
    const payload = { comment, paymentId, providerPaymentId, amountCents };
    await recordAdminAction(tx, { ...audit, target: { type: 'payment', id: paymentId }, payload, at });
    return toPaymentIncidentView(incident);
  });
}
