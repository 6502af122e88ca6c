// Door of the contract budget: interest escrow and construction budget of a property, and how they may change.

export {
  DECREASE_AFTER_TRANSFER,
  INCREASE_REQUIRES_PROVIDER_FUNDS,
  PROJECT_NOT_FOUND,
  PROVIDER_BALANCE_UNAVAILABLE,
} from './errors.ts';
export { readSpvBalance } from './read-spv-balance.ts';
export { contractBudgetRoutes } from './routes.ts';
export { versionOfOperation } from './rules.ts';
export { setBudgetOfSchedule } from './set-budget-of-schedule.ts';
export { BUDGET_VERBS } from './states.ts';
