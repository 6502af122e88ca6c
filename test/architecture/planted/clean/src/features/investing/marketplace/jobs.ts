import { inTransaction } from '../../../core/db/transaction.ts';
import { defineJob } from '../../../core/jobs.ts';
import type { Deps } from '../../../deps.ts';
import { lockDeal } from './queries.ts';
export const confirmDeals = defineJob({
  name: 'confirm-deals',
  work: async (deps: Deps, data: { dealId: string }) => inTransaction(deps.db, (tx) => lockDeal(tx, data.dealId)),
});
