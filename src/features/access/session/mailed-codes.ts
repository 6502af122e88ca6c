// What a code or link of the session layer's mails does: a new password, or a proven address. In place of the library, which would write
// codes back by the clock of its process.

import { randomBytes } from 'node:crypto';
import { isSameText } from '../../../core/constant-time.ts';
import { inTransaction, type Tx } from '../../../core/db/transaction.ts';
import { escapeHtml } from '../../../core/http/html.ts';
import type { PlainPage } from '../../../core/http/plain-page.ts';
import { oneTimeCodeCipher } from '../../../core/one-time-code-cipher.ts';
import type { AppDeps } from '../../../deps.ts';
import { findCustomerIdByEmail, lockCustomer, welcomeInvestor } from '../customers/index.ts';
import {
  countWrongEmailCode,
  deleteEmailCodes,
  forgetGuesses,
  insertResetLink,
  lockEmailCode,
  lockResetLink,
  saveSignInCode,
} from './code-queries.ts';
import {
  INVALID_OTP,
  OTP_EXPIRED,
  PASSWORD_TOO_COMMON,
  PASSWORD_TOO_LONG,
  PASSWORD_TOO_SHORT,
  TOO_MANY_ATTEMPTS,
} from './errors.ts';
import type { Passwords } from './passwords.ts';
import { findUserByEmail, markEmailVerified, updatePasswordHash } from './queries.ts';
import {
  digestOfCode,
  digestOfResetToken,
  EMAIL_CODE_ATTEMPTS,
  type EmailCodePurpose,
  guessDigest,
  guessedOfMailbox,
  isGuessable,
  MAX_PASSWORD_LENGTH,
  MIN_PASSWORD_LENGTH,
  RESET_LINK_SECONDS,
  resetUrl,
  SIGN_IN_CODE_MINUTES,
} from './rules.ts';

type Deps = Pick<AppDeps, 'config' | 'db' | 'jobs' | 'clock' | 'onPasswordReplaced'>;

type Refusal = typeof INVALID_OTP | typeof OTP_EXPIRED | typeof TOO_MANY_ATTEMPTS;
export type Refused = { refusal: Refusal | typeof PASSWORD_TOO_COMMON };

/** What proves the mailbox: the code that was typed with its address, or the token of the link. */
type ResetProof = { email: string; code: string } | { token: string };

/**
 * `/email-otp/reset-password`, in one transaction with all that the old password opened (access.md#what-replaces-what): 1. check the proof,
 * so that a wrong one costs no hash; 2. hash, outside any transaction; 3. take the proof, set the password, and end every session, sign-in
 * under way, device, code and link. The address where it is done; a refusal commits, as the wrong code is counted.
 */
export async function resetPassword(
  deps: Deps,
  passwords: Passwords,
  asked: { proof: ResetProof; password: string },
): Promise<Refused | { refusal?: undefined; user: { id: string; email: string } }> {
  const { proof, password } = asked;
  const checked = await inTransaction(deps.db, (tx) => checkProof(tx, deps, proof));
  if (checked.refusal !== undefined) return checked;
  if (isGuessable(password, checked.email)) return { refusal: PASSWORD_TOO_COMMON };
  const passwordHash = await passwords.hash(password);
  return inTransaction(deps.db, async (tx) => {
    const customerId = await findCustomerIdByEmail(tx, checked.email);
    if (customerId !== undefined) await lockCustomer(tx, customerId);
    const user = await findUserByEmail(tx, checked.email);
    const again = await checkProof(tx, deps, proof);
    if (again.refusal !== undefined) return again;
    if (!user) return { refusal: INVALID_OTP };
    const { id: userId, email } = user;
    const at = deps.clock.now();
    await deleteEmailCodes(tx, { email, purpose: 'forget-password' });
    await updatePasswordHash(tx, { userId, passwordHash, at });
    await deps.onPasswordReplaced(tx, { userId, by: 'password-reset', isInvestor: customerId !== undefined });
    const accounts = customerId === undefined ? [email, userId] : [email, userId, customerId];
    await forgetGuesses(
      tx,
      accounts.map((account) => guessDigest(account, deps.config.SESSION_SECRET)),
      guessedOfMailbox(user.role),
    );
    if (await markEmailVerified(tx, { userId, at })) await welcomeInvestor(tx, deps, userId);
    return { user: { id: userId, email } };
  });
}

const RESET_TOKEN_BYTES = 16;

/** A link of 128 bits with which the owner of this address chooses a new password, once. */
export async function makeResetLink(
  tx: Tx,
  { config }: Pick<Deps, 'config'>,
  email: string,
): Promise<{ url: string; until: Temporal.Instant }> {
  const token = randomBytes(RESET_TOKEN_BYTES).toString('base64url');
  const { expiresAt } = await insertResetLink(tx, { digest: digestOfResetToken(token), email, seconds: RESET_LINK_SECONDS });
  return { url: resetUrl(config, token), until: expiresAt };
}

