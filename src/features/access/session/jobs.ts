// The jobs of the session layer: its mails, and the removal of expired rows.

import { inTransaction } from '../../../core/db/transaction.ts';
import { defineJob } from '../../../core/jobs/jobs.ts';
import { oneTimeCodeCipher } from '../../../core/one-time-code-cipher.ts';
import type { AppDeps } from '../../../deps.ts';
import { deleteExpiredCodes, deleteOldGuesses, insertEmailCode } from './code-queries.ts';
import { makeResetLink } from './mailed-codes.ts';
import { deleteExpiredSessions, findUser, findUserByEmail } from './queries.ts';
import { digestOfCode, EMAIL_CODE_SECONDS, type EmailCodePurpose, signInCodeOwner } from './rules.ts';

/**
 * Creates a code for any address, so that checking a code costs and answers the same for all, and mails it when the address has
 * an account; for a new password with a link, whose token nobody can guess. Each attempt of the job creates a new code, which voids the
 * previous one: the mails have no common Message-ID, so that the newest one is shown. They never contain the name, which a visitor could
 * have typed beside another person's address.
 */
export const sendEmailCodeJob = defineJob<
  Pick<AppDeps, 'config' | 'db' | 'mailer'>,
  { email: string; purpose: EmailCodePurpose }
>({
  name: 'send-email-code',
  concurrency: 4,
  work: async ({ config, db, mailer }, { email, purpose }) => {
    const code = oneTimeCodeCipher(config.MFA_ENCRYPTION_KEY).newCode();
    const made = await inTransaction(db, async (tx) => {
      const digest = digestOfCode(code, config.SESSION_SECRET);
      const { expiresAt } = await insertEmailCode(tx, { email, purpose, digest, seconds: EMAIL_CODE_SECONDS });
      const user = await findUserByEmail(tx, email);
      if (!user || purpose !== 'forget-password') return { user, expiresAt };
      return { user, expiresAt, link: await makeResetLink(tx, { config }, email) };
    });
    const { user, expiresAt, link } = made;
    if (!user) return { sent: false };
    if (link) {
      const data = { code, expiresAt, resetUrl: link.url, linkUntil: link.until };
      await mailer.send({ to: user.email, template: 'password-reset-code', data });
    } else await mailer.send({ to: user.email, template: 'email-verification-code', data: { code, expiresAt } });
    return { sent: true };
  },
});

/** Mails a code of the second factor that the library created, unless it has expired meanwhile. */
export const sendSignInCodeJob = defineJob<
  Pick<AppDeps, 'config' | 'db' | 'mailer'>,
  { userId: string; encryptedCode: string; expiresAt: string }
>({
  name: 'send-sign-in-code',
  concurrency: 4,
  work: async ({ config, db, mailer }, { userId, encryptedCode, expiresAt }, { jobId }) => {
    const code = oneTimeCodeCipher(config.MFA_ENCRYPTION_KEY).decrypt(
      Buffer.from(encryptedCode, 'base64'),
      signInCodeOwner(userId),
    );
    const user = await findUser(db, userId);
    if (!user || code === undefined || Temporal.Instant.compare(expiresAt, Temporal.Now.instant()) <= 0) return { sent: false };
    await mailer.send({ id: jobId, to: user.email, template: 'sign-in-code', data: { code, expiresAt } });
    return { sent: true };
  },
});

/** Deletes expired sessions, codes and links, and guesses of earlier days. */
export const sessionCleanupJob = defineJob<Pick<AppDeps, 'db'>, object>({
  name: 'session-cleanup',
  cron: '20 * * * *',
  concurrency: 1,
  work: ({ db }) =>
    inTransaction(db, async (tx) => {
      const now = Temporal.Now.instant();
      return {
        sessions: await deleteExpiredSessions(tx, now),
        codes: await deleteExpiredCodes(tx, now),
        guesses: await deleteOldGuesses(tx),
      };
    }),
});
