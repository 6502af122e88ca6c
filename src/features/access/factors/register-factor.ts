// Registers a second factor: the first by a mailed code, each further one by one that is there (access.md#second-factors).

import { recordAdminAction } from '../../../core/audit.ts';
import { inTransaction, type Tx } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import { oneTimeCodeCipher } from '../../../core/one-time-code-cipher.ts';
import type { AppDeps } from '../../../deps.ts';
import { credentialChanged, issueCode, lockOrMakeContext, ownFirstFactor, spendCode } from '../mfa/index.ts';
import { findUser, markFactorShown } from '../session/index.ts';
import { FACTOR_DOES_NOT_FIT, FACTOR_IS_THERE, FACTOR_PROOF_IS_WRONG, TOO_MANY_FACTORS } from './errors.ts';
import { type Shower, takeProof } from './proofs.ts';
import {
  deleteRecoveryCodes,
  findAuthenticator,
  findPasskeys,
  hasFactor,
  insertAuthenticator,
  insertPasskey,
  insertRecoveryCodes,
  isPasskeyKnown,
  lockFactorsOf,
  saveChallenge,
  takeChallenge,
} from './queries.ts';
import {
  authenticatorUri,
  CHALLENGE_MINUTES,
  MOST_PASSKEYS,
  newAuthenticatorSecret,
  newRecoveryCodes,
  recoveryDigest,
  secretOwner,
  takenStep,
} from './rules.ts';
import type { Attestation, NewAuthenticator, NewPasskey, RegistrationProof } from './schemas.ts';
import { registrationOptions, verifiedPasskey } from './webauthn.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs'>;
type Asked<Body> = { shower: Shower; body: Body; audit: RouteAudit };
type Registered = { id: string; recoveryCodes: string[] };

// POST /administration/security/registration-code

/** Mails the code of the first factor. Errors: `factors.already-registered`, `2fa.too-many-attempts`, `2fa.asked-in-another-session`. */
export async function mailFirstFactorCode(deps: Deps, { userId, sessionId }: Shower): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    await lockFactorsOf(tx, userId);
    if (await hasFactor(tx, userId)) throw new AppError(FACTOR_IS_THERE);
    const context = await lockOrMakeContext(tx, ownFirstFactor(userId));
    await issueCode(tx, deps, context, { payload: {}, sessionId, by: 'owner' });
  });
}

// POST /administration/security/passkeys/options

export async function beginPasskey(
  deps: Pick<Deps, 'db' | 'clock'>,
  { userId, sessionId, site }: Shower,
): Promise<{ options: object }> {
  const user = await findUser(deps.db, userId);
  if (!user) throw new Error('the user of a session is gone');
  const { options, challenge } = await registrationOptions(site, user, await findPasskeys(deps.db, userId));
  const expiresAt = deps.clock.now().add({ minutes: CHALLENGE_MINUTES });
  await inTransaction(deps.db, (tx) =>
    saveChallenge(tx, { sessionId, purpose: 'register-passkey', content: challenge, expiresAt }),
  );
  return { options };
}

// POST /administration/security/passkeys

/** Errors: `factors.wrong-proof`, `factors.registration-failed`, `factors.too-many`, and those of a mailed code. */
export async function registerPasskey(deps: Deps, { shower, body, audit }: Asked<NewPasskey>): Promise<Registered> {
  return proven(deps, { shower, proof: body.proof, audit }, (tx, at) => addPasskey(tx, shower, { ...body, at }));
}

/**
 * The passkey that the browser made for the challenge of {@link beginPasskey}, of an administrator or an investor, once it is proven who asks.
 * The caller has locked the user. Errors: `factors.registration-failed`, `factors.too-many`.
 */
export async function addPasskey(
  tx: Tx,
  { userId, sessionId, site }: Shower,
  { name, attestation, at }: { name: string; attestation: Attestation; at: Temporal.Instant },
): Promise<string> {
  if ((await findPasskeys(tx, userId)).length >= MOST_PASSKEYS) throw new AppError(TOO_MANY_FACTORS);
  const challenge = await takeChallenge(tx, { sessionId, purpose: 'register-passkey', now: at });
  const passkey = challenge === undefined ? undefined : await verifiedPasskey(site, challenge, attestation);
  if (!passkey || (await isPasskeyKnown(tx, passkey.credentialId))) throw new AppError(FACTOR_DOES_NOT_FIT);
  return insertPasskey(tx, { ...passkey, userId, name, at });
}

// POST /administration/security/authenticator

