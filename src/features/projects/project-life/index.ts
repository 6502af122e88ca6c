// What every wing needs of a project before it acts: its lock, its states, and its money at the provider.

export {
  MONEY_NOT_AT_PROVIDER,
  PROJECT_IS_FINISHED,
  PROJECT_IS_SETTLED,
  PROPERTY_NOT_FOUND,
  UNKNOWN_PROPERTY,
} from './errors.ts';
export { lockHasCover, lockMoneyAtProvider, readMoneyAtProvider } from './money-at-provider.ts';
export { publicStateAt } from './public-state-queries.ts';
export {
  changeFinancialStatus,
  lockProperties,
  lockProperty,
  markFundingEnded,
  markPurchased,
  markReferralsPaid,
  markSettled,
  type PropertyRow,
  propertyCacheKey,
  raiseDelayFlag,
  setMarketplaceAllowed,
  sumOffProvider,
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
  PUBLIC_STATES,
  type PublicState,
  projectRow,
  projectState,
  statusAfter,
} from './rules.ts';
