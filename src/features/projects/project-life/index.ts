// Door of the project life: the lock of a property, its financial status, and the changes after its publication.

export { propertyCacheKey } from './cache-key.ts';
export { changeFinancialStatus } from './change-financial-status.ts';
export { PROJECT_IS_FINISHED, PROJECT_IS_SETTLED, PROPERTY_NOT_FOUND, UNKNOWN_PROPERTY } from './errors.ts';
export { projectRow } from './project-row.ts';
export { PROJECT_STATES, type ProjectFacts, type ProjectState, projectState } from './project-states.ts';
export { lockProperties, lockProperty, type PropertyRow } from './queries.ts';
export { FINANCIAL_STATUSES, type FinancialState, type FinancialStatus, statusAfter } from './rules.ts';
export {
  markFundingEnded,
  markPurchased,
  markReferralsPaid,
  markSettled,
  raiseDelayFlag,
  setMarketplaceAllowed,
  undoPurchase,
  writeContractBudget,
  writeFeeTransfer,
  writeResale,
} from './write-queries.ts';
