// Codes of automatic investment and of its plans, and the status of each (funding.md#automatic-investment: all of them 400).

import { UNKNOWN_PROPERTY } from '../../projects/project-life/index.ts';

/**
 * No wave of automatic investment can start, as the property is not published.
 * @cause The property of the path is a draft.
 * @remedy Publish the property first.
 */
export const PROPERTY_NOT_PUBLISHED = 'property-not-published';

/**
 * No wave of automatic investment can start, as the funding has ended.
 * @cause The funding of the property was closed.
 * @remedy Do nothing: nobody can buy from this funding any more.
 */
export const FUNDING_ALREADY_ENDED = 'funding-already-ended';

/**
 * A wave of automatic investment of this property is under way.
 * @cause It was started before, by the publication or by an administrator, and has not ended.
 * @remedy Wait until the wave is reported in the chat, then start another one.
 */
export const AUTOMATIC_FUNDING_JOB_ALREADY_PENDING = 'automatic-funding-job-already-pending';

/**
 * No wave of automatic investment of this property is under way.
 * @cause It has ended by itself, or was ended before.
 * @remedy Do nothing: another wave can be started.
 */
export const AUTOMATIC_FUNDING_JOB_NOT_PENDING = 'automatic-funding-job-not-pending';

/**
 * The investor got nothing from the wave of automatic investment, as their plan does not fit the property.
 * @cause They narrowed their plan after the wave began, or the offer was changed. The code is the reason of a skipped candidate, never
 * an answer.
 * @remedy Do nothing: the wave goes on with the next investor.
 */
export const PLAN_DOES_NOT_FIT = 'auto-investment.plan-does-not-fit';

/**
 * The investor got nothing from the wave of automatic investment, as the payment provider did not show their account.
 * @cause It could not be read in several runs of the wave, while the provider answered otherwise. The code is the reason of a skipped
 * candidate, never an answer.
 * @remedy Look at the account at the provider; a further wave tries again.
 */
export const ACCOUNT_NOT_READ = 'auto-investment.account-not-read';

/**
 * The investor got nothing from the wave of automatic investment, as an administrator ended it.
 * @cause They still waited for their turn. The code is the reason of a skipped candidate, never an answer.
 * @remedy Start another wave.
 */
export const WAVE_ENDED = 'auto-investment.wave-ended';

/**
 * The investor got nothing from the wave of automatic investment.
 * @cause They bought bricks of the property by hand after the wave began. The code is the reason of a skipped candidate, never an
 * answer.
 * @remedy Do nothing: the wave goes on with the next investor.
 */
export const BOUGHT_MEANWHILE = 'auto-investment.bought-meanwhile';

/**
 * Investment plans are switched off.
 * @cause The setting `ENABLE_INVESTMENT_PLAN` is false; as the reason of a skipped candidate, also their own plan may be off.
 * @remedy Buy bricks by hand, or have the operator switch the feature on.
 */
export const INVESTMENT_PLAN_DISABLED = 'investment-plan-disabled';

/**
 * The investment plan was saved elsewhere meanwhile.
 * @cause Another window or device has saved it after the moment that `unchangedSince` names.
 * @remedy Read the plan again, look at both, and send yours with its new `updatedAt`.
 */
export const PLAN_CHANGED_MEANWHILE = 'investment-plan.changed-meanwhile';

export const savePlanErrors = { [INVESTMENT_PLAN_DISABLED]: 400, [PLAN_CHANGED_MEANWHILE]: 409 };

export const triggerWaveErrors = {
  [UNKNOWN_PROPERTY]: 400,
  [PROPERTY_NOT_PUBLISHED]: 400,
  [FUNDING_ALREADY_ENDED]: 400,
  [INVESTMENT_PLAN_DISABLED]: 400,
  [AUTOMATIC_FUNDING_JOB_ALREADY_PENDING]: 400,
};

export const previewWaveErrors = {
  [UNKNOWN_PROPERTY]: 400,
  [PROPERTY_NOT_PUBLISHED]: 400,
  [FUNDING_ALREADY_ENDED]: 400,
};

export const endWaveErrors = {
  [UNKNOWN_PROPERTY]: 400,
  [PROPERTY_NOT_PUBLISHED]: 400,
  [AUTOMATIC_FUNDING_JOB_NOT_PENDING]: 400,
};

export const readWaveErrors = { [UNKNOWN_PROPERTY]: 400 };
