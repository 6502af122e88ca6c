// Door of the funding: its rules and its closing.

export { P2P_FAILED_AT_PROVIDER } from './errors.ts';
export { fundingRoutes } from './routes.ts';
export { FUNDING_STATUSES, fundedPercentage, fundingStatus, planBricks } from './rules.ts';
