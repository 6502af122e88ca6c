// Codes of the track record and their status.

import { PROPERTY_NOT_FOUND } from '../project-life/index.ts';

/** Also of a draft or before the day from which it is shown, except with a valid token. */
export const projectRecordErrors = { [PROPERTY_NOT_FOUND]: 404 };
