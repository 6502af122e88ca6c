// The applications that show news, and where each keeps its active one. Pure.

/** Values of `appScope` (catalogue.md#home-news). */
export const APP_SCOPES = ['investors', 'pdp'] as const;
export type AppScope = (typeof APP_SCOPES)[number];

/** Cache entry `home-news:{scope}`; every change of a scope invalidates it (catalogue.md#home-news, A-home-news-4). */
export const CACHE_KEYS: Readonly<Record<AppScope, string>> = { investors: 'home-news:investors', pdp: 'home-news:pdp' };
