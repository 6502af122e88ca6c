// Which password hashes may be stored, how a session cookie is read, and the rate limits of the session layer. Pure.

import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Config } from '../../../config/settings.ts';
import type { RateLimit } from '../../../core/http/rate-limits.ts';
import { OF_A_LINE } from '../../../core/http/schemas.ts';

export const MIN_PASSWORD_LENGTH = 8;
export const MAX_PASSWORD_LENGTH = 128;

/** Lifetime of the mailed codes of the session layer, and how many wrong attempts void one. */
export const EMAIL_CODE_SECONDS = 300;
export const EMAIL_CODE_ATTEMPTS = 3;
export const SIGN_IN_CODE_MINUTES = 5;
export const SIGN_IN_CODE_ATTEMPTS = 5;

/** What a mailed code of the session layer is for, in the library's own terms. */
export const EMAIL_CODE_PURPOSES = ['email-verification', 'forget-password'] as const;
export type EmailCodePurpose = (typeof EMAIL_CODE_PURPOSES)[number];

/** A plain digest of six digits could be reversed by trying all of them; with a secret in it only we can. */
export function digestOfCode(code: string, secret: string): string {
  return createHmac('sha256', secret).update(`one-time code ${code}`).digest('base64url');
}

/** The page of the link for a new password, and for how long the link works: longer than its code, as nobody can guess it. */
const RESET_PAGE = 'auth/password-reset';
export const RESET_LINK_SECONDS = 3_600;

/** The link with a token of 128 bits. */
export function resetUrl({ PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>, token: string): string {
  const url = new URL(RESET_PAGE, `${PUBLIC_URL.replace(/\/+$/, '')}/`);
  url.searchParams.set('token', token);
  return url.href;
}

/** What is stored of a token. It has 128 bits, so that a plain digest of it cannot be reversed. */
export function digestOfResetToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** The owner to which the encrypted code of a sign-in is bound. */
export function signInCodeOwner(userId: string): string {
  return `${userId} sign-in`;
}

export type Fields = Record<'email' | 'password' | 'type' | 'otp' | 'name' | 'token', string | undefined>;

/** The text fields of a body that was not validated yet. */
export function fieldsOf(body: unknown): Fields {
  const fields: Record<string, unknown> = typeof body === 'object' && body !== null ? { ...body } : {};
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
  const { email, password, type, otp, name, token } = fields;
  return {
    email: text(email),
    password: text(password),
    type: text(type),
    otp: text(otp),
    name: text(name),
    token: text(token),
  };
}

const MAX_NAME_LENGTH = 256;
const NAME = new RegExp(`^(?=.*\\S)${OF_A_LINE}{1,${MAX_NAME_LENGTH}}$`, 'u');

/** True for the name of a person: one line, not blank. */
export function isName(text: string): boolean {
  return NAME.test(text);
}

/**
 * The spellings under which a typed password may have been hashed. Keyboards write one letter with its accent as one character or as two:
 * here and in the text for clients the first form counts; a client that hashed the second one is let in too.
 */
export function spellingsOf(password: string): string[] {
  return [...new Set([password.normalize('NFC'), password.normalize('NFD')])];
}

/** Passwords that are guessed first: the most common passwords of eight characters and more, French ones too. */
const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  `password password1 password12 password123 passw0rd p@ssword p@ssw0rd passwort motdepasse motdepasse1 motdepasse123
  12345678 123456789 1234567890 0123456789 87654321 987654321 9876543210 12341234 123123123 12344321 147258369 123456789a
  qwertyui qwertyuiop qwerty12 qwerty123 qwerty1234 1q2w3e4r 1q2w3e4r5t q1w2e3r4 1qaz2wsx 1qazxsw2 zaq12wsx qazwsxedc 1234qwer
  asdfghjk asdfghjkl azertyui azertyuiop azerty12 azerty123 azerty1234 a1z2e3r4 abcd1234 abc12345 abcdefgh abcdefghi aa123456 a1234567
  a12345678 iloveyou iloveyou1 sunshine princess football baseball basketball superman trustno1 welcome1 welcome123 letmein1 letmein123
  admin123 admin1234 administrator changeme changeme1 changeme123 computer internet whatever starwars pokemon1 dragon123 monkey123
  michelle jennifer samsung1 mercedes corvette chocolat doudou123 loulou123 soleil123 bonjour1 bonjour123 jetaime1 marseille
  marseille13 toulouse nicolas1 camille1 secret123 test1234 testtest azertyazerty passpass password!`.split(/\s+/),
);

