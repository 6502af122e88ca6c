// A passkey at a sign-in that waits for its second factor: it gives the code that a mail would have brought
// (access.md#passkeys-of-investors).

import { inTransaction } from '../../../core/db/transaction.ts';
import { AppError, TOO_MANY_REQUESTS } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import {
  type Assertion,
  CHALLENGE_MINUTES,
  FACTOR_PROOF_IS_WRONG,
  isAsserted,
  lockFactorsOf,
  type Site,
} from '../factors/index.ts';
import {
  countGuess,
  EVERYWHERE,
  findWaitingInvestor,
  guessDigest,
  handOutSignInCode,
  saveSignInNonce,
  secondsUntilOpen,
  takeSignInNonce,
} from '../session/index.ts';
import { optionsFor } from './confirm.ts';
import { NO_SIGN_IN_WAITS } from './errors.ts';
import { asBrowsersHaveIt, challengeOf, newNonce } from './rules.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'config'>;

// POST /auth/sign-in/passkey/challenge

/** `waiting` names the sign-in; undefined without its cookie. Errors: `passkeys.no-sign-in-waits`, `passkeys.none`. */
export async function askPasskeyAtSignIn(
  deps: Deps,
  { waiting, site }: { waiting: string | undefined; site: Site },
): Promise<{ options: object }> {
  const { name, userId } = await waitingOf(deps.db, waiting);
  const nonce = newNonce();
  const options = await optionsFor(deps, { userId, site }, challengeOf(nonce, { owner: userId, asked: { signIn: name } }));
  await inTransaction(deps.db, (tx) => saveSignInNonce(tx, { waiting: name, nonce, seconds: CHALLENGE_MINUTES * 60 }));
  return options;
}

// POST /auth/sign-in/passkey

/**
 * The code of the sign-in, for whoever signed its challenge. A wrong signature is counted with the wrong codes of a second factor. Errors:
 * `passkeys.no-sign-in-waits`, `factors.wrong-proof`, `too-many-requests`.
 */
export async function confirmSignInByPasskey(
  deps: Deps,
  { waiting, site, assertion }: { waiting: string | undefined; site: Site; assertion: Assertion },
): Promise<{ code: string }> {
  const { name, userId } = await waitingOf(deps.db, waiting);
  const counter = {
    account: guessDigest(userId, deps.config.SESSION_SECRET),
    guessed: 'second-factor',
    source: EVERYWHERE,
  } as const;
  const code = await inTransaction(deps.db, async (tx) => {
    await lockFactorsOf(tx, userId);
    if ((await secondsUntilOpen(tx, counter)) > 0) throw new AppError(TOO_MANY_REQUESTS);
    const nonce = await takeSignInNonce(tx, name);
    const challenge = nonce && asBrowsersHaveIt(challengeOf(nonce, { owner: userId, asked: { signIn: name } }));
    if (await isAsserted(tx, deps, { userId, site, challenge, assertion })) return handOutSignInCode(tx, deps, name);
    await countGuess(tx, counter);
    return undefined;
  });
  if (code === undefined) throw new AppError(FACTOR_PROOF_IS_WRONG);
  return { code };
}

/** Error: `passkeys.no-sign-in-waits`. */
async function waitingOf(db: Deps['db'], name: string | undefined): Promise<{ name: string; userId: string }> {
  const userId = name === undefined ? undefined : await findWaitingInvestor(db, { waiting: name, now: Temporal.Now.instant() });
  if (name === undefined || userId === undefined) throw new AppError(NO_SIGN_IN_WAITS, { detail: 'Sign in first.' });
  return { name, userId };
}
