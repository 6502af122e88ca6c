// Codes of payment incidents, all ours: the documents have no endpoint of them.

import { NOT_FOUND } from '../../core/errors.ts';

export const INCIDENT_ALREADY_RESOLVED = 'payment-incident-already-resolved';

export const resolveIncidentErrors = { [NOT_FOUND]: 404, [INCIDENT_ALREADY_RESOLVED]: 400 };
