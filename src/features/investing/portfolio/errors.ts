// Codes of the portfolio and their status.

import { NOT_FOUND } from '../../../core/errors.ts';

/** A project of which the investor neither has nor had bricks, and waits for none. */
export const investmentErrors = { [NOT_FOUND]: 404 };
