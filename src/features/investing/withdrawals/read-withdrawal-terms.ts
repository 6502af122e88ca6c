// GET /customers/provider/withdraw/terms: what a withdrawal would cost now, and how much can be withdrawn at most (A-withdrawals-24).

import type { Static } from 'typebox';
import type { CustomerId } from '../../../core/db/tables.ts';
import { AppError, FORBIDDEN } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { readWallet } from '../../../money/ledger/index.ts';
import { findCustomer, transactionRights } from '../../access/customers/index.ts';
import { readUsage } from './queries.ts';
import { freeQuota, usageWindow, withdrawalTerms } from './rules.ts';
import type { WithdrawalTerms } from './schemas.ts';

/** By our books: the withdrawal itself asks the provider too. */
export async function readWithdrawalTerms(
  { db, clock, config }: Pick<AppDeps, 'db' | 'clock' | 'config'>,
  customerId: CustomerId,
): Promise<Static<typeof WithdrawalTerms>> {
  const [customer, { availableCents }, { freeCount, withdrawnCents }] = await Promise.all([
    findCustomer(db, customerId),
    readWallet(db, customerId),
    readUsage(db, customerId, usageWindow(clock.now())),
  ]);
  if (!customer) throw new AppError(FORBIDDEN);
  return withdrawalTerms({
    isFeeDue: freeQuota(freeCount, config.WITHDRAW_FREE_PER_YEAR).shouldApplyFee,
    fee: { exclTaxCents: config.WITHDRAWAL_FEE_EXCL_TAX_CENTS, vatBps: config.VAT_RATE_BPS },
    availableCents,
    withdrawnCents,
    maxCentsPerDay: config.FRAUD_MAX_WITHDRAWAL_CENTS_PER_DAY,
    hasRights: transactionRights(customer) === 'all',
  });
}
