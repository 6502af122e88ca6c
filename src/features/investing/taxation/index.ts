// Door of the taxation: the investor's history and requests, and what the payouts ask about tax.

export { recordCapitalLosses } from './record-capital-losses.ts';
export { recordCouponTax } from './record-coupon-tax.ts';
export { type CouponTax, recordCouponTaxes } from './record-coupon-taxes.ts';
export { taxationRoutes } from './routes.ts';
export { isTaxWithheld, rateBpsOf, type TaxRate, type TaxYear } from './rules.ts';
export { type CustomerTaxRate, taxRatesOf } from './tax-rates-of.ts';
