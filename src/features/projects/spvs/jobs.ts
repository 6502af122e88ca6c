// A wallet may have been verified at the provider before its SPV was known here: no notification comes any more, so it is read.

import type { SpvId } from '../../../core/db/tables.ts';
import { declareJob } from '../../../core/jobs/jobs.ts';

/**
 * Takes over KYB and block of the wallet. The room online-onboarding does it: it imports this room, not the
 * reverse. A silent provider is asked again by the queue, twelve times at most; then the job waits for an operator.
 */
export const followSpvJob = declareJob<{ spvId: SpvId; accountId: string }>({ name: 'follow-spv', pollSeconds: 2 });
