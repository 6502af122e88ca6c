// Background work of automatic investment: the waves that are due, and simulations.

import { rateOf } from '../../../core/cents.ts';
import { defineJob } from '../../../core/jobs.ts';
import type { AppDeps } from '../../../deps.ts';
import { listDueWaves, simulatePlans } from './queries.ts';
import { describeSimulation, SIMULATION_TARGET_CENTS } from './rules.ts';
import { runWave } from './run-wave.ts';

/** A run ends after this long, well before the queue would take it for dead; the next one goes on where it stopped. */
const MAX_RUN_MS = 600_000;

type WaveDeps = Pick<AppDeps, 'db' | 'clock' | 'jobs' | 'config' | 'payments' | 'log'>;

/**
 * Runs every wave whose funding has started by the clock, and goes on with those that a dead worker left. Several runs at once
 * are harmless: each candidate is dealt with under lock, once.
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
        // One wave that cannot go on keeps no other from its turn; the next minute tries again.
        deps.log.error({ err: error, waveId: wave.id, propertyId: wave.propertyId }, 'wave of automatic investment interrupted');
        report.broken += 1;
      }
    }
    return report;
  },
});

/** What a simulated property would offer; months and percent. */
export type Simulation = { investmentHorizonInMonths: number; returnOnInvestment: number };

/** Adds up what the plans of now would bring to a property of five million euros, and posts it. Changes nothing. */
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
