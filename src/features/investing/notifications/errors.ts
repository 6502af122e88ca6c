// Codes of notifications and their status.

import { NOT_FOUND } from '../../../core/errors.ts';

/** A link that is none of ours, and one of an account that is closed: both read alike. */
export const mailLinkErrors = { [NOT_FOUND]: 404 };
