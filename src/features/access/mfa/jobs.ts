// Mails codes, and erases password changes that nobody confirmed.

import { codeBox } from '../../../core/code-box.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { defineJob } from '../../../core/jobs.ts';
import type { AppDeps } from '../../../deps.ts';
import { findUserByEmail } from '../session/index.ts';
import { countPasswordUpdatesToErase, erasePasswordUpdates, findContextToMail } from './queries.ts';
import { type ContextKey, codeState, ownerOf } from './rules.ts';

/**
 * Mails the code of a context, unless it was confirmed, voided or expired meanwhile. The job row only names the context: the code
 * is read and decrypted when the mail is sent (A-mfa-12).
 */
export const sendMfaCodeJob = defineJob<Pick<AppDeps, 'db' | 'clock' | 'config' | 'mailer'>, ContextKey>({
  name: 'send-mfa-code',
  concurrency: 4,
  work: async (deps, key, { jobId }) => {
    const context = await findContextToMail(deps.db, key);
    if (!context?.codeCiphertext || !context.codeExpiresAt || codeState(context, deps.clock.now()) !== 'valid')
      return { sent: false };
    const code = codeBox(deps.config.MFA_ENCRYPTION_KEY).open(context.codeCiphertext, ownerOf(key));
    const to = key.action === 'email-update' ? newEmailOf(context.payload) : context.email;
    // A-mfa-7: an address with an account gets no mail; the answer of trigger-mfa is the same.
    if (code === undefined || (to !== context.email && (await findUserByEmail(deps.db, to)))) return { sent: false };
    await deps.mailer.send({
      id: jobId,
      to,
      template: 'mfa-code',
      data: {
        action: key.action,
        code,
        expiresAt: context.codeExpiresAt,
        // A name is free text: it is not mailed to an address that was not verified yet.
        ...(context.firstName === null || to !== context.email ? {} : { firstName: context.firstName }),
      },
    });
    return { sent: true };
  },
});

function newEmailOf(payload: unknown): string {
  // Border: trigger-mfa writes the payload of this action.
  return (payload as { newEmail: string }).newEmail;
}

/** Erases the new password hash of changes that were not confirmed before their code expired (A-mfa-13). */
export const erasePasswordUpdatesJob = defineJob<Pick<AppDeps, 'db' | 'clock'>, { dryRun?: boolean }>({
  name: 'erase-password-updates',
  cron: '*/5 * * * *',
  onDemand: true,
  concurrency: 1,
  work: async ({ db, clock }, { dryRun = false }) => {
    const now = clock.now();
    if (dryRun) return { expired: await countPasswordUpdatesToErase(db, now), erased: 0, dryRun };
    const erased = await inTransaction(db, (tx) => erasePasswordUpdates(tx, now));
    return { expired: erased, erased, dryRun };
  },
});
