// Door of taxation: the investor's tax history, requests and summaries, and the tax rates and records of payouts.

export { type CustomerTaxRate, reencryptTaxRequests } from './queries.ts';
export { type CouponTax, sumLossesByProject, sumLossesOfProject } from './record-queries.ts';
export { taxationRoutes } from './routes.ts';
export { isTaxWithheld, rateBpsOf, type TaxRate } from './rules.ts';
export {
  defaultRate,
  type RateInYear,
  readTaxRateOf,
  recordCapitalLosses,
  recordCouponTax,
  recordCouponTaxes,
  taxRatesOf,
} from './taxation.ts';
