// Codes of investment plans.

/**
 * Investment plans are switched off.
 * @cause The setting `ENABLE_INVESTMENT_PLAN` is false; as the reason of a skipped candidate, their plan was switched off too.
 * @remedy Buy bricks by hand, or have the operator switch the feature on.
 */
export const INVESTMENT_PLAN_DISABLED = 'investment-plan-disabled';

export const savePlanErrors = { [INVESTMENT_PLAN_DISABLED]: 400 };
