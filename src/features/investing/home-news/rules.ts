// The scopes of the home news (one per application) and their cache keys. Pure.

/** Values of `appScope` (catalogue.md#home-news). */
export const APP_SCOPES = ['investors', 'pdp'] as const;
export type AppScope = (typeof APP_SCOPES)[number];

/** Every change of a scope's news invalidates its cache entry (catalogue.md#home-news, A-home-news-4). */
export const CACHE_KEYS: Readonly<Record<AppScope, string>> = { investors: 'home-news:investors', pdp: 'home-news:pdp' };
