// Codes of the contract budget and what its endpoint answers with them (funding.md#contract-budget).

import { PROJECT_IS_FINISHED, PROJECT_IS_SETTLED } from '../project-life/index.ts';

// The code where the documents call a property a project (http.md#one-id-two-names).
/**
 * There is no such project.
 * @cause No property has the id of the path.
 * @remedy Take the id from the list of properties.
 */
export const PROJECT_NOT_FOUND = 'project.not-found';

/**
 * This property has no contract budget to edit.
 * @cause Its contract is not an obligation, or its operation is not of version V2.
 * @remedy Edit a draft through the property itself; others keep their amounts.
 */
export const EDIT_ONLY_SUPPORTS_OBLIGATION_V2 = 'project.edit-only-supports-obligationV2';

/**
 * The interest escrow cannot change any more.
 * @cause The property has a payment schedule, and `totalFundEscrow` differs from what is stored.
 * @remedy Leave `totalFundEscrow` out, or send the stored amount.
 */
export const ESCROW_LOCKED_WITH_SCHEDULE = 'project.edit-contract-budget-interest-sequestre-locked-with-schedule';

// This code and the next two are also answered when a schedule is created, which sets the construction budget.
/**
 * Neither escrow nor construction budget may be decreased any more.
 * @cause An amount is below the stored one, and money of the funding was transferred to the project owner.
 * @remedy Keep the amounts, or raise them.
 */
export const DECREASE_AFTER_TRANSFER = 'project.edit-contract-budget-decrease-after-transfer';

/**
 * The money for the increase is missing.
 * @cause The increase exceeds the balance of the SPV's wallet at the provider, or what the project itself has.
 * @remedy Have the money paid in to the SPV first, or raise by less.
 */
export const INCREASE_REQUIRES_PROVIDER_FUNDS = 'project.edit-contract-budget-increase-requires-provider-funds';

/**
 * Whether the increase is covered is unknown.
 * @cause The provider did not answer with the balance, or the property has no SPV with a wallet.
 * @remedy Try again later; give the property an SPV with a wallet if it has none.
 */
export const PROVIDER_BALANCE_UNAVAILABLE = 'project.provider-balance-unavailable';

/** 400 where the document's table names no status (funding.md#contract-budget). */
export const contractBudgetErrors = {
  [PROJECT_NOT_FOUND]: 404,
  [EDIT_ONLY_SUPPORTS_OBLIGATION_V2]: 400,
  [PROJECT_IS_FINISHED]: 400,
  [PROJECT_IS_SETTLED]: 400,
  [ESCROW_LOCKED_WITH_SCHEDULE]: 400,
  [DECREASE_AFTER_TRANSFER]: 400,
  [INCREASE_REQUIRES_PROVIDER_FUNDS]: 400,
  [PROVIDER_BALANCE_UNAVAILABLE]: 500,
};
