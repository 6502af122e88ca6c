// Codes of automatic investment and what the trigger answers with them (document 2, Funding; Q19: all of them 400).

import { UNKNOWN_PROPERTY } from '../../core/errors.ts';
import { INVESTMENT_PLAN_DISABLED } from '../investment-plan/index.ts';

export const PROPERTY_NOT_PUBLISHED = 'property-not-published';
export const FUNDING_ALREADY_ENDED = 'funding-already-ended';
export const AUTOMATIC_FUNDING_JOB_ALREADY_PENDING = 'automatic-funding-job-already-pending';

/** Why a candidate buys nothing though all else is right: they bought by hand since the wave began (not an answer of any route). */
export const BOUGHT_MEANWHILE = 'auto-investment.bought-meanwhile';

export const triggerWaveErrors = {
  [UNKNOWN_PROPERTY]: 400,
  [PROPERTY_NOT_PUBLISHED]: 400,
  [FUNDING_ALREADY_ENDED]: 400,
  [INVESTMENT_PLAN_DISABLED]: 400,
  [AUTOMATIC_FUNDING_JOB_ALREADY_PENDING]: 400,
};
