// Codes of the funding and what each endpoint answers with them (document 2, Funding).

import { NOT_FOUND } from '../../core/errors.ts';

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

export const P2P_FAILED_AT_PROVIDER = 'p2p-failed-at-provider';
