// Background jobs of automatic investment: due waves and simulations.

import { rateOf } from '../../../core/cents.ts';
import { defineJob } from '../../../core/jobs/jobs.ts';
import type { AppDeps } from '../../../deps.ts';
import { listDueWaves, simulatePlans } from './queries.ts';
import { describeSimulation, SIMULATION_TARGET_CENTS } from './rules.ts';
import { runWave } from './run-wave.ts';

/** Limit of one run, well below the time after which the queue gives a job up; the next run continues. */
const MAX_RUN_MS = 600_000;

type WaveDeps = Pick<AppDeps, 'db' | 'clock' | 'jobs' | 'config' | 'payments' | 'log'>;

/**
 * Runs every wave whose funding has started, and continues those that a crashed worker left behind. Concurrent runs are safe:
 * each candidate is handled once, under lock.
 */
export const automaticFundingJob = defineJob<WaveDeps, { dryRun?: boolean }>({
  name: 'automatic-funding',
  cron: '* * * * *',
  onDemand: true,
  concurrency: 1,
  work: async (deps, { dryRun = false }) => {
    const waves = await listDueWaves(deps.db, deps.clock.now());
    const report = { due: waves.length, finished: 0, open: 0, broken: 0, dryRun };
    if (dryRun) return report;
    const until = performance.now() + MAX_RUN_MS;
    for (const wave of waves) {
      try {
        report[(await runWave(deps, wave, until)) ? 'finished' : 'open'] += 1;
      } catch (error) {
        // An error in one wave does not stop the others; the next run retries it.
        deps.log.error({ err: error, waveId: wave.id, propertyId: wave.propertyId }, 'wave of automatic investment interrupted');
        report.broken += 1;
      }
    }
    return report;
  },
});

/** What the simulated property offers; months and percent. */
export type Simulation = { investmentHorizonInMonths: number; returnOnInvestment: number };

/** Posts to the chat what the current plans would invest in a property of five million euros. Changes nothing. */
export const simulateAutomaticInvestmentJob = defineJob<Pick<AppDeps, 'db' | 'config' | 'chat'>, Simulation>({
  name: 'simulate-automatic-investment',
  work: async ({ db, config, chat }, simulation) => {
    const offer = {
      brickPriceCents: config.BRICK_PRICE_CENTS,
      horizonInMonths: simulation.investmentHorizonInMonths,
      returnRate: rateOf(simulation.returnOnInvestment),
    };
    const result = await simulatePlans(db, offer, SIMULATION_TARGET_CENTS);
    await chat.post('automatic-investment', describeSimulation(simulation, result));
    return result;
  },
});
