// Door of automatic investment: the investors' plans, the waves that buy for whoever has one, and their simulation.

export { automaticFundingJob, simulateAutomaticInvestmentJob } from './jobs.ts';
export { investmentPlanRoutes } from './plan-routes.ts';
export { autoInvestmentRoutes } from './routes.ts';
export { scheduleFirstWave } from './schedule-first-wave.ts';
