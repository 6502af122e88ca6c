// Door of investment plans: what an investor wants bought for them when a funding starts.

export { INVESTMENT_PLAN_DISABLED } from './errors.ts';
export { investmentPlanRoutes } from './routes.ts';
