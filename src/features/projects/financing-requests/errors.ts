// The error of the financing requests: the documents give no code for an unknown one.

import { NOT_FOUND } from '../../../core/errors.ts';

export const financingRequestErrors = { [NOT_FOUND]: 404 };
