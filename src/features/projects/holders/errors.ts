// Codes of the register of holders and their status.

import { PROPERTY_NOT_FOUND } from '../project-life/index.ts';

export const holdersErrors = { [PROPERTY_NOT_FOUND]: 404 };
