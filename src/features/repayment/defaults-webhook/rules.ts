// Which penalties are valid. Pure.

import { MAX_CENTS } from '../../../core/cents.ts';
import { AppError } from '../../../core/errors.ts';
import { COMPUTING_ERROR } from './errors.ts';
import type { DefaultedProject } from './schemas.ts';

type Penalty = DefaultedProject['penalties'][number]['penalty'];

/**
 * Error: `echeancier-computing-error` for a part that is negative, no whole number of cents, or more than any amount can be; and for one
 * above the total, which could never be corrected: the right split has the same total, which changes nothing.
 */
export function assertSound({ total, forInvestors, forBricks }: Penalty): void {
  for (const cents of [total, forInvestors, forBricks])
    if (!Number.isSafeInteger(cents) || cents < 0 || cents > MAX_CENTS) throw new AppError(COMPUTING_ERROR);
  if (forInvestors > total || forBricks > total) throw new AppError(COMPUTING_ERROR);
}

/** The sender decides: a split that does not add up is logged, and written all the same (defaults.md#penalties). */
export function addsUp({ total, forInvestors, forBricks }: Penalty): boolean {
  return forInvestors + forBricks === total;
}
