// Codes of the defaults webhook that end the batch; the tolerated ones are skipped projects (document 3, Defaults webhook).

import { SPV_NOT_FOUND } from '../payment-schedule/index.ts';
import { UNAUTHORIZED_EXCEPTION } from '../session/index.ts';

export const COMPUTING_ERROR = 'echeancier-computing-error';

export const penaltiesErrors = { [UNAUTHORIZED_EXCEPTION]: 401, [SPV_NOT_FOUND]: 500, [COMPUTING_ERROR]: 500 };
