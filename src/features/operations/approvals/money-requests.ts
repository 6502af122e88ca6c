// How the routes that move money for an administrator are answered otherwise than by doing it.

import { AppError, UNAUTHENTICATED } from '../../../core/errors.ts';
import type { MoneyRequests, MoneyRoute } from '../../../core/http/money-requests.ts';
import type { AppDeps } from '../../../deps.ts';
import { doOrAsk } from './ask.ts';
import { type DryRunDeps, rehearseRequest } from './dry-run.ts';
import { ApprovalView, DryRun } from './schemas.ts';

/** Fills `routes` with the routes that are registered. */
export function moneyRequests(
  deps: DryRunDeps & Pick<AppDeps, 'config' | 'jobs' | 'log'>,
  routes: Map<string, MoneyRoute>,
): MoneyRequests {
  return {
    answers: {
      200: { description: 'With dryRun: what would have happened', schema: DryRun },
      202: {
        description: 'From a threshold of FOUR_EYES_* on: nothing is done, and it waits for another administrator',
        schema: ApprovalView,
      },
    },
    register: (route) => {
      routes.set(route.operationId, route);
    },
    dryRun: async ({ caller, headers }, run) => {
      if (!caller) throw new AppError(UNAUTHENTICATED);
      const isSent = headers['idempotency-key'] !== undefined;
      return (await rehearseRequest(deps, { userId: caller.userId, isSent }, run)).shown;
    },
    doOrAsk: (request, reply, route, run) => doOrAsk(deps, { request, reply, route, run }),
  };
}
