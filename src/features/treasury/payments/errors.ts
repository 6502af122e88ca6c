// Codes of the administrators' view of payments.

import { NOT_FOUND } from '../../../core/errors.ts';

export const paymentErrors = { [NOT_FOUND]: 404 };
