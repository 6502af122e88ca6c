// Pays one echeance out to the holders of the property's bricks, in one transaction (DOMAIN §7).

import { parisDate, parisYear } from '../../core/dates.ts';
import type { Subquery } from '../../core/db/subquery.ts';
import type { Tx } from '../../core/db/transaction.ts';
import { newId } from '../../core/ids.ts';
import type { AppDeps } from '../../deps.ts';
import { type HolderShare, sharesOfHolders } from '../../money/bricks/index.ts';
import { lockSchedule, type Schedule } from '../payment-schedule/index.ts';
import { type CustomerTaxRate, isTaxWithheld, taxRatesOf } from '../taxation/index.ts';
import { openLines } from './open-lines.ts';
import { findSpvAccount, insertLines, insertRun, type PayoutKind, untaxed } from './queries.ts';
import { undistributed } from './undistributed.ts';

type Deps = Pick<AppDeps, 'jobs' | 'config'>;

/** Which echeance, in which period, and at what moment. */
export type Distribution = { kind: PayoutKind; propertyId: string; echeanceId: string; period: string; at: Temporal.Instant };

/** What was opened, cents; zeros when there was nothing to distribute. */
export type Distributed = { totalCents: number; taxCents: number; holders: number };

const NOTHING: Distributed = { totalCents: 0, taxCents: 0, holders: 0 };

/**
 * 1. lock the schedule: what was received and not yet distributed is exact; 2. share it over the bricks as they are held in this
 * instant; bricks of pending or reserved deals are the seller's; 3. tax each share of a coupon at its holder's rate of the
 * Paris year; 4. write the run, its lines, and one payout each. The money stays in COUPON or CAPITAL, which nothing else
 * spends, until the provider has moved it (A-payouts-1). Run again in the same period, nothing happens.
 */
export async function distribute(tx: Tx, deps: Deps, input: Distribution): Promise<Distributed> {
  const { kind, propertyId, echeanceId, period, at } = input;
  const schedule = await lockSchedule(tx, propertyId);
  const echeance = schedule?.echeances.find(({ id }) => id === echeanceId);
  if (!schedule || !echeance || schedule.spvId === null) throw new Error(`echeance ${echeanceId} has lost its schedule or SPV`);
  const totalCents = undistributed(kind, echeance);
  if (totalCents <= 0) return NOTHING;
  const accountId = await findSpvAccount(tx, schedule.spvId);
  if (accountId === null) throw new Error(`the SPV of property ${propertyId} has no wallet`);
  const id = newId();
  if (!(await insertRun(tx, { id, kind, propertyId, echeanceId, period, runDate: parisDate(at), totalCents, at })))
    return NOTHING;
  const shares = sharesOfHolders(propertyId, totalCents);
  const rates = await ratesOf(tx, deps, { kind, schedule, shares, at });
  const { holders, grossCents, taxCents } = await insertLines(tx, id, { shares, rates });
  if (grossCents !== totalCents)
    throw new Error(`property ${propertyId} has no holders, or their shares are ${grossCents} of ${totalCents}`);
  await openLines(tx, deps, { id, kind, propertyId, accountId, echeancePeriod: echeance.period, at });
  return { totalCents, taxCents, holders };
}

/** Capital is not taxed; nor is a coupon whose issuer does not withhold (DOMAIN §1.4, §4.3). */
async function ratesOf(
  tx: Tx,
  deps: Deps,
  input: { kind: PayoutKind; schedule: Schedule; shares: Subquery<HolderShare>; at: Temporal.Instant },
): Promise<Subquery<CustomerTaxRate>> {
  const { kind, schedule, shares, at } = input;
  const issuer = { issuerCountry: schedule.spvCountry, contractType: schedule.investorContractType };
  const isTaxed = kind === 'coupon' && isTaxWithheld(issuer, deps.config.ROYALTY_WITHHOLDING);
  return isTaxed ? taxRatesOf(tx, deps, { customers: shares, year: parisYear(at) }) : untaxed(shares);
}
