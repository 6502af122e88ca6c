// A wallet may have been verified at the provider before its SPV was known here: no notification comes any more, so it is read.

import type { SpvId } from '../../../core/db/tables.ts';
import { defineJob } from '../../../core/jobs.ts';
import type { AppDeps } from '../../../deps.ts';

/**
 * Takes over KYB and block of the wallet (A-spvs-9). Done by the room provider-webhooks through `deps`: it imports this room, not the
 * reverse. A silent provider is asked again by the queue, twelve times at most; then the job waits for an operator.
 */
export const followSpvJob = defineJob<Pick<AppDeps, 'followSpv'>, { spvId: SpvId; accountId: string }>({
  name: 'follow-spv',
  pollSeconds: 2,
  work: (deps, { spvId, accountId }) => deps.followSpv({ spvId, accountId }),
});
