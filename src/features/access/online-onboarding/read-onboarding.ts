// GET /customers/onboarding: how far an investor is, and what to do next.

import type { CustomerId } from '../../../core/db/tables.ts';
import { AppError } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { type FollowDeps, followHolder } from './follow-holder.ts';
import { findPath } from './queries.ts';
import { OPEN_STATES } from './rules.ts';
import type { Onboarding } from './schemas.ts';
import { showInvestor } from './show-investor.ts';

/** The path as it is; the provider is asked while it may have moved, and a silent one leaves what is known. */
export async function readOnboarding(
  deps: FollowDeps & Pick<AppDeps, 'config'>,
  { customerId }: { customerId: CustomerId },
): Promise<Onboarding> {
  const known = await findPath(deps.db, { customerId });
  if (known?.providerAccountId && OPEN_STATES.includes(known.state))
    await followHolder(deps, { customerId }).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      deps.log.warn({ err: error, customerId }, 'onboarding not read at the provider');
    });
  return (await showInvestor(deps, customerId)).view;
}
