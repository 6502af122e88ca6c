// GET /administration/referral-for-primary-purchase/:propertyId/payout-status.

import { formatEuros } from '../../../core/cents.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import { AppError } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { PROPERTY_NOT_FOUND } from '../../projects/project-life/index.ts';
import { sumUnpaid } from './payout-queries.ts';
import { findPayoutState } from './reward-queries.ts';
import { type PayoutStatus, payoutStatus } from './reward-rules.ts';

/** `amount`: the property's rewards that are neither blocked nor paid, in fr-FR euros. Error: `property.not-found`. */
export async function readPayoutStatus(
  { db, config }: Pick<AppDeps, 'db' | 'config'>,
  propertyId: PropertyId,
): Promise<{ payoutStatus: { financialStatus: string | null; referralPayoutStatus: PayoutStatus }; amount: string }> {
  const property = await findPayoutState(db, propertyId);
  if (!property) throw new AppError(PROPERTY_NOT_FOUND);
  return {
    payoutStatus: {
      financialStatus: property.financialStatus,
      referralPayoutStatus: payoutStatus(property, config.REFERRAL_DISBURSABLE_STATUSES),
    },
    amount: formatEuros(await sumUnpaid(db, propertyId)),
  };
}