/** `/email-otp/verify-email`: the id of the user whose address is proven, or why not. */
export async function verifyEmail(
  deps: Deps,
  asked: { email: string; code: string },
): Promise<Refused | { refusal?: undefined; userId: string }> {
  const { email } = asked;
  const check = (tx: Tx) => checkCode(tx, deps, { ...asked, purpose: 'email-verification' });
  const wrong = await inTransaction(deps.db, check);
  if (wrong !== undefined) return { refusal: wrong };
  return inTransaction(deps.db, async (tx) => {
    // Before the code, as whoever replaces a credential does (ADR 0013).
    const customerId = await findCustomerIdByEmail(tx, email);
    if (customerId !== undefined) await lockCustomer(tx, customerId);
    const refusal = await check(tx);
    if (refusal !== undefined) return { refusal };
    const user = await findUserByEmail(tx, email);
    if (!user) return { refusal: INVALID_OTP };
    await deleteEmailCodes(tx, { email, purpose: 'email-verification' });
    if (await markEmailVerified(tx, { userId: user.id, at: deps.clock.now() })) await welcomeInvestor(tx, deps, user.id);
    return { userId: user.id };
  });
}

/**
 * A code of a sign-in that waits, in place of the one that a mail would bring, in the hand of somebody who has proven that they are the owner;
 * it is spent as that one is.
 */
export async function handOutSignInCode(tx: Tx, { config }: Pick<Deps, 'config'>, waiting: string): Promise<string> {
  const code = oneTimeCodeCipher(config.MFA_ENCRYPTION_KEY).newCode();
  const expiresAt = Temporal.Now.instant().add({ minutes: SIGN_IN_CODE_MINUTES });
  await saveSignInCode(tx, { waiting, digest: digestOfCode(code, config.SESSION_SECRET), expiresAt });
  return code;
}

async function checkProof(
  tx: Tx,
  deps: Pick<Deps, 'config'>,
  proof: ResetProof,
): Promise<Refused | { refusal?: undefined; email: string }> {
  if ('token' in proof) {
    const email = await lockResetLink(tx, digestOfResetToken(proof.token));
    return email === undefined ? { refusal: INVALID_OTP } : { email };
  }
  const refusal = await checkCode(tx, deps, { ...proof, purpose: 'forget-password' });
  return refusal === undefined ? { email: proof.email } : { refusal };
}

/** Of any address: the job makes a code for each that is asked for. */
async function checkCode(
  tx: Tx,
  { config }: Pick<Deps, 'config'>,
  { email, code, purpose }: { email: string; code: string; purpose: EmailCodePurpose },
): Promise<Refusal | undefined> {
  const kept = await lockEmailCode(tx, { email, purpose });
  if (!kept) return INVALID_OTP;
  if (kept.isExpired || kept.wrongAttempts >= EMAIL_CODE_ATTEMPTS) {
    await deleteEmailCodes(tx, { email, purpose });
    return kept.isExpired ? OTP_EXPIRED : TOO_MANY_ATTEMPTS;
  }
  if (isSameText(kept.digest, digestOfCode(code, config.SESSION_SECRET))) return undefined;
  await countWrongEmailCode(tx, kept);
  return INVALID_OTP;
}

// The page behind the link for a new password.

const REFUSED: Readonly<Record<string, string>> = {
  [PASSWORD_TOO_COMMON]: 'Ce mot de passe serait trouvé trop vite : choisissez-en un autre.',
  [PASSWORD_TOO_SHORT]: `Il faut au moins ${MIN_PASSWORD_LENGTH} caractères.`,
  [PASSWORD_TOO_LONG]: `Il faut au plus ${MAX_PASSWORD_LENGTH} caractères.`,
};

const REFUSED_SOMEHOW = 'Le mot de passe n’est pas changé : réessayez dans un moment.';

/** `token` is of a link that works, or there is none. */
export function renderResetPage(page: { isDone: boolean; token: string | undefined; refused: string | undefined }): PlainPage {
  return { title: 'Mot de passe de votre compte', main: resetPageBody(page) };
}

function resetPageBody({ isDone, token, refused }: Parameters<typeof renderResetPage>[0]): string {
  if (isDone)
    return '<h1>Votre mot de passe est changé</h1><p>Tous les appareils ont été déconnectés : connectez-vous avec le nouveau mot de passe.</p>';
  if (token === undefined)
    return '<h1>Ce lien ne fonctionne plus</h1><p>Il a déjà servi, ou son délai est écoulé. Demandez-en un autre par « Mot de passe oublié ».</p>';
  return `<h1>Choisissez un nouveau mot de passe</h1>${refused === undefined ? '' : `<p role="alert">${whyRefused(refused)}</p>`}
<form method="post"><input type="hidden" name="token" value="${escapeHtml(token)}">
<label>Nouveau mot de passe<input type="password" name="password" autocomplete="new-password" required minlength="${MIN_PASSWORD_LENGTH}" maxlength="${MAX_PASSWORD_LENGTH}"></label>
<button>Changer le mot de passe</button></form>`;
}

/** `code` stands in the address of the page, where anything may be written. */
function whyRefused(code: string): string | undefined {
  return Object.hasOwn(REFUSED, code) ? REFUSED[code] : REFUSED_SOMEHOW;
}
