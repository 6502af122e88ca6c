// The sign-in of an operator at the identity provider: there, and back (access.md#identity-provider).

import { inTransaction } from '../../../core/db/transaction.ts';
import { newId } from '../../../core/ids.ts';
import type { AppDeps } from '../../../deps.ts';
import type { Identity, IdentityProvider } from '../../../providers/identity/index.ts';
import { admitIdentity } from '../administrators/index.ts';
import { findUser, openSession, recordSignIn, signedCookie, signedCookieValue, takeIdentitySignIn } from '../session/index.ts';
import { insertIdentitySession } from './queries.ts';
import {
  callbackUrl,
  checksOf,
  consolePath,
  outcomePath,
  rolesOf,
  SIGN_IN_SECONDS,
  type SignInUnderWay,
  signInCookieName,
  signInCookieValue,
  signInOfCookie,
} from './rules.ts';

type Deps = Pick<AppDeps, 'config' | 'db' | 'clock' | 'jobs'> & { identityProvider: IdentityProvider };

/** Where the browser is led, with which cookies. */
export type Led = { location: string; cookies: string[] };

// GET /auth/oidc/begin

/** Nothing is written: what the answer must fit to is in the cookie. */
export async function beginSignIn({ config, clock, identityProvider }: Deps, returnTo: string): Promise<Led> {
  const until = clock.now().add({ seconds: SIGN_IN_SECONDS });
  const signIn: SignInUnderWay = { id: newId(), until, returnTo: consolePath(returnTo) };
  const redirectUri = callbackUrl(config).href;
  const location = await identityProvider.signInUrl({ ...checksOf(config, signIn.id), redirectUri });
  if (location === undefined) return { location: outcomePath('unavailable'), cookies: [] };
  return { location, cookies: [cookieOf(config, signInCookieValue(signIn), SIGN_IN_SECONDS)] };
}

// GET /auth/oidc/callback

type Answered = { cookie: string | undefined; search: string; address: string; userAgent: string | undefined };

/** 1. the browser is the one that began; 2. the provider says who it is; 3. who that is here, and the session, in one transaction. */
export async function completeSignIn(deps: Deps, { cookie, search, address, userAgent }: Answered): Promise<Led> {
  const { config, clock, identityProvider } = deps;
  const ended = [cookieOf(config, '', 0)];
  const signIn = signInOfCookie(signedCookieValue(config, cookie, signInCookieName(config)), clock.now());
  if (!signIn) return { location: outcomePath('expired'), cookies: ended };
  const answer = callbackUrl(config);
  answer.search = search;
  const found = await identityProvider.identify(answer, checksOf(config, signIn.id));
  if (!found.ok) return { location: outcomePath(found.reason), cookies: ended };
  const { location, cookies } = await openTo(deps, { signIn, identity: found.identity, address, userAgent });
  return { location, cookies: [...ended, ...cookies] };
}

/** An answer counts once, whatever it led to. A refusal is committed too: roles and sessions may have ended with it. */
async function openTo(
  deps: Deps,
  {
    signIn,
    identity,
    address,
    userAgent,
  }: { signIn: SignInUnderWay; identity: Identity } & Pick<Answered, 'address' | 'userAgent'>,
): Promise<Led> {
  const { config, db, clock } = deps;
  const roles = rolesOf(config.OIDC_ROLES, identity.roleValues);
  return inTransaction(db, async (tx) => {
    if (!(await takeIdentitySignIn(tx, signIn))) return { location: outcomePath('expired'), cookies: [] };
    const admitted = await admitIdentity(tx, deps, { ...identity, roles });
    if ('refusal' in admitted) return { location: outcomePath(admitted.refusal), cookies: [] };
    const user = await findUser(tx, admitted.userId);
    if (!user) throw new Error('an administrator who was admitted is gone');
    const { cookie, sessionId } = await openSession(tx, config, { user, address, userAgent });
    if (sessionId !== undefined) await insertIdentitySession(tx, sessionId);
    const way = { by: 'identity-provider', issuer: identity.issuer } as const;
    await recordSignIn(tx, { user, way, at: clock.now() });
    return { location: sessionId === undefined ? outcomePath('code-needed') : signIn.returnTo, cookies: [cookie] };
  });
}

function cookieOf(config: AppDeps['config'], value: string, seconds: number): string {
  return signedCookie(config, { name: signInCookieName(config), value, seconds });
}
