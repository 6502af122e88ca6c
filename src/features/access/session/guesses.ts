// Failed guesses of passwords and mailed codes, counted per account and day with a wait that grows; and devices that signed in before, which
// a flood from elsewhere does not keep out (access.md#guesses).

import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { APIError, type createAuthMiddleware } from 'better-auth/api';
import { inTransaction } from '../../../core/db/transaction.ts';
import { addressKey } from '../../../core/http/rate-limits.ts';
import type { AppDeps } from '../../../deps.ts';
import { type Counter, countGuess, secondsUntilOpen, uncountGuess } from './code-queries.ts';
import { TOO_MANY_TRIES } from './errors.ts';
import { EVERYWHERE, type Guessed, guessDigest } from './rules.ts';

type Deps = Pick<AppDeps, 'config' | 'db'>;
/** What the library hands to a hook. */
export type Context = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];
/** `taken` was counted before the guess, so that many at once are no more than one after the other; `network` is counted once it failed. */
type Taken = { taken: Counter; network: Counter | undefined };

/** The guesses of one process's requests. */
export type Guesses = ReturnType<typeof createGuesses>;

/** Remembers for each request what it took, until its outcome is known. */
export function createGuesses(deps: Deps) {
  const ofRequest = new AsyncLocalStorage<{ now: Taken | undefined }>();
  return {
    duringRequest: <T>(work: () => Promise<T>): Promise<T> => ofRequest.run({ now: undefined }, work),
    /** Before a guess is made. Error: 429 while the next one waits. */
    take: async (context: Context, guess: { of: Guessed; account: string }): Promise<void> => {
      const taken = await takeGuess(deps, context, guess);
      const request = ofRequest.getStore();
      if (request) request.now = taken;
    },
    /** What the guess was; `none`: nothing was tried. A right one lets its network begin afresh. */
    settle: async (outcome: 'right' | 'wrong' | 'none'): Promise<void> => {
      const request = ofRequest.getStore();
      if (!request?.now) return;
      const { taken, network } = request.now;
      request.now = undefined;
      if (outcome !== 'wrong')
        await inTransaction(deps.db, (tx) => uncountGuess(tx, taken, outcome === 'right' && network === undefined));
      if (network && outcome === 'wrong') await inTransaction(deps.db, (tx) => countGuess(tx, network));
      if (network && outcome === 'right') await inTransaction(deps.db, (tx) => uncountGuess(tx, network, true));
    },
  };
}

async function takeGuess(deps: Deps, context: Context, guess: { of: Guessed; account: string }): Promise<Taken> {
  const account = guessDigest(guess.account, deps.config.SESSION_SECRET);
  const counter = (source: string): Counter => ({ account, guessed: guess.of, source });
  const device = await deviceOf(context);
  if (device?.accounts.includes(tagOf(account))) {
    const taken = counter(`device ${device.id}`);
    // One that has used up what is its own is like any other.
    if (await inTransaction(deps.db, (tx) => countGuess(tx, taken))) return { taken, network: undefined };
  }
  const network = counter(networkOf(context.headers?.get('x-forwarded-for') ?? ''));
  const waitHere = await secondsUntilOpen(deps.db, network);
  if (waitHere > 0) throw refusal(waitHere);
  const taken = counter(EVERYWHERE);
  if (await inTransaction(deps.db, (tx) => countGuess(tx, taken))) return { taken, network };
  throw refusal(await secondsUntilOpen(deps.db, taken));
}

/** The network of a client, whose addresses one person may have: a /24 of IPv4, a /64 of IPv6. */
export function networkOf(ip: string): string {
  return addressKey(ip).replace(/^address (\d+\.\d+\.\d+)\.\d+$/, 'address $1.0/24');
}

function refusal(seconds: number): APIError {
  return new APIError(
    429,
    { code: TOO_MANY_TRIES, message: 'Too many failed attempts. Please try again later.' },
    { 'X-Retry-After': String(Math.max(1, Math.ceil(seconds))) },
  );
}

// Devices that signed in before: a signed cookie with an id and the accounts. It opens nothing; it only has counters of its own.

const DEVICE = 'device';
const DEVICE_SECONDS = 180 * 86_400;
const ACCOUNTS_OF_A_DEVICE = 5;
const ID_BYTES = 16;
const TAG_LENGTH = 16;

async function deviceOf(context: Context): Promise<{ id: string; accounts: string[] } | undefined> {
  const { name } = context.context.createAuthCookie(DEVICE);
  const value = await context.getSignedCookie(name, context.context.secret);
  if (typeof value !== 'string') return undefined;
  const [id = '', ...accounts] = value.split('.');
  return { id, accounts };
}

/** Enough of the digest of an account to tell the few of one device apart. */
function tagOf(account: string): string {
  return account.slice(0, TAG_LENGTH);
}

/** Whether the request comes from a device on which the owner of this address signed in before. */
export async function isKnownDevice({ config }: Pick<Deps, 'config'>, context: Context, email: string): Promise<boolean> {
  const tag = tagOf(guessDigest(email, config.SESSION_SECRET));
  return (await deviceOf(context))?.accounts.includes(tag) ?? false;
}

/** Sets the cookie: the owner of the account has just signed in, or proven the mailbox. */
export async function rememberDevice(
  { config }: Pick<Deps, 'config'>,
  context: Context,
  user: { id: string; email: string },
): Promise<void> {
  const known = await deviceOf(context);
  const tags = [user.email, user.id].map((account) => tagOf(guessDigest(account, config.SESSION_SECRET)));
  const others = (known?.accounts ?? []).filter((tag) => !tags.includes(tag));
  const accounts = [...tags, ...others].slice(0, ACCOUNTS_OF_A_DEVICE * tags.length);
  const id = known?.id ?? randomBytes(ID_BYTES).toString('base64url');
  const cookie = context.context.createAuthCookie(DEVICE, { maxAge: DEVICE_SECONDS });
  await context.setSignedCookie(cookie.name, [id, ...accounts].join('.'), context.context.secret, cookie.attributes);
}
