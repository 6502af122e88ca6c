// Door of automatic investment: the investors' plans, the waves that buy according to them, and the simulation of a wave.

export { automaticFundingJob, simulateAutomaticInvestmentJob } from './jobs.ts';
export { autoInvestmentRoutes, investmentPlanRoutes } from './routes.ts';
export { WAVE_VERBS } from './rules.ts';
export { scheduleFirstWave } from './waves.ts';
