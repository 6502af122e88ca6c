// Door of the SPVs.

export { SPV_PROVIDER_WALLET_NOT_FOUND } from './errors.ts';
export { findSpv } from './queries.ts';
export { spvRoutes } from './routes.ts';
export { isSpvCountry, vatBpsOf } from './rules.ts';
