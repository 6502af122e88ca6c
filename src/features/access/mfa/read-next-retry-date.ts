// GET /auth/mfa/:email/action/:action/next-retry-date: when the next code may be asked for.

import type { AppDeps } from '../../../deps.ts';
import { findCounterByEmail } from './queries.ts';
import { type MfaAction, nextRetryDate } from './rules.ts';

/**
 * `{ nextRetryDate }`, or `{}` when there is no counter: an unknown address looks like one that never asked
 * (access.md#what-public-routes-reveal).
 */
export async function readNextRetryDate(
  deps: Pick<AppDeps, 'db' | 'clock'>,
  input: { email: string; action: MfaAction },
): Promise<{ nextRetryDate?: string }> {
  const counter = await findCounterByEmail(deps.db, input.email, input.action);
  const date = counter && nextRetryDate(counter, deps.clock.now());
  return date ? { nextRetryDate: date.toString() } : {};
}
