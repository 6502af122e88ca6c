// POST /auth/mfa/confirm-code: checks the code of an action and lets the action happen.

import { inTransaction } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { applyAction } from './apply-action.ts';
import { checkCode } from './check-code.ts';
import { CODE_EXPIRED, NO_VERIFICATION_CONTEXT, WRONG_CODE } from './errors.ts';
import { clearContext, lockContext } from './queries.ts';
import { codeState, isTfaAction, type MfaAction, type MfaRequest } from './rules.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs'>;

/**
 * One transaction checks the code, uses it up and applies the action, so a code works once. `withdraw`, `bank-account-creation` and
 * `profile-correction` are only verified: their code goes on as `tfa` (access.md#confirming-a-code). Answers the token of a
 * gift-card purchase.
 * Errors: `2fa.verification-code.no-verification-context`, `.wrong-code`, `.code-expired`; `session.email-already-used`.
 */
export async function confirmCode(
  deps: Deps,
  input: { customerId: string; userId: string; action: MfaAction; code: string },
): Promise<{ token: string } | undefined> {
  const { customerId, userId, action, code } = input;
  const confirmed = await inTransaction(deps.db, async (tx) => {
    const context = await lockContext(tx, { customerId, action });
    if (!context?.codeCiphertext) return { refusal: NO_VERIFICATION_CONTEXT };
    // A wrong code is counted: the transaction must commit before the refusal.
    if (!(await checkCode(tx, deps, context, code))) return { refusal: WRONG_CODE };
    if (codeState(context, deps.clock.now()) === 'expired') return { refusal: CODE_EXPIRED };
    if (isTfaAction(action)) return { answer: undefined };
    await clearContext(tx, { customerId, action });
    // Border: the payload of this action, as issueCode stored it.
    const request = { action, ...(context.payload as object) } as MfaRequest;
    return { answer: await applyAction(tx, deps, { customerId, userId }, request) };
  });
  if ('refusal' in confirmed) throw new AppError(confirmed.refusal);
  return confirmed.answer;
}
