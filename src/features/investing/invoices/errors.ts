// Error codes of the invoice routes and the status of each.

import { NOT_FOUND } from '../../../core/errors.ts';

export const invoiceFileErrors = { [NOT_FOUND]: 404 };
