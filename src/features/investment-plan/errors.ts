// Codes of investment plans.

/** The feature is switched off by ENABLE_INVESTMENT_PLAN (document 2, trigger-automatic-investment). */
export const INVESTMENT_PLAN_DISABLED = 'investment-plan-disabled';

export const savePlanErrors = { [INVESTMENT_PLAN_DISABLED]: 400 };
