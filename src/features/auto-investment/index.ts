// Door of automatic investment: waves that buy for whoever has a plan, and their simulation.

export { automaticFundingJob, simulateAutomaticInvestmentJob } from './jobs.ts';
export { autoInvestmentRoutes } from './routes.ts';
export { scheduleFirstWave } from './schedule-first-wave.ts';
