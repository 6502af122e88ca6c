// Clears a claimed code, in the transaction of the operation that it allows.

import type { Tx } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import type { TfaClaim } from './claim-tfa.ts';
import { TFA_CODE_INVALID } from './errors.ts';
import { clearClaimedContext } from './queries.ts';

/**
 * Error: `2fa-code.invalid` when another operation has claimed the code since, or it was replaced: the operation must not happen.
 */
export async function consumeTfa(tx: Tx, claim: TfaClaim): Promise<void> {
  if (!(await clearClaimedContext(tx, claim))) throw new AppError(TFA_CODE_INVALID);
}
