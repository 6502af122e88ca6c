// When the market of a property may be opened or closed (document 2). Pure.

import { AppError, VALIDATION_FAILED } from '../../core/errors.ts';
import { PROJECT_NOT_PURCHASED_YET, PROJECT_RESALE_COMPLETED } from './errors.ts';

/** What decides: bricks of royalty properties alone are resold, from the purchase to the end of the final resale. */
export type ResaleState = {
  investorContractType: 'obligation' | 'loan' | 'royalty';
  purchasedDate: Temporal.Instant | null;
  resaleCompletedAt: Temporal.Instant | null;
};

/** Errors: `validation-failed` for a property that is not royalty (Q18), then the two codes of the table. */
export function assertMarketMayChange(property: ResaleState): void {
  if (property.investorContractType !== 'royalty')
    throw new AppError(VALIDATION_FAILED, { faults: [{ path: 'params/projectId', reason: 'is not a royalty property' }] });
  if (property.purchasedDate === null) throw new AppError(PROJECT_NOT_PURCHASED_YET);
  if (property.resaleCompletedAt !== null) throw new AppError(PROJECT_RESALE_COMPLETED);
}
