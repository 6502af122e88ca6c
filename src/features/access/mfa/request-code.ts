// Asks for the code of an action: what PATCH /auth/mfa, trigger-mfa and GET /customers/email/send-code have in common.

import type { CustomerId } from '../../../core/db/tables.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { issueCode } from './issue-code.ts';
import { lockOrMakeContext } from './queries.ts';
import type { MfaRequest } from './rules.ts';

/** Creates or renews the customer's context of this action and mails its code. Error: `2fa.too-many-attempts`. */
export async function requestCode(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs'>,
  customerId: CustomerId,
  request: MfaRequest,
): Promise<void> {
  const { action, ...payload } = request;
  await inTransaction(deps.db, async (tx) => {
    const context = await lockOrMakeContext(tx, { customerId, action });
    await issueCode(tx, deps, context, payload);
  });
}
