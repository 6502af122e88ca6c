// Which pages may act for a signed-in browser: our own, and those that the settings trust.

import type { FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { AppError, FORBIDDEN_ORIGIN } from '../errors.ts';

type OriginSettings = Pick<Config, 'NODE_ENV' | 'PUBLIC_URL' | 'FRONT_URL' | 'TRUSTED_ORIGINS'>;

/**
 * Ourselves, the front end and what the settings name; outside production also whatever host the request came to, since ports
 * differ there. The session layer asks here too: one rule for every route.
 */
export function trustedOrigins(config: OriginSettings, host: string | undefined): string[] {
  const known = [config.PUBLIC_URL, config.FRONT_URL, ...config.TRUSTED_ORIGINS].map((url) => new URL(url).origin);
  return config.NODE_ENV === 'production' || host === undefined ? known : [...known, `http://${host}`];
}

const READS = ['GET', 'HEAD', 'OPTIONS'];
/** `none`: somebody typed the address or opened a bookmark; no page can make a browser say so. */
const OWN_SITES = ['same-origin', 'none'];

/**
 * Refuses what a page of another site makes a signed-in browser send: anything that changes something, and a GET that does. Origin
 * decides (`null` is nobody's), else Sec-Fetch-Site; who sends neither is no browser and has the cookie from us. Requests without
 * the session cookie are not looked at, nor those of machines, whose keys no browser holds (A-core-16). Error: `forbidden-origin`.
 */
export function assertOwnOrigin(request: FastifyRequest, config: OriginSettings, sessionCookie: string): void {
  const { effects, guard } = request.routeOptions.config;
  if (READS.includes(request.method) && !effects) return;
  if (guard === 'provider-webhook' || guard === 'defaults-webhook') return;
  const { cookie, origin, host, 'sec-fetch-site': site } = request.headers;
  if (!carries(cookie, sessionCookie)) return;
  if (origin !== undefined) {
    if (!trustedOrigins(config, host).includes(origin)) throw refusal();
  } else if (site !== undefined && !(typeof site === 'string' && OWN_SITES.includes(site))) throw refusal();
}

/** True for a Cookie header with a cookie of this name, whatever its value. */
export function carries(cookieHeader: string | undefined, name: string): boolean {
  return cookieHeader?.split(';').some((part) => part.split('=', 1)[0]?.trim() === name) ?? false;
}

function refusal(): AppError {
  return new AppError(FORBIDDEN_ORIGIN, { detail: 'A page of another site may not ask for this.' });
}
