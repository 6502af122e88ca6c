// Door of the funding: its rules and its closing.

export { fundingRoutes } from './routes.ts';
export { FUNDING_STATUSES, fundedPercentage, fundingStatus, planBricks } from './rules.ts';
