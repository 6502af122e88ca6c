// Door of the contract budget: interest escrow and construction budget of a property, and how they may change.

export { readSpvBalance, setBudgetOfSchedule } from './change-budget.ts';
export {
  DECREASE_AFTER_TRANSFER,
  INCREASE_REQUIRES_PROVIDER_FUNDS,
  PROJECT_NOT_FOUND,
  PROVIDER_BALANCE_UNAVAILABLE,
} from './errors.ts';
export { contractBudgetRoutes } from './routes.ts';
export { BUDGET_VERBS, versionOfOperation } from './rules.ts';