/** True for a password that is blank, one character over and over, common, or the address of its account (A-session-15). */
export function isGuessable(password: string, email: string): boolean {
  const typed = password
    .normalize('NFKC')
    .toLowerCase()
    .replace(/^[\p{Z}\p{C}]+|[\p{Z}\p{C}]+$/gu, '');
  const address = email.toLowerCase();
  return /^(.?)\1*$/u.test(typed) || COMMON_PASSWORDS.has(typed) || typed === address || typed === address.split('@', 1)[0];
}

// The library's own pattern of an address, unchanged: an address that does not match is left for the library to refuse.
const MAIL_ADDRESS = /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;

/** True for an address that the library accepts. */
export function isMailAddress(text: string): boolean {
  return MAIL_ADDRESS.test(text);
}

/** A session ends this long after it was last prolonged, and is prolonged at most once a day. */
export const SESSION_SECONDS = 7 * 86_400;
export const SESSION_PROLONGED_EVERY_SECONDS = 86_400;

/** Until when a session may be prolonged. */
export function sessionEndsAt(
  createdAt: Date,
  role: string | undefined,
  hours: Pick<Config, 'INVESTOR_SESSION_MAX_HOURS' | 'ADMINISTRATOR_SESSION_MAX_HOURS'>,
): Date {
  const most = role === 'admin' ? hours.ADMINISTRATOR_SESSION_MAX_HOURS : hours.INVESTOR_SESSION_MAX_HOURS;
  return new Date(createdAt.getTime() + most * 3_600_000);
}

const COOKIE_PREFIX = 'better-auth';
/** Name of the cookie beside a session that ends with the browser. */
const DONT_REMEMBER = `${COOKIE_PREFIX}.dont_remember`;

/** OWASP's recommendation: 19 MiB, two passes, one lane. */
export const OUR_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/**
 * Random bytes, so no password matches. Checked where there is no account, so that the check costs the same with and without one.
 */
export const DUMMY_HASH = `$argon2id$v=19$m=${OUR_COST.memoryCost},t=${OUR_COST.timeCost},p=${OUR_COST.parallelism}$JyhW706DsgVdkxTrG9mwmQ$JYB9RbF9gkH+Js9Q7PXX4m6XQczfT6/4Pbj8HlG0iMQ`;

const PHC = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z0-9+/]{1,86})\$([A-Za-z0-9+/]{1,86})$/;
const KIB = { least: 7_168, most: 65_536 } as const;
const PASSES = { least: 1, most: 10 } as const;
const LANES = { least: 1, most: 4 } as const;
/** Memory times passes, to which the time of a check is proportional: the smallest that OWASP recommends for any memory size. */
const LEAST_WORK = 35_840;
/** That of 64 MiB and four passes, the most that libraries take by default: lanes share the memory, so they add nothing to it. */
const MAX_WORK = 262_144;
const SALT_BYTES = { least: 16, most: 64 } as const;
const TAG_BYTES = { least: 16, most: 64 } as const;

/** The answer to a client that sends another hash. */
export const ACCEPTABLE_HASH = `must be an Argon2id PHC string of version 19 with m=${KIB.least} to ${KIB.most} (KiB), t=${PASSES.least} to ${PASSES.most}, p=${LANES.least} to ${LANES.most}, m times t from ${LEAST_WORK} to ${MAX_WORK}, and a salt and hash of ${SALT_BYTES.least} to ${SALT_BYTES.most} bytes`;

/**
 * True for a PHC string `newPasswordArgon2Hash`, chosen by the client, that may be stored: Argon2id of version 19, not weak, and
 * at most seven times as expensive to check as one of ours, until its first use.
 */
export function isAcceptablePasswordHash(phc: string): boolean {
  const [, kib, passes, lanes, salt, tag] = PHC.exec(phc) ?? [];
  if (salt === undefined || tag === undefined) return false;
  const [m, t, p] = [Number(kib), Number(passes), Number(lanes)];
  return (
    isWithin(m, KIB) &&
    isWithin(t, PASSES) &&
    isWithin(p, LANES) &&
    m * t >= LEAST_WORK &&
    m * t <= MAX_WORK &&
    isWithin(bytesOf(salt), SALT_BYTES) &&
    isWithin(bytesOf(tag), TAG_BYTES)
  );
}

/** False for a stored hash of another cost than ours: its check takes a different time than that of an unknown address. */
export function isOfOurCost(phc: string): boolean {
  return phc.startsWith(`$argon2id$v=19$m=${OUR_COST.memoryCost},t=${OUR_COST.timeCost},p=${OUR_COST.parallelism}$`);
}

