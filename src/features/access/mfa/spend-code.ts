// Takes a typed code for the action of its context: what confirm-code of investors and of administrators have in common.

import type { Tx } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { CODE_EXPIRED, NO_VERIFICATION_CONTEXT, WRONG_CODE } from './errors.ts';
import { clearContext, confirmAddress, countWrongCode, lockContext } from './queries.ts';
import { mailboxesOf } from './replacements.ts';
import { addressOfCode, type ConfirmedAddress, type ContextKey, codeState, isTfaAction } from './rules.ts';

/** Why a code is refused, which address must still confirm, or what the context carries. */
export type SpentCode = { refusal: string } | { stillToConfirm: ConfirmedAddress } | { payload: object };

/**
 * Clears the context of the right code, whose action the caller applies in the same transaction; the code of a tfa action stays, as it
 * is sent again in the header, and so does the context of two codes until both are confirmed, in either order. The caller must let `tx` commit before it refuses, as a wrong code is counted in it.
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
  const address = addressOfCode(context, code, deps.config.MFA_ENCRYPTION_KEY);
  if (address === undefined) {
    await countWrongCode(tx, context);
    return { refusal: WRONG_CODE };
  }
  if (codeState(context, deps.clock.now()) === 'expired') return { refusal: CODE_EXPIRED };
  const stillToConfirm = mailboxesOf(key.action).find((other) => other !== address && other !== context.confirmedAddress);
  if (stillToConfirm !== undefined) {
    await confirmAddress(tx, key, address);
    return { stillToConfirm };
  }
  if (!isTfaAction(key.action)) await clearContext(tx, key);
  // Border: issueCode writes the payload as an object.
  return { payload: context.payload as object };
}
