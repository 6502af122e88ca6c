// Door of the project life: the lock of a property, its financial status, and the changes after its publication.

export { propertyCacheKey } from './cache-key.ts';
export { changeFinancialStatus } from './change-financial-status.ts';
export { PROPERTY_NOT_FOUND, UNKNOWN_PROPERTY } from './errors.ts';
export { lockProperties, lockProperty, type PropertyRow } from './queries.ts';
export { FINANCIAL_STATUSES, type FinancialStatus } from './rules.ts';
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
