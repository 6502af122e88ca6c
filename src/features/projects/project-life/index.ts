// Door of the project life: the lock of a property, its financial status, and the changes after its publication.

export { changeFinancialStatus } from './change-financial-status.ts';
export { lockProperties, lockProperty, type PropertyRow } from './queries.ts';
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
