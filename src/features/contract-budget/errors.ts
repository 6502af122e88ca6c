// Codes of the contract budget and what its endpoint answers with them (document 2, Property editing and publication).

/** What the documents say where they call a property a project (Q32). */
export const PROJECT_NOT_FOUND = 'project.not-found';
export const EDIT_ONLY_SUPPORTS_OBLIGATION_V2 = 'project.edit-only-supports-obligationV2';
export const ESCROW_LOCKED_WITH_SCHEDULE = 'project.edit-contract-budget-interest-sequestre-locked-with-schedule';
/** These three are answered by the creation of a schedule too. */
export const DECREASE_AFTER_TRANSFER = 'project.edit-contract-budget-decrease-after-transfer';
export const INCREASE_REQUIRES_PROVIDER_FUNDS = 'project.edit-contract-budget-increase-requires-provider-funds';
export const PROVIDER_BALANCE_UNAVAILABLE = 'project.provider-balance-unavailable';

/** The statuses that the table leaves out are 400 (Q72). */
export const contractBudgetErrors = {
  [PROJECT_NOT_FOUND]: 404,
  [EDIT_ONLY_SUPPORTS_OBLIGATION_V2]: 400,
  [ESCROW_LOCKED_WITH_SCHEDULE]: 400,
  [DECREASE_AFTER_TRANSFER]: 400,
  [INCREASE_REQUIRES_PROVIDER_FUNDS]: 400,
  [PROVIDER_BALANCE_UNAVAILABLE]: 500,
};
