// What a sign-in under way is bound to, where it may lead, and which roles the claim gives. Pure.

import { createHmac } from 'node:crypto';
import type { Config } from '../../../config/settings.ts';
import { UUID } from '../../../core/uuid.ts';
import type { SignInChecks } from '../../../providers/identity/index.ts';
import { cookiePrefix, type Role } from '../session/index.ts';

/** Long enough for a second factor at the provider. */
export const SIGN_IN_SECONDS = 600;

const CALLBACK = 'auth/oidc/callback';
const CONSOLE = '/console';

/** A sign-in under way; nothing of it is stored but in the cookie of its browser, which is signed. */
export type SignInUnderWay = { id: string; until: Temporal.Instant; returnTo: string };

/** Why a sign-in ended without a session, or what it still needs; the console has a sentence for each. */
export const SIGN_IN_OUTCOMES = [
  'code-needed',
  'unavailable',
  'expired',
  'refused',
  'no-role',
  'removed',
  'address-unverified',
  'address-taken',
] as const;
export type SignInOutcome = (typeof SIGN_IN_OUTCOMES)[number];

export function signInCookieName({ PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>): string {
  return `${cookiePrefix(PUBLIC_URL)}.identity_sign_in`;
}

/** The beginning keeps it apart from other cookies that are signed with the same key. */
const COOKIE = /^identity-sign-in\.([^.]+)\.(\d{1,15})\.([\w-]*)$/;

export function signInCookieValue({ id, until, returnTo }: SignInUnderWay): string {
  return `identity-sign-in.${id}.${until.epochMilliseconds}.${Buffer.from(returnTo).toString('base64url')}`;
}

/** Undefined for what is no such cookie, and once its time is over. */
export function signInOfCookie(value: string | undefined, now: Temporal.Instant): SignInUnderWay | undefined {
  const [, id = '', until, path = ''] = COOKIE.exec(value ?? '') ?? [];
  if (!UUID.test(id) || now.epochMilliseconds >= Number(until)) return undefined;
  const returnTo = consolePath(Buffer.from(path, 'base64url').toString());
  return { id, until: Temporal.Instant.fromEpochMilliseconds(Number(until)), returnTo };
}

/** What the answer must fit to: secrets that only we can derive from the id, each for its own purpose, so that none is stored. */
export function checksOf({ SESSION_SECRET }: Pick<Config, 'SESSION_SECRET'>, id: string): SignInChecks {
  const secretFor = (purpose: string) =>
    createHmac('sha256', SESSION_SECRET).update(`sign-in at the identity provider\n${purpose}\n${id}`).digest('base64url');
  return { state: secretFor('state'), nonce: secretFor('nonce'), codeVerifier: secretFor('code verifier') };
}

/** Our address that the provider leads back to. */
export function callbackUrl({ PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>): URL {
  return new URL(CALLBACK, `${PUBLIC_URL.replace(/\/+$/, '')}/`);
}

export function consoleUrl({ PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>): string {
  return new URL(CONSOLE.slice(1), `${PUBLIC_URL.replace(/\/+$/, '')}/`).href;
}

/** Encoded, and in a cookie, of which browsers take four kilobytes. */
const LONGEST_PATH = 1_000;
const SOME_ORIGIN = 'http://console.invalid';

/** A path of the console with its query; `/console` for every other text, as nobody is led elsewhere. */
export function consolePath(asked: string): string {
  if (!URL.canParse(asked, SOME_ORIGIN)) return CONSOLE;
  const { origin, pathname, search } = new URL(asked, SOME_ORIGIN);
  const isOurs = origin === SOME_ORIGIN && (pathname === CONSOLE || pathname.startsWith(`${CONSOLE}/`));
  const path = pathname + search;
  return isOurs && path.length <= LONGEST_PATH ? path : CONSOLE;
}

export function outcomePath(outcome: SignInOutcome): string {
  return `${CONSOLE}?sign-in=${outcome}`;
}

/** The roles that the values of the claim give, each once; values that the settings do not name give none. */
export function rolesOf(named: Config['OIDC_ROLES'], values: readonly string[]): readonly Role[] {
  const table = new Map(Object.entries(named ?? {}));
  return [...new Set(values.flatMap((value) => table.get(value) ?? []))].sort();
}
