// A run with its lines and one payout each, in the caller's transaction: what coupons, capital, unlent capital and sales share.

import { parisYear } from '../../../core/dates.ts';
import type { Subquery } from '../../../core/db/subquery.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { type HolderShare, sharesOfHolders } from '../../../money/bricks/index.ts';
import { type CustomerTaxRate, isTaxWithheld, taxRatesOf } from '../../investing/taxation/index.ts';
import type { Schedule } from '../payment-schedule/index.ts';
import { openLines } from './open-lines.ts';
import { insertLines, insertRun, type NewRun, untaxed } from './queries.ts';

type Deps = Pick<AppDeps, 'jobs' | 'config'>;

/** From which wallet, under which name there, and by whose terms its coupons are taxed. */
export type RunSource = { accountId: string; label: string; schedule: Schedule | undefined };

/**
 * Shares the total over the bricks as they are held in this instant; bricks of pending or reserved deals are the seller's. Taxes
 * each
 * share of a coupon at its holder's rate of the Paris year. Undefined when the echeance was paid in this period already.
 */
export async function writeRun(
  tx: Tx,
  deps: Deps,
  run: NewRun,
  { accountId, label, schedule }: RunSource,
): Promise<{ taxCents: number; holders: number } | undefined> {
  if (!(await insertRun(tx, run))) return undefined;
  const { id, kind, propertyId, totalCents, at } = run;
  const shares = sharesOfHolders(propertyId, totalCents);
  const rates = kind === 'coupon' && schedule ? await couponRates(tx, deps, { schedule, shares, at }) : untaxed(shares);
  const { holders, grossCents, taxCents } = await insertLines(tx, id, { shares, rates });
  if (grossCents !== totalCents)
    throw new Error(`property ${propertyId} has no holders, or their shares are ${grossCents} of ${totalCents}`);
  await openLines(tx, deps, { id, kind, propertyId, accountId, label, at });
  return { taxCents, holders };
}

/** A coupon is not taxed when its issuer does not withhold (tax.md#withholding). */
async function couponRates(
  tx: Tx,
  deps: Deps,
  coupon: { schedule: Schedule; shares: Subquery<HolderShare>; at: Temporal.Instant },
): Promise<Subquery<CustomerTaxRate>> {
  const { schedule, shares, at } = coupon;
  const issuer = { issuerCountry: schedule.spvCountry, contractType: schedule.investorContractType };
  if (!isTaxWithheld(issuer, deps.config.ROYALTY_WITHHOLDING)) return untaxed(shares);
  return taxRatesOf(tx, deps, { customers: shares, year: parisYear(at) });
}
