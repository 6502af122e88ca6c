// What the routes of the financing requests answer when one is unknown: the documents give no code.

import { NOT_FOUND } from '../../../core/errors.ts';

export const financingRequestErrors = { [NOT_FOUND]: 404 };
