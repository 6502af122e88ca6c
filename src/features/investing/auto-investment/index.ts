// Door of automatic investment: the investors' plans, the waves that buy according to them, and the simulation of a wave.

export { automaticFundingJob, simulateAutomaticInvestmentJob } from './jobs.ts';
export { investmentPlanRoutes } from './plan-routes.ts';
export { autoInvestmentRoutes } from './routes.ts';
export { scheduleFirstWave } from './schedule-first-wave.ts';
export { WAVE_VERBS } from './states.ts';