/** How many hashes run at once: as configured, but one processor and one of libuv's threads stay free for everything else. */
export function hashesAtOnce(asked: number, machine: { processors: number; threads: number }): number {
  return Math.max(1, Math.min(asked, machine.processors - 1, machine.threads - 1));
}

function isWithin(value: number, bounds: { least: number; most: number }): boolean {
  return value >= bounds.least && value <= bounds.most;
}

/** Number of bytes in unpadded base64; 0 for text that is not valid base64. */
function bytesOf(base64: string): number {
  const bytes = Buffer.from(base64, 'base64');
  return bytes.toString('base64').replace(/=+$/, '') === base64 ? bytes.length : 0;
}

/** How the names of our cookies begin: over https so that browsers take them from this host alone, and not from one beside it. */
export function cookiePrefix(publicUrl: string): string {
  return `${publicUrl.startsWith('https://') ? '__Host-' : ''}${COOKIE_PREFIX}`;
}

/** Name of the session cookie. */
export function sessionCookieName(publicUrl: string): string {
  return `${cookiePrefix(publicUrl)}.session_token`;
}

type CookieSettings = Pick<Config, 'PUBLIC_URL' | 'SESSION_SECRET'>;

/** A Set-Cookie header whose value is signed as better-auth signs; browsers send it along when a page of another site leads to us. */
export function signedCookie(
  config: CookieSettings,
  { name, value, seconds }: { name: string; value: string; seconds: number },
): string {
  const signature = createHmac('sha256', config.SESSION_SECRET).update(value).digest('base64');
  const secure = config.PUBLIC_URL.startsWith('https://') ? '; Secure' : '';
  const signed = encodeURIComponent(`${value}.${signature}`);
  return `${name}=${signed}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${secure}`;
}

/** The value of a signed cookie of that name, if there is one and its signature is ours. */
export function signedCookieValue(config: CookieSettings, cookieHeader: string | undefined, name: string): string | undefined {
  return sessionTokenOf(cookieHeader, name, config.SESSION_SECRET);
}

const SIGNATURE = /^[A-Za-z0-9+/]{43}=$/;

/** What a Cookie header says of a session. One that ends with the browser (`isRemembered` false) is never prolonged. */
export function sessionCookieOf(
  cookieHeader: string | undefined,
  { PUBLIC_URL, SESSION_SECRET }: Pick<Config, 'PUBLIC_URL' | 'SESSION_SECRET'>,
): { token: string; isRemembered: boolean } | undefined {
  const token = sessionTokenOf(cookieHeader, sessionCookieName(PUBLIC_URL), SESSION_SECRET);
  return token === undefined ? undefined : { token, isRemembered: !cookieHeader?.includes(DONT_REMEMBER) };
}

/** The name of the sign-in that waits for its second factor, of the library's own cookie; undefined where none does. */
export function waitingSignInOf(
  cookieHeader: string | undefined,
  { PUBLIC_URL, SESSION_SECRET }: Pick<Config, 'PUBLIC_URL' | 'SESSION_SECRET'>,
): string | undefined {
  return sessionTokenOf(cookieHeader, `${cookiePrefix(PUBLIC_URL)}.two_factor`, SESSION_SECRET);
}

/** True from a day after the session was last prolonged, unless it has its absolute end already. */
export function isProlongationDue(
  { expiresAt, endsAt }: { expiresAt: Temporal.Instant; endsAt: Temporal.Instant },
  now: Temporal.Instant,
): boolean {
  if (Temporal.Instant.compare(expiresAt, endsAt) >= 0) return false;
  const dueAt = expiresAt.subtract({ seconds: SESSION_SECONDS - SESSION_PROLONGED_EVERY_SECONDS });
  return Temporal.Instant.compare(dueAt, now) <= 0;
}

/** Session token of a Cookie header whose signature is ours (HMAC-SHA256, as better-auth signs); undefined otherwise. */
export function sessionTokenOf(cookieHeader: string | undefined, name: string, secret: string): string | undefined {
  const value = cookieHeader === undefined ? undefined : cookieValue(cookieHeader, name);
  if (value === undefined) return undefined;
  const dot = value.lastIndexOf('.');
  if (dot < 1) return undefined;
  const [token, signature] = [value.slice(0, dot), value.slice(dot + 1)];
  if (!SIGNATURE.test(signature)) return undefined;
  const expected = createHmac('sha256', secret).update(token).digest();
  return timingSafeEqual(Buffer.from(signature, 'base64'), expected) ? token : undefined;
}

