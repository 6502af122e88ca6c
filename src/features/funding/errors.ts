// Codes of the funding and what each endpoint answers with them (document 2, Funding).

import { NOT_FOUND, P2P_FAILED_AT_PROVIDER } from '../../core/errors.ts';

export const FUNDING_PROPERTY_NOT_FOUND = 'property-funding.end.property-not-found';
// The documents name these conditions without a code (Q67): ours, in the order of DOMAIN §2.
export const FUNDING_ALREADY_ENDED = 'property-funding.end.already-ended';
export const MINIMUM_AMOUNT_NOT_REACHED = 'property-funding.end.minimum-amount-not-reached';
export const REPAYMENT_DATE_NOT_ELAPSED = 'property-funding.end.repayment-date-not-elapsed';

export const readFundingErrors = { [NOT_FOUND]: 404 };

export const endFundingErrors = {
  [FUNDING_PROPERTY_NOT_FOUND]: 404,
  [FUNDING_ALREADY_ENDED]: 400,
  [MINIMUM_AMOUNT_NOT_REACHED]: 400,
  [REPAYMENT_DATE_NOT_ELAPSED]: 400,
};

export const FUNDING_FEES_NOT_SET = 'property.funding-fees.not-set';
export const FUNDING_FEES_ALREADY_TRANSFERED = 'property.funding-fees.already-transfered';
export const FIDUCIE_FEES_NOT_SET = 'property.fiducie-fees.not-set';
export const FIDUCIE_FEES_ALREADY_TRANSFERED = 'property.fiducie-fees.already-transfered';

export const transferFundingFeesErrors = {
  [NOT_FOUND]: 404,
  [FUNDING_FEES_NOT_SET]: 400,
  [FUNDING_FEES_ALREADY_TRANSFERED]: 400,
  [P2P_FAILED_AT_PROVIDER]: 500,
};

export const transferFiducieFeesErrors = {
  [NOT_FOUND]: 404,
  [FIDUCIE_FEES_NOT_SET]: 400,
  [FIDUCIE_FEES_ALREADY_TRANSFERED]: 400,
  [P2P_FAILED_AT_PROVIDER]: 500,
};

export const TRANSFER_EXCEEDS_FUNDING_AMOUNT = 'property.transfer-exceeds-funding-amount';
export const TRANSFER_FAILED_AT_PROVIDER = 'transfer-failed-at-provider';

export const transferFundsErrors = {
  [NOT_FOUND]: 404,
  [TRANSFER_EXCEEDS_FUNDING_AMOUNT]: 400,
  [TRANSFER_FAILED_AT_PROVIDER]: 500,
};

export const listTransfersErrors = { [NOT_FOUND]: 404 };
