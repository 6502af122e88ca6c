// Codes of the administrators' view of payments.

import { NOT_FOUND } from '../../../core/errors.ts';

/**
 * The payment waits for no decision.
 * @cause It was not refused, a job orders it again, or somebody has had it ordered again before.
 * @remedy Do nothing: the list of payments shows the newest one.
 */
export const PAYMENT_WAITS_FOR_NO_DECISION = 'payment-waits-for-no-decision';

/**
 * The payment was refused, but it or an earlier one for the same thing may have moved money.
 * @cause The provider does not answer, or knows a movement of one of them.
 * @remedy Try again later. If it stays so, look at the incidents: the money may have arrived.
 */
export const PAYMENT_MAY_HAVE_MOVED = 'payment-may-have-moved';

/**
 * The payment incident is resolved already.
 * @cause Somebody resolved it before, or at the same time.
 * @remedy Do nothing: the incident shows the comment of who resolved it.
 */
export const INCIDENT_ALREADY_RESOLVED = 'payment-incident-already-resolved';

export const paymentErrors = { [NOT_FOUND]: 404 };

export const orderAgainErrors = { [NOT_FOUND]: 404, [PAYMENT_WAITS_FOR_NO_DECISION]: 400, [PAYMENT_MAY_HAVE_MOVED]: 400 };

export const resolveIncidentErrors = { [NOT_FOUND]: 404, [INCIDENT_ALREADY_RESOLVED]: 400 };
