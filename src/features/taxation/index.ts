// Door of the taxation: the investor's history and requests, and what the payouts ask about tax.

export { type CouponTaxParts, recordCouponTaxes } from './record-coupon-taxes.ts';
export { taxationRoutes } from './routes.ts';
export { isTaxWithheld, rateBpsOf, type TaxRate, withheldTax } from './rules.ts';
export { taxRatesFor } from './tax-rates-for.ts';
