// Codes of payment incidents, all ours: the documents have no endpoint of them.

import { NOT_FOUND } from '../../../core/errors.ts';

/**
 * The payment incident is resolved already.
 * @cause Somebody resolved it before, or at the same time.
 * @remedy Do nothing: the incident shows the comment of who resolved it.
 */
export const INCIDENT_ALREADY_RESOLVED = 'payment-incident-already-resolved';

export const resolveIncidentErrors = { [NOT_FOUND]: 404, [INCIDENT_ALREADY_RESOLVED]: 400 };
