// GET .../management-fees/:period and .../management-fees/past/not-executed.

import { parisDate } from '../../core/dates.ts';
import type { AppDeps } from '../../deps.ts';
import { type FeeRow, listFeesOfPeriod, listOpenFeesUntil } from './queries.ts';
import { lastPastPeriod } from './rules.ts';
import type { ManagementFee } from './schemas.ts';

/** Fees of one month, executed or not. */
export async function listFees({ db }: Pick<AppDeps, 'db'>, period: string): Promise<ManagementFee[]> {
  return (await listFeesOfPeriod(db, period)).map(toView);
}

/** Past fees that nobody has paid yet; what counts as past depends on the payout day of the month (DOMAIN §1.11). */
export async function listPastFees({ db, clock, config }: Pick<AppDeps, 'db' | 'clock' | 'config'>): Promise<ManagementFee[]> {
  const last = lastPastPeriod(parisDate(clock.now()), config.COUPON_PAYOUT_DAY_OF_MONTH);
  return (await listOpenFeesUntil(db, last)).map(toView);
}

function toView(row: FeeRow): ManagementFee {
  return {
    echeanceId: row.echeanceId,
    propertyId: row.propertyId,
    propertyName: row.propertyName,
    spvId: row.spvId,
    number: row.number,
    period: row.period,
    dueDate: row.dueDate.toString(),
    amountExcludingTax: row.exclTaxCents,
    vat: row.vatCents,
    amountIncludingTax: row.exclTaxCents + row.vatCents,
    status: row.status === 'executed' ? 'executed' : 'notExecuted',
    executedAt: row.executedAt?.toString() ?? null,
    comment: row.comment,
  };
}
