// What the voting endpoints answer when the platform fails or is not configured: the generic 500 (services.md#votes).

import { INTERNAL_ERROR } from '../../../core/errors.ts';

export const votingErrors = { [INTERNAL_ERROR]: 500 };
