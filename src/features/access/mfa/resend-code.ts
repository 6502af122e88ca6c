// POST /auth/mfa/resend-code: mails the code of a known context again, or a new one when it has expired (A-mfa-6).

import { inTransaction } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { findCustomerIdByEmail } from '../customers/index.ts';
import { NO_CODE_TO_RESEND, NO_CUSTOMER_FOR_EMAIL } from './errors.ts';
import { issueCode } from './issue-code.ts';
import { lockContext } from './queries.ts';
import { codeState, type MfaAction } from './rules.ts';

/**
 * Public: anybody who knows an address may have its code mailed again, within the rate limit. An expired or voided code is
 * replaced by a new one for the same payload (access.md#resending-a-code, access.md#emailed-codes).
 * Errors: `2fa.no-customer-for-email`, `2fa.no-code-to-resend`, `2fa.too-many-attempts`.
 */
export async function resendCode(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs' | 'log'>,
  input: { email: string; action: MfaAction; address: string },
): Promise<void> {
  const { action, address } = input;
  const customerId = await findCustomerIdByEmail(deps.db, input.email);
  deps.log.info({ action, address, customerId: customerId ?? 'none' }, 'code asked for again');
  if (customerId === undefined) throw new AppError(NO_CUSTOMER_FOR_EMAIL);
  await inTransaction(deps.db, async (tx) => {
    const context = await lockContext(tx, { customerId, action });
    if (!context || codeState(context, deps.clock.now()) === 'none') throw new AppError(NO_CODE_TO_RESEND);
    // Border: issueCode writes the payload as an object.
    await issueCode(tx, deps, context, context.payload as object);
  });
}
