// GET /administration/property/simulate-automatic-investment: enqueues the simulation; its result goes to the chat
// (funding.md#automatic-investment, A-auto-investment-7).

import { inTransaction } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { type Simulation, simulateAutomaticInvestmentJob } from './jobs.ts';

/** Returns the text of the answer. */
export async function startSimulation(deps: Pick<AppDeps, 'db' | 'jobs'>, simulation: Simulation): Promise<string> {
  await inTransaction(deps.db, (tx) => deps.jobs.enqueue(tx, simulateAutomaticInvestmentJob, simulation));
  return 'The simulation is running. Its result will be posted to the chat channel automatic-investment.';
}
