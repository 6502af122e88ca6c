// Codes of the calendar and their status.

import { NOT_FOUND } from '../../../core/errors.ts';

/** A link that was never made, was renewed or removed: all read alike. */
export const feedErrors = { [NOT_FOUND]: 404 };
