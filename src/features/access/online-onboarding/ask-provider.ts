// POST /administration/onboarding/ask: asks the provider about one holder now, for an administrator who does not want to wait for a notification or the job.

import { recordAdminAction } from '../../../core/audit.ts';
import type { CustomerId, SpvId } from '../../../core/db/tables.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { AppError, VALIDATION_FAILED } from '../../../core/errors.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { findSpvAccount } from '../../projects/spvs/index.ts';
import { type FollowDeps, followNow } from './follow.ts';
import { readCustomerOnboarding } from './investor.ts';
import { readProjectOwnerOnboarding } from './project-owner.ts';
import { findPath } from './queries.ts';
import type { AdministrationOnboarding, OnboardingQuestion } from './schemas.ts';
import { readSpvOnboarding } from './spv.ts';

type Deps = FollowDeps & Pick<AppDeps, 'config'>;
type Holder = { customerId: CustomerId } | { spvId: SpvId } | { projectOwnerId: string };

/**
 * Answers the path as it is after the reading; whom the provider does not have stays as they are. Errors: `validation-failed`,
 * `not-found`, `temporarily-unavailable` when the provider does not answer.
 */
export async function askProvider(
  deps: Deps,
  { asked, audit }: { asked: OnboardingQuestion; audit: RouteAudit },
): Promise<AdministrationOnboarding> {
  const holder = holderOf(asked);
  const before = await show(deps, holder);
  await ask(deps, holder);
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

async function ask(deps: Deps, holder: Holder): Promise<void> {
  if ('customerId' in holder) return followNow(deps, holder);
  if ('spvId' in holder) {
    const accountId = await findSpvAccount(deps.db, holder.spvId);
    return accountId === null ? undefined : followNow(deps, { spvId: holder.spvId, accountId });
  }
  const path = await findPath(deps.db, holder);
  return path && followNow(deps, { pathId: path.id });
}

/** Error: `validation-failed` unless exactly one is named. */
function holderOf({ customerId, spvId, projectOwnerId }: OnboardingQuestion): Holder {
  if (customerId && !spvId && !projectOwnerId) return { customerId };
  if (spvId && !customerId && !projectOwnerId) return { spvId };
  if (projectOwnerId && !customerId && !spvId) return { projectOwnerId };
  throw new AppError(VALIDATION_FAILED, {
    faults: [{ path: 'body', reason: 'names one of customerId, spvId and projectOwnerId' }],
  });
}

function show(deps: Deps, holder: Holder): Promise<AdministrationOnboarding> {
  if ('customerId' in holder) return readCustomerOnboarding(deps, holder.customerId);
  return 'spvId' in holder ? readSpvOnboarding(deps, holder.spvId) : readProjectOwnerOnboarding(deps, holder.projectOwnerId);
}

function targetOf(holder: Holder): { type: 'customer' | 'spv' | 'project-owner'; id: string } {
  if ('customerId' in holder) return { type: 'customer', id: holder.customerId };
  return 'spvId' in holder ? { type: 'spv', id: holder.spvId } : { type: 'project-owner', id: holder.projectOwnerId };
}
