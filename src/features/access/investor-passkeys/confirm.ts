// A passkey in place of a mail: it gives the code of an action that the mail would have brought. From there on all is as with a mailed code
// (access.md#passkeys-of-investors, A-session-2).

import { inTransaction } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { lockCustomer } from '../customers/index.ts';
import {
  type Assertion,
  assertionOptions,
  CHALLENGE_MINUTES,
  FACTOR_PROOF_IS_WRONG,
  findPasskeys,
  isAsserted,
  lockFactorsOf,
  type Site,
  saveChallenge,
  takeChallenge,
} from '../factors/index.ts';
import { assertMayGuess, checkRequest, countWrongProof, handOutCode, type MfaRequest } from '../mfa/index.ts';
import { NO_PASSKEY } from './errors.ts';
import type { Investor } from './passkeys.ts';
import { asBrowsersHaveIt, challengeOf, newNonce } from './rules.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'config'>;

const PURPOSE = 'confirm-action';

// POST /customers/security/challenge

/**
 * What a passkey signs to confirm this action with all that it changes, once and within five minutes; in place of the challenge before.
 * Nothing of the account changes. Errors: `validation-failed`, `2fa.mfa-enabled.patch-is-same`, `passkeys.none`.
 */
export async function askPasskey(deps: Deps, { by, asked }: { by: Investor; asked: MfaRequest }): Promise<{ options: object }> {
  const request = await checkRequest(deps, by, asked);
  const nonce = newNonce();
  const options = await optionsFor(deps, by, challengeOf(nonce, { owner: by.userId, asked: request }));
  const expiresAt = deps.clock.now().add({ minutes: CHALLENGE_MINUTES });
  await inTransaction(deps.db, (tx) =>
    saveChallenge(tx, { sessionId: by.sessionId, purpose: PURPOSE, content: nonce, expiresAt }),
  );
  return options;
}

// POST /customers/security/confirmation

/**
 * The code of the action, for whoever signed its challenge. A wrong signature commits, as it is counted with the wrong codes, and its
 * challenge is over. Errors: `factors.wrong-proof`, `2fa.asked-in-another-session`, `2fa-code.in-use`, `too-many-requests`, and
 * those of the question.
 */
export async function confirmByPasskey(
  deps: Deps,
  { by, asked, assertion }: { by: Investor; asked: MfaRequest; assertion: Assertion },
): Promise<{ code: string }> {
  const { customerId, userId, sessionId, site } = by;
  const request = await checkRequest(deps, by, asked);
  const code = await inTransaction(deps.db, async (tx) => {
    await lockCustomer(tx, customerId);
    await lockFactorsOf(tx, userId);
    await assertMayGuess(tx, deps, { customerId });
    const nonce = await takeChallenge(tx, { sessionId, purpose: PURPOSE, now: deps.clock.now() });
    const challenge = nonce && asBrowsersHaveIt(challengeOf(nonce, { owner: userId, asked: request }));
    if (await isAsserted(tx, deps, { userId, site, challenge, assertion })) return handOutCode(tx, deps, by, request);
    await countWrongProof(tx, deps, { customerId });
    return undefined;
  });
  if (code === undefined) throw new AppError(FACTOR_PROOF_IS_WRONG);
  return { code };
}

/** What one of the passkeys of this investor signs. Error: `passkeys.none`. */
export async function optionsFor(
  { db }: Pick<Deps, 'db'>,
  { userId, site }: { userId: string; site: Site },
  challenge: Uint8Array<ArrayBuffer>,
): Promise<{ options: object }> {
  const known = await findPasskeys(db, userId);
  if (known.length === 0) throw new AppError(NO_PASSKEY);
  const { options } = await assertionOptions(site, known, challenge);
  return { options };
}
