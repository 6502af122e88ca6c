// What the investor's invoice routes refuse.

import { NOT_FOUND } from '../../../core/errors.ts';

export const invoiceFileErrors = { [NOT_FOUND]: 404 };
