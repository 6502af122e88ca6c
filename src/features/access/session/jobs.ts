// Mails of the session layer, and its housekeeping.

import { codeBox } from '../../../core/code-box.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { defineJob } from '../../../core/jobs.ts';
import type { AppDeps } from '../../../deps.ts';
import { welcomeInvestor } from '../customers/index.ts';
import { deleteExpired, findUser, findUserByEmail, insertEmailCode } from './queries.ts';
import { digestOfCode, EMAIL_CODE_SECONDS, type EmailCodePurpose, signInCodeOwner } from './rules.ts';

/**
 * Makes a code for any address, so that checking one costs and answers the same for all, and mails it to who has an account. Each
 * attempt makes a code of its own, which voids the one before: no Message-ID of the job, the newest mail must be seen.
 * Mails never carry the name, which at this point anybody may have typed beside a stranger's address.
 */
export const sendEmailCodeJob = defineJob<
  Pick<AppDeps, 'config' | 'db' | 'mailer'>,
  { email: string; purpose: EmailCodePurpose }
>({
  name: 'send-email-code',
  concurrency: 4,
  work: async ({ config, db, mailer }, { email, purpose }) => {
    const code = codeBox(config.MFA_ENCRYPTION_KEY).newCode();
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

/** Mails a code of the second factor that the library made; one that has expired meanwhile is not sent. */
export const sendSignInCodeJob = defineJob<
  Pick<AppDeps, 'config' | 'db' | 'mailer'>,
  { userId: string; sealed: string; expiresAt: string }
>({
  name: 'send-sign-in-code',
  concurrency: 4,
  work: async ({ config, db, mailer }, { userId, sealed, expiresAt }, { jobId }) => {
    const code = codeBox(config.MFA_ENCRYPTION_KEY).open(Buffer.from(sealed, 'base64'), signInCodeOwner(userId));
    const user = await findUser(db, userId);
    if (!user || code === undefined || Temporal.Instant.compare(expiresAt, Temporal.Now.instant()) <= 0) return { sent: false };
    await mailer.send({ id: jobId, to: user.email, template: 'sign-in-code', data: { code, expiresAt } });
    return { sent: true };
  },
});

/** Welcomes who proved their address in a request that died before it could (A-session-13). */
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

/** Removes expired sessions and codes, which nothing reads any more. */
export const sessionCleanupJob = defineJob<Pick<AppDeps, 'db'>, object>({
  name: 'session-cleanup',
  cron: '20 * * * *',
  concurrency: 1,
  work: ({ db }) => inTransaction(db, (tx) => deleteExpired(tx, Temporal.Now.instant())),
});