/** A secret for an authenticator app; nothing has changed before its first code is confirmed. Error: `factors.too-many`. */
export async function beginAuthenticator(
  deps: Deps,
  { userId, sessionId, email }: Shower,
): Promise<{ secret: string; uri: string }> {
  const secret = newAuthenticatorSecret();
  const encrypted = oneTimeCodeCipher(deps.config.MFA_ENCRYPTION_KEY).encrypt(secret, secretOwner(userId));
  const expiresAt = deps.clock.now().add({ minutes: CHALLENGE_MINUTES });
  await inTransaction(deps.db, async (tx) => {
    if (await findAuthenticator(tx, userId)) throw new AppError(TOO_MANY_FACTORS);
    await saveChallenge(tx, { sessionId, purpose: 'register-authenticator', content: encrypted.toString('base64'), expiresAt });
  });
  return { secret, uri: authenticatorUri(secret, email) };
}

// POST /administration/security/authenticator/confirm

/** Errors: as of a passkey. */
export async function registerAuthenticator(deps: Deps, { shower, body, audit }: Asked<NewAuthenticator>): Promise<Registered> {
  const { userId, sessionId } = shower;
  return proven(deps, { shower, proof: body.proof, audit }, async (tx, at) => {
    if (await findAuthenticator(tx, userId)) throw new AppError(TOO_MANY_FACTORS);
    const content = await takeChallenge(tx, { sessionId, purpose: 'register-authenticator', now: at });
    const secretCiphertext = content === undefined ? undefined : Buffer.from(content, 'base64');
    const cipher = oneTimeCodeCipher(deps.config.MFA_ENCRYPTION_KEY);
    const secret = secretCiphertext && cipher.decrypt(secretCiphertext, secretOwner(userId));
    const step = secret === undefined ? undefined : takenStep({ secret, lastStep: 0 }, body.code, Temporal.Now.instant());
    if (!secretCiphertext || step === undefined) throw new AppError(FACTOR_DOES_NOT_FIT);
    return insertAuthenticator(tx, { userId, secretCiphertext, lastStep: step, at });
  });
}

/**
 * Registers by `insert` under the lock, once the proof was taken; with the first factor come recovery codes, and the session has shown it.
 * A refusal of the proof commits, as a wrong one is counted; whatever `insert` throws leaves the proof as it was.
 */
async function proven(
  deps: Deps,
  { shower, proof, audit }: { shower: Shower; proof: RegistrationProof; audit: RouteAudit },
  insert: (tx: Tx, at: Temporal.Instant) => Promise<string>,
): Promise<Registered> {
  const { userId, sessionId } = shower;
  const done = await inTransaction(deps.db, async (tx) => {
    await lockFactorsOf(tx, userId);
    const isFirst = !(await hasFactor(tx, userId));
    const refusal = await refusalOf(tx, deps, { shower, proof, isFirst });
    if (refusal !== undefined) return { refusal };
    const at = deps.clock.now();
    const id = await insert(tx, at);
    await markFactorShown(tx, { sessionId, at });
    const recoveryCodes = isFirst ? await writeRecoveryCodes(tx, deps, userId) : [];
    await recordAdminAction(tx, {
      ...audit,
      target: { type: 'administrator', id: userId },
      payload: { factorId: id, isFirst },
      at,
    });
    await credentialChanged(tx, deps, { userId, by: isFirst ? 'first-factor' : 'factor-registration', session: sessionId });
    return { id, recoveryCodes };
  });
  if ('refusal' in done) throw new AppError(done.refusal);
  return done;
}

async function refusalOf(
  tx: Tx,
  deps: Deps,
  { shower, proof, isFirst }: { shower: Shower; proof: RegistrationProof; isFirst: boolean },
): Promise<string | undefined> {
  const { userId, sessionId } = shower;
  if (proof.kind !== 'mailed-code')
    return (await takeProof(tx, deps, shower, { proof, purpose: 'change-factors' })) ? undefined : FACTOR_PROOF_IS_WRONG;
  // A mailbox does not stand in for a factor that is there.
  if (!isFirst) return FACTOR_PROOF_IS_WRONG;
  const spent = await spendCode(tx, deps, ownFirstFactor(userId), { code: proof.code, sessionId });
  return 'refusal' in spent ? spent.refusal : undefined;
}

/** Ten new ones in place of those that are left. */
export async function writeRecoveryCodes(
  tx: Tx,
  { clock, config }: Pick<Deps, 'clock' | 'config'>,
  userId: string,
): Promise<string[]> {
  const codes = newRecoveryCodes();
  await deleteRecoveryCodes(tx, userId);
  const digests = codes.map((code) => recoveryDigest(code, { userId, secret: config.SESSION_SECRET }));
  await insertRecoveryCodes(tx, { userId, digests, at: clock.now() });
  return codes;
}
