// Which password hashes may be stored, how a session cookie is read, and how many requests the session layer takes. Pure.

import { createHmac, timingSafeEqual } from 'node:crypto';
import type { RateLimit } from '../../core/http/rate-limit.ts';

export const MIN_PASSWORD_LENGTH = 8;
export const MAX_PASSWORD_LENGTH = 128;

/** Life of a mailed code of the session layer, and how many wrong tries void it. */
export const EMAIL_CODE_SECONDS = 300;
export const EMAIL_CODE_ATTEMPTS = 3;
export const SIGN_IN_CODE_MINUTES = 5;
export const SIGN_IN_CODE_ATTEMPTS = 5;

/** A session lives this long after it was last prolonged, and is prolonged at most once a day. */
export const SESSION_SECONDS = 7 * 86_400;
export const SESSION_PROLONGED_EVERY_SECONDS = 86_400;

export const COOKIE_PREFIX = 'better-auth';
/** Beside the session of somebody who asked not to be remembered. */
export const DONT_REMEMBER = `${COOKIE_PREFIX}.dont_remember`;

const PHC = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z0-9+/]{1,86})\$([A-Za-z0-9+/]{1,86})$/;
const KIB = { least: 7_168, most: 65_536 } as const;
const PASSES = { least: 1, most: 10 } as const;
const LANES = { least: 1, most: 4 } as const;
/** Memory times passes: the least OWASP gives for any memory size, and four passes over the most memory. */
const WORK = { least: 35_840, most: 262_144 } as const;
const SALT_BYTES = { least: 16, most: 64 } as const;
const TAG_BYTES = { least: 16, most: 64 } as const;

/**
 * True for a PHC string `newPasswordArgon2Hash` that may be stored: Argon2id of version 19, neither weak nor a memory bomb at the
 * next sign-in (A-session-6). Its input is chosen by the client.
 */
export function isAcceptablePasswordHash(phc: string): boolean {
  const [, kib, passes, lanes, salt, tag] = PHC.exec(phc) ?? [];
  if (salt === undefined || tag === undefined) return false;
  const [m, t, p] = [Number(kib), Number(passes), Number(lanes)];
  return (
    isWithin(m, KIB) &&
    isWithin(t, PASSES) &&
    isWithin(p, LANES) &&
    isWithin(m * t, WORK) &&
    isWithin(bytesOf(salt), SALT_BYTES) &&
    isWithin(bytesOf(tag), TAG_BYTES)
  );
}

function isWithin(value: number, bounds: { least: number; most: number }): boolean {
  return value >= bounds.least && value <= bounds.most;
}

/** Length of unpadded base64; 0 for text that no bytes encode to. */
function bytesOf(base64: string): number {
  const bytes = Buffer.from(base64, 'base64');
  return bytes.toString('base64').replace(/=+$/, '') === base64 ? bytes.length : 0;
}

/** Name of the session cookie: better-auth prefixes it where the service is reached over https. */
export function sessionCookieName(publicUrl: string): string {
  return `${publicUrl.startsWith('https://') ? '__Secure-' : ''}${COOKIE_PREFIX}.session_token`;
}

const SIGNATURE = /^[A-Za-z0-9+/]{43}=$/;

/** Session token of a Cookie header whose signature is ours (HMAC-SHA256, as better-auth signs); undefined otherwise. */
export function sessionTokenOf(cookieHeader: string | undefined, name: string, secret: string): string | undefined {
  const value = cookieHeader === undefined ? undefined : cookieValue(cookieHeader, name);
  const dot = value?.lastIndexOf('.') ?? -1;
  if (value === undefined || dot < 1) return undefined;
  const [token, signature] = [value.slice(0, dot), value.slice(dot + 1)];
  if (!SIGNATURE.test(signature)) return undefined;
  const expected = createHmac('sha256', secret).update(token).digest();
  return timingSafeEqual(Buffer.from(signature, 'base64'), expected) ? token : undefined;
}

/** The first cookie of that name, decoded. */
function cookieValue(header: string, name: string): string | undefined {
  for (const part of header.split(';')) {
    const equals = part.indexOf('=');
    if (equals < 0 || part.slice(0, equals).trim() !== name) continue;
    const raw = part.slice(equals + 1).trim();
    const value = raw.startsWith('"') ? raw.slice(1, -1) : raw;
    try {
      return decodeURIComponent(value);
    } catch {
      return value;
    }
  }
  return undefined;
}

/** A Cookie header without the session. */
export function withoutSessionCookie(cookieHeader: string, name: string): string {
  return cookieHeader
    .split(';')
    .filter((part) => part.slice(0, Math.max(part.indexOf('='), 0)).trim() !== name)
    .join(';');
}

/** Limits of the session layer; `byAddress` by path, `byAccount` for everything that names an email. */
export type SessionLimits = {
  general: RateLimit;
  byAddress: Readonly<Record<string, RateLimit>>;
  byAccount: RateLimit;
};

const REQUESTS_PER_MINUTE_OF_THE_FIGURES = 600;

/**
 * Limits per address and per account. The figures belong to 600 requests a minute and follow the general limit in proportion
 * (A-session-4): it is wide outside production, where tests and demonstrations sign everybody up from one address.
 */
export function sessionLimits(requestsPerMinute: number): SessionLimits {
  const factor = requestsPerMinute / REQUESTS_PER_MINUTE_OF_THE_FIGURES;
  const limit = (max: number, windowSeconds: number): RateLimit => ({
    max: Math.max(1, Math.round(max * factor)),
    windowSeconds,
  });
  return {
    general: limit(100, 10),
    byAddress: {
      '/sign-in/email': limit(3, 10),
      '/sign-up/email': limit(3, 10),
      '/two-factor/*': limit(3, 10),
      '/email-otp/*': limit(3, 60),
    },
    byAccount: limit(10, 300),
  };
}
