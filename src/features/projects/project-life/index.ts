// Door of the project life: the lock of a property, its financial status, and the changes after its publication.

export { propertyCacheKey } from './cache-key.ts';
export { changeFinancialStatus } from './change-financial-status.ts';
export { PROJECT_IS_FINISHED, PROJECT_IS_SETTLED, PROPERTY_NOT_FOUND, UNKNOWN_PROPERTY } from './errors.ts';
export {
  lockProperties,
  lockProperty,
  markFundingEnded,
  markPurchased,
  markReferralsPaid,
  markSettled,
  type PropertyRow,
  raiseDelayFlag,
  setMarketplaceAllowed,
  undoPurchase,
  writeContractBudget,
  writeFeeTransfer,
  writeResale,
} from './queries.ts';
export {
  type FinancialState,
  type FinancialStatus,
  PROJECT_STATES,
  type ProjectFacts,
  type ProjectState,
  projectRow,
  projectState,
  statusAfter,
} from './rules.ts';
