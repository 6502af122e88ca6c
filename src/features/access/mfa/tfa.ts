// The code in header `tfa`: one operation claims it, so that it cannot serve two concurrent ones (access.md#the-tfa-header).

import type { CustomerId } from '../../../core/db/tables.ts';
import { inTransaction, type Tx } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import { newId } from '../../../core/ids.ts';
import type { AppDeps } from '../../../deps.ts';
import { TFA_CODE_IN_USE, TFA_CODE_INVALID } from './errors.ts';
import { claimContext, clearClaimedContext, lockContext } from './queries.ts';
import { codeState, isAbandoned, isRightCode, type TfaAction } from './rules.ts';
import { assertMayGuess, countWrong } from './wrong-codes.ts';

/** A code claimed by one operation until it is consumed or released; after two minutes another operation may claim it. */
export type TfaClaim = { customerId: CustomerId; action: TfaAction; token: string };

/**
 * Claims the code in its own transaction, before the operation begins. Then call `consumeTfa` in the transaction that
 * does the operation, or `releaseTfa` when it is refused. Wrong codes are counted as in confirm-code.
 * Errors: `2fa-code.invalid` when the code is absent, wrong, expired, voided or used, `2fa-code.in-use` while another operation has
 * claimed it, `too-many-requests` after many wrong codes of a day.
 */
export async function claimTfa(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config'>,
  input: { customerId: CustomerId; action: TfaAction; code: string | undefined },
): Promise<TfaClaim> {
  const { customerId, action, code } = input;
  const claim = { customerId, action, token: newId() };
  const refusal =
    code === undefined
      ? TFA_CODE_INVALID
      : await inTransaction(deps.db, async (tx) => {
          const at = deps.clock.now();
          const context = await lockContext(tx, { customerId, action });
          if (!context || codeState(context, at) !== 'valid') return TFA_CODE_INVALID;
          await assertMayGuess(tx, deps, context);
          if (!isRightCode(context, code, deps.config.MFA_ENCRYPTION_KEY)) {
            await countWrong(tx, deps, context);
            return TFA_CODE_INVALID;
          }
          if (context.claimedAt !== null && !isAbandoned(context.claimedAt, at)) return TFA_CODE_IN_USE;
          await claimContext(tx, { ...claim, at });
          return undefined;
        });
  if (refusal !== undefined) throw new AppError(refusal);
  return claim;
}

/**
 * Error: `2fa-code.invalid` when another operation has claimed the code since, or it was replaced: the operation must not happen.
 */
export async function consumeTfa(tx: Tx, claim: TfaClaim): Promise<void> {
  if (!(await clearClaimedContext(tx, claim))) throw new AppError(TFA_CODE_INVALID);
}
