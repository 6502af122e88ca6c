// Pays one echeance out to the holders of the property's bricks, in one transaction (DOMAIN §7).

import { parisDate, parisYear } from '../../core/dates.ts';
import type { Tx } from '../../core/db/transaction.ts';
import { newId } from '../../core/ids.ts';
import type { AppDeps } from '../../deps.ts';
import { listHolders } from '../../money/bricks/index.ts';
import { openPayouts } from '../../money/wallet/index.ts';
import { deriveEcheance, type EcheanceRow, lockSchedule, type Schedule } from '../payment-schedule/index.ts';
import { isTaxWithheld, recordCouponTaxes, type TaxRate, taxRatesFor, withheldTax } from '../taxation/index.ts';
import { findSpvAccount, insertRun, type NewLine, type PayoutKind } from './queries.ts';
import { type Share, shareAmong } from './rules.ts';

type Deps = Pick<AppDeps, 'jobs' | 'config'>;

/** Which echeance, in which period, and at what moment. */
export type Distribution = { kind: PayoutKind; propertyId: string; echeanceId: string; period: string; at: Temporal.Instant };

/** What was opened, cents; zeros when there was nothing to distribute. */
export type Distributed = { totalCents: number; taxCents: number; holders: number };

const NOTHING: Distributed = { totalCents: 0, taxCents: 0, holders: 0 };
const COUPON = { purpose: 'coupon-payout', type: 'COUPON_PAYOUT' } as const;
const CAPITAL = { purpose: 'capital-payout', type: 'CAPITAL_REPAYMENT' } as const;
const NO_TAX: TaxRate = { incomeTaxBps: 0, socialBps: 0 };

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
  const holders = await listHolders(tx, propertyId);
  const accountId = await findSpvAccount(tx, schedule.spvId);
  if (holders.length === 0 || accountId === null) throw new Error(`property ${propertyId} has no holders, or no wallet`);
  const lines = await taxLines(tx, deps, { kind, schedule, shares: shareAmong(totalCents, holders), at });
  const run = { id: newId(), kind, propertyId, echeanceId, period, runDate: parisDate(at), totalCents, at };
  if (!(await insertRun(tx, run, lines))) return NOTHING;
  await openLines(tx, deps, { kind, propertyId, accountId, echeancePeriod: echeance.period, at }, lines);
  return { totalCents, taxCents: lines.reduce((sum, line) => sum + line.taxCents, 0), holders: lines.length };
}

/** One payout per line, at the provider by jobs; the parts of each tax are kept for the yearly forms. */
export async function openLines(
  tx: Tx,
  deps: Deps,
  run: { kind: PayoutKind; propertyId: string; accountId: string; echeancePeriod: string; at: Temporal.Instant },
  lines: readonly Omit<NewLine, 'brickCount'>[],
): Promise<void> {
  const { kind, propertyId, accountId, echeancePeriod, at } = run;
  const words = kind === 'coupon' ? COUPON : CAPITAL;
  await openPayouts(
    tx,
    deps,
    { ...words, fromAccountId: accountId, comment: `${kind} ${echeancePeriod} ${propertyId}`, propertyId, at },
    lines.map(({ id, customerId, grossCents, taxCents }) => ({ subjectId: id, customerId, grossCents, taxCents })),
  );
  if (kind === 'coupon')
    await recordCouponTaxes(
      tx,
      lines.map(({ id, grossCents, rate }) => ({ subjectId: id, grossCents, rate })),
    );
}

/** Received and not yet distributed, cents. */
export function undistributed(kind: PayoutKind, echeance: EcheanceRow): number {
  if (kind === 'coupon') return deriveEcheance(echeance).investorsReceivedCents - echeance.couponDistributedCents;
  return Math.min(echeance.paidCapitalCents, echeance.capitalRepaymentDueCents) - echeance.capitalDistributedCents;
}

/** Capital is not taxed; nor is a coupon whose issuer does not withhold (DOMAIN §1.4, §4.3). */
async function taxLines(
  tx: Tx,
  deps: Deps,
  input: { kind: PayoutKind; schedule: Schedule; shares: readonly Share[]; at: Temporal.Instant },
): Promise<NewLine[]> {
  const { kind, schedule, shares, at } = input;
  const issuer = { issuerCountry: schedule.spvCountry, contractType: schedule.investorContractType };
  const isTaxed = kind === 'coupon' && isTaxWithheld(issuer, deps.config.ROYALTY_WITHHOLDING);
  const customerIds = shares.map(({ customerId }) => customerId);
  const rates = isTaxed ? await taxRatesFor(tx, deps, { customerIds, year: parisYear(at) }) : new Map<string, TaxRate>();
  return shares.map((share) => {
    const rate = rates.get(share.customerId) ?? NO_TAX;
    return { id: newId(), ...share, rate, taxCents: withheldTax(share.grossCents, rate).taxCents };
  });
}
