// Door of taxation: the investor's tax history, requests and summaries, and the tax rates and records of payouts.

export type { CouponTax } from './coupon-queries.ts';
export { sumLossesOfProject } from './loss-queries.ts';
export type { CustomerTaxRate } from './queries.ts';
export { recordCapitalLosses } from './record-capital-losses.ts';
export { recordCouponTax } from './record-coupon-tax.ts';
export { recordCouponTaxes } from './record-coupon-taxes.ts';
export { taxationRoutes } from './routes.ts';
export { isTaxWithheld, rateBpsOf, type TaxRate, type TaxYear } from './rules.ts';
export { taxRatesOf } from './tax-rates-of.ts';
