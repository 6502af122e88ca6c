// The terms of a schedule that is created or replaced, checked against its property.

import { AppError } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import type { PropertyRow } from '../../projects/project-life/index.ts';
import type { SpvRow } from '../../projects/spvs/index.ts';
import { askedTerms } from './asked-rules.ts';
import { CONFIG_INVALID } from './errors.ts';
import type { ScheduleConfig } from './schemas.ts';
import type { ScheduleTerms } from './terms-rules.ts';

/**
 * The terms of `config` for the locked property. Errors: rows 3 to 6 of schedule.md#validation-of-a-configuration, among row 6 those
 * that need the property: its SPV's country, what was collected, and what was set aside (A-payment-schedule-15).
 */
export function termsFor(
  { config, log }: Pick<AppDeps, 'config' | 'log'>,
  { property, spv }: { property: PropertyRow; spv: SpvRow },
  asked: ScheduleConfig,
): ScheduleTerms {
  const terms = askedTerms(asked, config, { path: 'body/echeancierConfig', vatOverrideBps: spv.vatOverrideBps });
  if (asked.spvCountry !== spv.country)
    throw new AppError(CONFIG_INVALID, { detail: `spvCountry differs from the country of the SPV: ${spv.country}.` });
  assertFunded(property, terms);
  assertEscrow(property, terms);
  const { total_fund_escrow_cents: escrowCents } = property;
  const { interestSequestreCents } = terms;
  if (interestSequestreCents !== escrowCents)
    log.warn(
      { propertyId: property.id, interestSequestreCents, escrowCents },
      "escrow of the schedule differs from the property's",
    );
  return terms;
}

/** A plan lends no more than is to be funded, a schedule after the closing no more than was collected. */
function assertFunded(property: PropertyRow, { totalFundedAmountCents }: ScheduleTerms): void {
  const { collected_cents: collectedCents, amount_to_fund_cents: targetCents } = property;
  const mostCents = collectedCents ?? targetCents;
  if (mostCents === null || totalFundedAmountCents <= mostCents) return;
  const what = collectedCents === null ? 'is to be funded' : 'was collected';
  throw new AppError(CONFIG_INVALID, { detail: `totalFundedAmount exceeds what ${what}: ${mostCents} cents.` });
}

/** Once the funding has closed, what was set aside covers the escrow (A-payment-schedule-11). */
function assertEscrow({ escrow_set_aside_cents: setAsideCents }: PropertyRow, { interestSequestreCents }: ScheduleTerms): void {
  if (setAsideCents !== null && interestSequestreCents > setAsideCents)
    throw new AppError(CONFIG_INVALID, {
      detail: `interestSequestre exceeds the escrow that the property set aside when its funding closed: ${setAsideCents} cents.`,
    });
}
