// Codes of the funding and what each endpoint answers with them.

import { NOT_FOUND } from '../../../core/errors.ts';
import { P2P_FAILED_AT_PROVIDER } from '../../../money/payments/index.ts';
import { PROJECT_IS_FINISHED, PROJECT_IS_SETTLED } from '../project-life/index.ts';

/**
 * There is no property whose funding could be closed.
 * @cause The property id in the path is unknown.
 * @remedy Take the id from the list of properties.
 */
export const FUNDING_PROPERTY_NOT_FOUND = 'property-funding.end.property-not-found';

// The documents name these conditions without codes: ours, in the order of funding.md#closing.
/**
 * The funding was closed already.
 * @cause An administrator or the daily job closed it before.
 * @remedy Do nothing: the property shows when it was closed.
 */
export const FUNDING_ALREADY_ENDED = 'property-funding.end.already-ended';

/**
 * The funding has not reached its minimum amount.
 * @cause The confirmed purchases are below the minimum; waiting ones do not count.
 * @remedy Wait for more purchases, or for the waiting ones to be confirmed.
 */
export const MINIMUM_AMOUNT_NOT_REACHED = 'property-funding.end.minimum-amount-not-reached';

/**
 * A purchase of the funding can still be canceled.
 * @cause The withdrawal window of the last purchase has not ended.
 * @remedy Close the funding after the possible closing date that its view shows.
 */
export const REPAYMENT_DATE_NOT_ELAPSED = 'property-funding.end.repayment-date-not-elapsed';

export const readFundingErrors = { [NOT_FOUND]: 404 };

export const endFundingErrors = {
  [FUNDING_PROPERTY_NOT_FOUND]: 404,
  [FUNDING_ALREADY_ENDED]: 400,
  [MINIMUM_AMOUNT_NOT_REACHED]: 400,
  [REPAYMENT_DATE_NOT_ELAPSED]: 400,
};

/**
 * The property has no structuring fees.
 * @cause No amount, or 0, is set for `companyFees.fundingFees`.
 * @remedy Set the amount in the property first.
 */
export const FUNDING_FEES_NOT_SET = 'property.funding-fees.not-set';

/**
 * The structuring fees were transferred already.
 * @cause An earlier request, or one at the same time, has done it.
 * @remedy Do nothing: the property shows the transfer.
 */
export const FUNDING_FEES_ALREADY_TRANSFERED = 'property.funding-fees.already-transfered';

/**
 * The property has no fiducie fees.
 * @cause No amount, or 0, is set for `companyFees.fiducieFees`.
 * @remedy Set the amount in the property first.
 */
export const FIDUCIE_FEES_NOT_SET = 'property.fiducie-fees.not-set';

/**
 * The fiducie fees were transferred already.
 * @cause An earlier request, or one at the same time, has done it.
 * @remedy Do nothing: the property shows the transfer.
 */
export const FIDUCIE_FEES_ALREADY_TRANSFERED = 'property.fiducie-fees.already-transfered';

export const transferFundingFeesErrors = {
  [NOT_FOUND]: 404,
  [FUNDING_FEES_NOT_SET]: 400,
  [FUNDING_FEES_ALREADY_TRANSFERED]: 400,
  [PROJECT_IS_SETTLED]: 400,
  [P2P_FAILED_AT_PROVIDER]: 500,
};

export const transferFiducieFeesErrors = {
  [NOT_FOUND]: 404,
  [FIDUCIE_FEES_NOT_SET]: 400,
  [FIDUCIE_FEES_ALREADY_TRANSFERED]: 400,
  [PROJECT_IS_SETTLED]: 400,
  [P2P_FAILED_AT_PROVIDER]: 500,
};

/**
 * The transfer exceeds what the project owner may get now.
 * @cause Together with earlier transfers, `amountToTransfer` exceeds the funded amount less fees, escrow and construction
 * budget, or what the project holds.
 * @remedy Send at most what the list of transfers shows as transferable.
 */
export const TRANSFER_EXCEEDS_FUNDING_AMOUNT = 'property.transfer-exceeds-funding-amount';

/**
 * The money was not paid out, or the outcome is not known yet.
 * @cause The provider refused the order or did not answer, or the SPV has no wallet; `detail` says which.
 * @remedy Correct what `detail` names and try again: an order without an answer is looked up first and never sent twice.
 */
export const TRANSFER_FAILED_AT_PROVIDER = 'transfer-failed-at-provider';

// Ours, of transfers beside one whose outcome is not known, and of records that were wrong.
/**
 * A withdrawal to the owner has no outcome yet, and this may be the same money.
 * @cause The provider has not answered a withdrawal, and the request records a transfer made outside, or orders the same amount to
 * another bank account.
 * @remedy Wait until the list of transfers shows what became of the withdrawal, then send the request again.
 */
export const OWNER_TRANSFER_OPEN = 'property.owner-transfer-open';

/**
 * This transfer to the owner cannot be taken back.
 * @cause It was paid out by the provider, a later transfer stands after it, or it was taken back already.
 * @remedy Take back later records first; what the provider has paid out comes back only by a wire.
 */
export const OWNER_TRANSFER_STANDS = 'property.owner-transfer-cannot-be-taken-back';

export const transferFundsErrors = {
  [NOT_FOUND]: 404,
  [TRANSFER_EXCEEDS_FUNDING_AMOUNT]: 400,
  [PROJECT_IS_FINISHED]: 400,
  [PROJECT_IS_SETTLED]: 400,
  [OWNER_TRANSFER_OPEN]: 400,
  [TRANSFER_FAILED_AT_PROVIDER]: 500,
};

export const listTransfersErrors = { [NOT_FOUND]: 404 };

export const takeBackTransferErrors = { [NOT_FOUND]: 404, [PROJECT_IS_SETTLED]: 400, [OWNER_TRANSFER_STANDS]: 400 };
