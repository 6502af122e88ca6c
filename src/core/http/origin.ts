// CSRF protection: only our own pages and those of trusted origins may use the session of a browser.

import type { FastifyRequest } from 'fastify';
import { AppError, FORBIDDEN_ORIGIN } from '../errors.ts';

type OriginSettings = { NODE_ENV: string; PUBLIC_URL: string; FRONT_URL: string; TRUSTED_ORIGINS: readonly string[] };

/**
 * Our own origin, the front end and TRUSTED_ORIGINS; outside production also the host of the request, since ports differ there. The
 * session layer uses the same list.
 */
export function trustedOrigins(config: OriginSettings, host: string | undefined): string[] {
  const known = [config.PUBLIC_URL, config.FRONT_URL, ...config.TRUSTED_ORIGINS].map((url) => new URL(url).origin);
  return config.NODE_ENV === 'production' || host === undefined ? known : [...known, `http://${host}`];
}

const READS = ['GET', 'HEAD', 'OPTIONS'];
/** `none`: the user typed the URL or opened a bookmark; a page cannot cause this value. */
const OWN_SITES = ['same-origin', 'none'];

/**
 * Refuses cross-site requests that carry the session cookie and have effects: all methods but reads, and a GET that is declared with
 * effects. The Origin header decides (`null` is refused), else Sec-Fetch-Site; a client that sends neither is not a browser. Requests
 * without the cookie and webhooks with an API key are not checked (A-core-16). Error: `forbidden-origin`.
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

/** True when the Cookie header has a cookie of this name. */
export function carries(cookieHeader: string | undefined, name: string): boolean {
  return cookieHeader?.split(';').some((part) => part.split('=', 1)[0]?.trim() === name) ?? false;
}

function refusal(): AppError {
  return new AppError(FORBIDDEN_ORIGIN, { detail: 'A page of another site may not ask for this.' });
}
