// How the routes that move money for an administrator are answered otherwise than by doing it.

import { AppError, UNAUTHENTICATED } from '../../../core/errors.ts';
import type { MoneyRequests } from '../../../core/http/money-requests.ts';
import { type DryRunDeps, rehearseRequest } from './dry-run.ts';
import { DryRun } from './schemas.ts';

export function moneyRequests(deps: DryRunDeps): MoneyRequests {
  return {
    dryRunAnswer: DryRun,
    dryRun: async ({ caller, headers }, run) => {
      if (!caller) throw new AppError(UNAUTHENTICATED);
      const isSent = headers['idempotency-key'] !== undefined;
      return (await rehearseRequest(deps, { userId: caller.userId, isSent }, run)).shown;
    },
  };
}