/** The cookie of that name, decoded; undefined also where there are two, as one of them was put there by somebody else. */
function cookieValue(header: string, name: string): string | undefined {
  const [part, ...others] = header.split(';').filter((one) => nameOf(one) === name);
  if (part === undefined || others.length > 0) return undefined;
  const raw = part.slice(part.indexOf('=') + 1).trim();
  const value = raw.startsWith('"') ? raw.slice(1, -1) : raw;
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** The name in one part of a Cookie header; empty where it has none. */
function nameOf(part: string): string {
  return part.slice(0, Math.max(part.indexOf('='), 0)).trim();
}

/** A Cookie header without the cookies of ours that it has twice. */
export function withoutDoubles(cookieHeader: string, prefix: string): string {
  const parts = cookieHeader.split(';');
  const byName = Map.groupBy(parts, nameOf);
  return parts.filter((part) => !nameOf(part).startsWith(`${prefix}.`) || byName.get(nameOf(part))?.length === 1).join(';');
}

/** A Cookie header without the session. */
export function withoutSessionCookie(cookieHeader: string, name: string): string {
  return cookieHeader
    .split(';')
    .filter((part) => nameOf(part) !== name)
    .join(';');
}

/** What is guessed: a password, a mailed code by its purpose, the code of a sign-in, or of an action that a session asks for. */
const GUESSED = ['password', 'reset-code', 'verification-code', 'second-factor', 'confirmation-code'] as const;
export type Guessed = (typeof GUESSED)[number];

/** What the owner of the mailbox may guess afresh: all that is mailed there. An administrator's second factor is not. */
export function guessedOfMailbox(role: 'user' | 'admin'): readonly Guessed[] {
  return GUESSED.filter((guessed) => role === 'user' || guessed !== 'second-factor');
}

/** The source of a counter of all networks together. */
export const EVERYWHERE = '';

/** How many failed guesses of a day cost no wait, and the longest wait. */
type Allowance = { free: number; longestSeconds: number };

const FIRST_WAIT_SECONDS = 30;
const HOUR = 3_600;
const DAY = 86_400;

/**
 * Of one account: `here` is one network, or one device that signed in before; `everywhere` all networks together. Who cannot get past the
 * guesses of others has the link for a new password. The library locks the second factor after ten wrong codes, for a quarter of an hour.
 */
export const ALLOWANCES: Readonly<Record<Guessed, Readonly<Record<'here' | 'everywhere', Allowance>>>> = {
  password: { here: { free: 5, longestSeconds: HOUR }, everywhere: { free: 50, longestSeconds: HOUR } },
  'reset-code': { here: { free: 5, longestSeconds: DAY }, everywhere: { free: 5, longestSeconds: DAY } },
  'verification-code': { here: { free: 5, longestSeconds: DAY }, everywhere: { free: 5, longestSeconds: DAY } },
  'second-factor': { here: { free: 11, longestSeconds: DAY }, everywhere: { free: 11, longestSeconds: DAY } },
  'confirmation-code': { here: { free: 20, longestSeconds: DAY }, everywhere: { free: 20, longestSeconds: DAY } },
};

/** Seconds until the next guess after `failed` ones of the day: 30 after the last free one, then twice as long after each. */
export function secondsUntilNextGuess(failed: number, { free, longestSeconds }: Allowance): number {
  return failed < free ? 0 : Math.min(FIRST_WAIT_SECONDS * 2 ** (failed - free), longestSeconds);
}

/** Seconds to wait after the first failed guess, the second, and so on; the last is for all that follow. */
export function waitsOf(guessed: Guessed, source: string): number[] {
  const allowance = ALLOWANCES[guessed][source === EVERYWHERE ? 'everywhere' : 'here'];
  return Array.from({ length: allowance.free + 20 }, (_, index) => secondsUntilNextGuess(index + 1, allowance));
}

/** Under which an account is counted: no address is kept, and those without an account are counted alike. */
export function guessDigest(account: string, secret: string): string {
  return createHmac('sha256', secret).update(`guesses\n${account.toLowerCase()}`).digest('base64url');
}

/**
 * Rate limits of the session layer: `byAddress` per client address, by path; `mailsByAccount` for every request that mails to an address.
 */
export type SessionLimits = {
  general: RateLimit;
  byAddress: Readonly<Record<string, RateLimit>>;
  mailsByAccount: RateLimit;
};

/** The general limit for which the limits below are written. */
const REFERENCE_REQUESTS_PER_MINUTE = 600;

/**
 * Limits per address and per account, scaled in proportion to the general limit, which is high outside production,
 * where tests and demonstrations sign all their users up from one address.
 */
export function sessionLimits(requestsPerMinute: number): SessionLimits {
  const factor = requestsPerMinute / REFERENCE_REQUESTS_PER_MINUTE;
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
    mailsByAccount: limit(10, 300),
  };
}
