// Settings whose effect depends on the environment: production is strict, development and tests are generous.

/** Whether `/docs` and `/openapi.json` are served: by default everywhere but in production. */
export function docsAreServed(config: { NODE_ENV: string; DOCS_ENABLED: boolean | undefined }): boolean {
  return config.DOCS_ENABLED ?? config.NODE_ENV !== 'production';
}

/** Outside production one address sends what many clients send in production. */
const LIMIT_FACTOR_OUTSIDE_PRODUCTION = 100;

/** Limit of requests per minute, for each address and for each account, counted over all processes. */
export function requestsPerMinute(config: { NODE_ENV: string; RATE_LIMIT_PER_MINUTE: number }): number {
  return config.RATE_LIMIT_PER_MINUTE * (config.NODE_ENV === 'production' ? 1 : LIMIT_FACTOR_OUTSIDE_PRODUCTION);
}
