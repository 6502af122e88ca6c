// The jobs of the session layer: its mails, and the removal of expired rows.

import { inTransaction } from '../../../core/db/transaction.ts';
import { defineJob } from '../../../core/jobs/jobs.ts';
import { oneTimeCodeCipher } from '../../../core/one-time-code-cipher.ts';
import type { AppDeps } from '../../../deps.ts';
import { welcomeInvestor } from '../customers/index.ts';
import { deleteExpired, findUser, findUserByEmail, insertEmailCode } from './queries.ts';
import { digestOfCode, EMAIL_CODE_SECONDS, type EmailCodePurpose, signInCodeOwner } from './rules.ts';

/**
 * Creates a code for any address, so that checking a code costs and answers the same for all, and mails it when the address has
 * an account. Each attempt of the job creates a new code, which voids the previous one: the mails have no common Message-ID, so
 * that the newest one is shown. They never contain the name, which a visitor could have typed beside another person's address.
 */
export const sendEmailCodeJob = defineJob<
  Pick<AppDeps, 'config' | 'db' | 'mailer'>,
  { email: string; purpose: EmailCodePurpose }
>({
  name: 'send-email-code',
  concurrency: 4,
  work: async ({ config, db, mailer }, { email, purpose }) => {
    const code = oneTimeCodeCipher(config.MFA_ENCRYPTION_KEY).newCode();
    const expiresAt = Temporal.Now.instant().add({ seconds: EMAIL_CODE_SECONDS });
    const user = await inTransaction(db, async (tx) => {
      await insertEmailCode(tx, { email, purpose, digest: digestOfCode(code, config.SESSION_SECRET), expiresAt });
      return findUserByEmail(tx, email);
    });
    if (!user) return { sent: false };
    const template = purpose === 'forget-password' ? 'password-reset-code' : 'email-verification-code';
    await mailer.send({ to: user.email, template, data: { code, expiresAt } });
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

/** Sends the welcome when the request that verified the address died before it did. */
export const welcomeVerifiedJob = defineJob<Pick<AppDeps, 'clock' | 'db' | 'jobs'>, { email: string }>({
  name: 'welcome-verified',
  concurrency: 1,
  work: async (deps, { email }) => {
    const user = await findUserByEmail(deps.db, email);
    return {
      welcomed: user?.emailVerified === true && (await inTransaction(deps.db, (tx) => welcomeInvestor(tx, deps, user.id))),
    };
  },
});

/** Deletes expired sessions and codes. */
export const sessionCleanupJob = defineJob<Pick<AppDeps, 'db'>, object>({
  name: 'session-cleanup',
  cron: '20 * * * *',
  concurrency: 1,
  work: ({ db }) => inTransaction(db, (tx) => deleteExpired(tx, Temporal.Now.instant())),
});
