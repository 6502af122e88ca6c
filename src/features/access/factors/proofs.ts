// Checks that somebody has a second factor of an account: a passkey, a code of an app, or a recovery code (access.md#second-factors).

import type { Tx } from '../../../core/db/transaction.ts';
import { AppError, TOO_MANY_REQUESTS } from '../../../core/errors.ts';
import { oneTimeCodeCipher } from '../../../core/one-time-code-cipher.ts';
import type { AppDeps } from '../../../deps.ts';
import { enqueueEmail } from '../../../providers/email/index.ts';
import { securityUrl } from '../mfa/index.ts';
import { countGuess, EVERYWHERE, guessDigest, secondsUntilOpen } from '../session/index.ts';
import {
  findAuthenticator,
  findPasskeys,
  markAuthenticatorUsed,
  markPasskeyUsed,
  takeChallenge,
  useRecoveryCode,
} from './queries.ts';
import { recoveryDigest, secretOwner, takenStep } from './rules.ts';
import type { Assertion, FactorProof } from './schemas.ts';
import { type Site, verifiedUse } from './webauthn.ts';

type Deps = Pick<AppDeps, 'clock' | 'config' | 'jobs'>;

/** Who shows it, in which session, and for what: a challenge of a passkey is of one purpose. */
export type Shower = { userId: string; sessionId: string; email: string; site: Site };

/**
 * Whether the proof is right, with the user locked (`lockFactorsOf`). What was shown is taken: a code, a step or a challenge works once. A
 * wrong code is counted, so the caller must let `tx` commit before it refuses. Error: `too-many-requests` after many wrong ones of a day.
 */
export async function takeProof(
  tx: Tx,
  deps: Deps,
  shower: Shower,
  { proof, purpose }: { proof: FactorProof; purpose: 'show-factor' | 'change-factors' },
): Promise<boolean> {
  // Nobody guesses a signature.
  if (proof.kind === 'passkey') return takeAssertion(tx, deps, shower, { assertion: proof.assertion, purpose });
  const { userId } = shower;
  const counter = {
    account: guessDigest(userId, deps.config.SESSION_SECRET),
    guessed: 'second-factor',
    source: EVERYWHERE,
  } as const;
  const seconds = await secondsUntilOpen(tx, counter);
  if (seconds > 0) {
    const detail = `Too many wrong codes today; the next one can be tried in ${Math.ceil(seconds)} seconds.`;
    throw new AppError(TOO_MANY_REQUESTS, { detail });
  }
  const isRight =
    proof.kind === 'authenticator'
      ? await takeCode(tx, deps, userId, proof.code)
      : await takeRecovery(tx, deps, shower, proof.code);
  if (!isRight) await countGuess(tx, counter);
  return isRight;
}

async function takeAssertion(
  tx: Tx,
  { clock }: Deps,
  { userId, sessionId, site }: Shower,
  { assertion, purpose }: { assertion: Assertion; purpose: 'show-factor' | 'change-factors' },
): Promise<boolean> {
  const challenge = await takeChallenge(tx, { sessionId, purpose, now: clock.now() });
  return isAsserted(tx, { clock }, { userId, site, challenge, assertion });
}

/**
 * Whether a passkey of this user has signed this challenge on this site, with the person verified; notes its use. The caller has locked the
 * user and taken the challenge, which is undefined where there is none.
 */
export async function isAsserted(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  { userId, site, challenge, assertion }: { userId: string; site: Site; challenge: string | undefined; assertion: Assertion },
): Promise<boolean> {
  const passkey = (await findPasskeys(tx, userId)).find(({ credentialId }) => credentialId === assertion.id);
  if (challenge === undefined || !passkey) return false;
  const use = await verifiedUse(site, challenge, { passkey, assertion });
  if (!use) return false;
  await markPasskeyUsed(tx, { id: passkey.id, ...use, at: clock.now() });
  return true;
}

async function takeCode(tx: Tx, { clock, config }: Deps, userId: string, code: string): Promise<boolean> {
  const app = await findAuthenticator(tx, userId);
  const secret = app && oneTimeCodeCipher(config.MFA_ENCRYPTION_KEY).decrypt(app.secretCiphertext, secretOwner(userId));
  if (!app || secret === undefined) return false;
  // Apps run on their own clock, so the machine's counts.
  const step = takenStep({ secret, lastStep: app.lastStep }, code, Temporal.Now.instant());
  if (step === undefined) return false;
  await markAuthenticatorUsed(tx, { id: app.id, step, at: clock.now() });
  return true;
}

/** The owner is told by mail: whoever found the paper with the codes uses them unseen otherwise. */
async function takeRecovery(tx: Tx, deps: Deps, { userId, email }: Shower, code: string): Promise<boolean> {
  const digest = recoveryDigest(code, { userId, secret: deps.config.SESSION_SECRET });
  if (!(await useRecoveryCode(tx, { userId, digest }))) return false;
  const changedAt = deps.clock.now().toString();
  const data = { what: 'recovery-code-use' as const, email, changedAt, url: securityUrl(deps.config) };
  await enqueueEmail(tx, deps, { to: email, template: 'administrator-factors-changed', data });
  return true;
}
