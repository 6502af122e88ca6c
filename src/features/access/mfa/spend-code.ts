// Takes a typed code for the action of its context: what confirm-code of investors and of administrators have in common.

import type { Tx } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { CODE_EXPIRED, NO_VERIFICATION_CONTEXT, WRONG_CODE } from './errors.ts';
import { clearContext, countWrongCode, lockContext } from './queries.ts';
import { type ContextKey, codeState, isRightCode, isTfaAction } from './rules.ts';

/** Why a code is refused, or what its context carries. */
export type SpentCode = { refusal: string } | { payload: object };

/**
 * Clears the context of the right code, whose action the caller applies in the same transaction; the code of a tfa action stays, as it
 * is sent again in the header. The caller must let `tx` commit before it refuses, as a wrong code is counted in it.
 * Refusals: `2fa.verification-code.no-verification-context`, `.wrong-code`, `.code-expired` (A-mfa-4).
 */
export async function spendCode(
  tx: Tx,
  deps: Pick<AppDeps, 'clock' | 'config'>,
  key: ContextKey,
  code: string,
): Promise<SpentCode> {
  const context = await lockContext(tx, key);
  if (!context?.codeCiphertext) return { refusal: NO_VERIFICATION_CONTEXT };
  if (!isRightCode(context, code, deps.config.MFA_ENCRYPTION_KEY)) {
    await countWrongCode(tx, context);
    return { refusal: WRONG_CODE };
  }
  if (codeState(context, deps.clock.now()) === 'expired') return { refusal: CODE_EXPIRED };
  if (!isTfaAction(key.action)) await clearContext(tx, key);
  // Border: issueCode writes the payload as an object.
  return { payload: context.payload as object };
}
