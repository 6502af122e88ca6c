// GET /properties/:propertyId/simulation, and the same for a signed-in investor at the own rate: what bricks would bring.

import { type Cents, centsOf } from '../../../core/cents.ts';
import { parisDate } from '../../../core/dates.ts';
import type { CustomerId, PropertyId } from '../../../core/db/tables.ts';
import { AppError, VALIDATION_FAILED } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { readCatalogueProperty } from '../../projects/properties/index.ts';
import { readSchedule, termsOf } from '../../repayment/payment-schedule/index.ts';
import { computeSchedule, type ScheduleTerms } from '../../repayment/schedule-computation/index.ts';
import { defaultRate, isTaxWithheld, readTaxRateOf } from '../taxation/index.ts';
import { FUNDING_IS_OVER, NO_SUCH_BRICKS, NO_TERMS } from './errors.ts';
import { findOffer, type Offer } from './queries.ts';
import { announcedTerms, courseOf, defaultMonths, lateMonths, monthsOf } from './rules.ts';
import type { Simulation } from './schemas.ts';

export type SimulationDeps = Pick<AppDeps, 'db' | 'clock' | 'cache' | 'config'>;

export type Asked = { propertyId: PropertyId; amountCents?: Cents; bricks?: number };

/**
 * 1. the project, as the public sees it, with its funding not ended; 2. the terms of its stored schedule, else those that it announces; 3. the
 * bricks; 4. the schedule of the whole project, and the share of the bricks in each echeance. Nothing is stored. `customerId`: whose tax
 * rate counts. Errors: `property.not-found`, `simulation.funding-is-over`, `simulation.no-terms`, `simulation.no-such-bricks`,
 * `validation-failed` for both or neither of amount and bricks.
 */
export async function simulate(deps: SimulationDeps, asked: Asked, customerId?: CustomerId): Promise<Simulation> {
  const { propertyId, amountCents, bricks } = asked;
  if ((amountCents === undefined) === (bricks === undefined))
    throw new AppError(VALIDATION_FAILED, { faults: [{ path: 'query', reason: 'must have either amountCents or bricks' }] });
  const project = await readCatalogueProperty(deps, { propertyId, draftToken: undefined });
  if (project.state !== 'announced' && project.state !== 'collecting') throw new AppError(FUNDING_IS_OVER);
  const today = parisDate(deps.clock.now());
  const offer = await findOffer(deps.db, propertyId);
  const known = offer && (await readTerms(deps, { propertyId, offer, today }));
  const { brickPriceCents, totalBricks } = project;
  if (!offer || !known || brickPriceCents === null || totalBricks === null) throw new AppError(NO_TERMS);
  const brickCount = bricks ?? Math.floor((amountCents ?? 0) / brickPriceCents);
  if (brickCount < 1 || brickCount > totalBricks) throw new AppError(NO_SUCH_BRICKS);
  const { taxRate, taxBpsIn } = await readRate(deps, offer, customerId);
  const payoutDay = deps.config.COUPON_PAYOUT_DAY_OF_MONTH;
  const months = monthsOf(computeSchedule(known.terms), { brickCount, heldBrickCount: totalBricks, taxBpsIn, payoutDay, today });
  const paidCents = centsOf(brickCount * brickPriceCents);
  const end = months.at(-1)?.date ?? today;
  const late = lateMonths(months, taxBpsIn);
  const bought = { amountCents: paidCents, today };
  return {
    brickCount,
    amountCents: paidCents,
    basis: known.basis,
    taxRate,
    taxBps: taxBpsIn((months[0]?.date ?? today).year),
    months: months.map(({ date, ...month }) => ({ date: date.toString(), ...month })),
    planned: courseOf(months, { ...bought, end }),
    late: courseOf(late, { ...bought, end: late.at(-1)?.date ?? today }),
    default: courseOf(defaultMonths(months), { ...bought, end }),
  };
}

type Known = { basis: Simulation['basis']; terms: ScheduleTerms };

async function readTerms(
  deps: SimulationDeps,
  { propertyId, offer, today }: { propertyId: PropertyId; offer: Offer; today: Temporal.PlainDate },
): Promise<Known | undefined> {
  const schedule = await readSchedule(deps.db, propertyId);
  if (schedule) return { basis: 'schedule', terms: termsOf(schedule, deps.config) };
  const { fundingMaxEndDate } = offer;
  const terms = announcedTerms(offer, today, fundingMaxEndDate === null ? null : parisDate(fundingMaxEndDate));
  return terms && { basis: 'announced-terms', terms };
}

async function readRate(deps: SimulationDeps, offer: Offer, customerId: CustomerId | undefined) {
  if (!isTaxWithheld(offer, deps.config.ROYALTY_WITHHOLDING)) return { taxRate: 'none', taxBpsIn: () => 0 } as const;
  if (customerId === undefined) return { taxRate: 'default', taxBpsIn: defaultRate(deps.config) } as const;
  return { taxRate: 'own', taxBpsIn: await readTaxRateOf(deps, customerId) } as const;
}
