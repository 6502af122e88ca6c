// Asks the provider about one holder now, for an administrator who does not want to wait for a notification or the job.

import { recordAdminAction } from '../../../core/audit.ts';
import type { CustomerId, SpvId } from '../../../core/db/tables.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { AppError, INTERNAL_ERROR, TEMPORARILY_UNAVAILABLE } from '../../../core/errors.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { findSpvAccount } from '../../projects/spvs/index.ts';
import { type FollowDeps, followInvestor, followOwner, followSpv } from './follow.ts';
import { showOwnerPath, showSpvPath } from './holder-path.ts';
import { showInvestorPath } from './investor-path.ts';
import { findPath } from './queries.ts';
import type { AdministrationOnboarding } from './schemas.ts';

type Deps = FollowDeps & Pick<AppDeps, 'config'>;
type Holder = { customerId: CustomerId } | { spvId: SpvId } | { projectOwnerId: string };

/**
 * Answers the path as it is after the reading; whom the provider does not have stays as they are. Errors: `not-found`,
 * `temporarily-unavailable` when the provider does not answer.
 */
export async function askProvider(deps: Deps, holder: Holder, audit: RouteAudit): Promise<AdministrationOnboarding> {
  const before = await show(deps, holder);
  try {
    if ('customerId' in holder) await followInvestor(deps, holder.customerId);
    else if ('spvId' in holder) {
      const accountId = await findSpvAccount(deps.db, holder.spvId);
      if (accountId !== null) await followSpv(deps, { spvId: holder.spvId, accountId });
    } else {
      const path = await findPath(deps.db, holder);
      if (path) await followOwner(deps, path.id);
    }
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== INTERNAL_ERROR) throw error;
    throw new AppError(TEMPORARILY_UNAVAILABLE, { detail: 'The payment provider does not answer.', cause: error });
  }
  const after = await show(deps, holder);
  await inTransaction(deps.db, (tx) =>
    recordAdminAction(tx, {
      ...audit,
      target: targetOf(holder),
      payload: { before: before.state, after: after.state },
      at: deps.clock.now(),
    }),
  );
  return after;
}

function show(deps: Deps, holder: Holder): Promise<AdministrationOnboarding> {
  if ('customerId' in holder) return showInvestorPath(deps, holder.customerId);
  return 'spvId' in holder ? showSpvPath(deps, holder.spvId) : showOwnerPath(deps, holder.projectOwnerId);
}

function targetOf(holder: Holder): { type: 'customer' | 'spv' | 'project-owner'; id: string } {
  if ('customerId' in holder) return { type: 'customer', id: holder.customerId };
  return 'spvId' in holder ? { type: 'spv', id: holder.spvId } : { type: 'project-owner', id: holder.projectOwnerId };
}
