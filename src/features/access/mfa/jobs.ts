// Mails codes and the notice to a former address; ends what nobody confirmed, and links whose time is over.

import { inTransaction } from '../../../core/db/transaction.ts';
import { defineJob, TRIED_FOR_A_DAY } from '../../../core/jobs/jobs.ts';
import { oneTimeCodeCipher } from '../../../core/one-time-code-cipher.ts';
import type { AppDeps } from '../../../deps.ts';
import { findUserByEmail } from '../session/index.ts';
import { countLateUndos, endLateUndos, findFormerAddress } from './credential-queries.ts';
import { countContextsToEnd, deleteOver, endContexts, findContextToMail } from './queries.ts';
import { type ConfirmedAddress, type ContextKey, codeState, endedBy, ownerOf, undoUrl } from './rules.ts';

/** To the present address where it says no other. `replaces`: another request of the same session, which waited for its code. */
type MailedCode = ContextKey & { mailbox?: ConfirmedAddress; replaces?: true };

/**
 * Mails the code of a context, unless it was confirmed, voided or expired meanwhile. The job row only names the context: the code
 * is read and decrypted when the mail is sent.
 */
export const sendMfaCodeJob = defineJob<Pick<AppDeps, 'db' | 'clock' | 'config' | 'mailer'>, MailedCode>({
  name: 'send-mfa-code',
  concurrency: 4,
  work: async (deps, { mailbox = 'present-address', replaces, ...key }, { jobId }) => {
    const context = await findContextToMail(deps.db, key);
    if (!context?.codeExpiresAt || codeState(context, deps.clock.now()) !== 'valid' || context.confirmedAddress === mailbox)
      return { sent: false };
    const isToNew = mailbox === 'new-address';
    const ciphertext = isToNew ? context.newAddressCodeCiphertext : context.codeCiphertext;
    const code = ciphertext && oneTimeCodeCipher(deps.config.MFA_ENCRYPTION_KEY).decrypt(ciphertext, ownerOf(key, mailbox));
    const newEmail = key.action === 'email-update' ? newEmailOf(context.payload) : undefined;
    const to = isToNew && newEmail !== undefined ? newEmail : context.email;
    // A-mfa-7: an address with an account gets no mail; the answer of trigger-mfa is the same.
    if (!code || (isToNew && (await findUserByEmail(deps.db, to)))) return { sent: false };
    await deps.mailer.send({
      id: jobId,
      to,
      template: 'mfa-code',
      data: {
        action: key.action,
        code,
        expiresAt: context.codeExpiresAt,
        ...(newEmail === undefined ? {} : { newEmail }),
        ...(replaces ? { replaces } : {}),
        // A name is free text: it is not mailed to an address that was not verified yet.
        ...(context.firstName === null || isToNew ? {} : { firstName: context.firstName }),
      },
    });
    return { sent: true };
  },
});

function newEmailOf(payload: unknown): string {
  // Border: trigger-mfa writes the payload of this action.
  return (payload as { newEmail: string }).newEmail;
}

/**
 * What nobody confirmed ends a day after its code has expired: a new password's hash, a new address, a code that could be mailed again. Then its
 * counters of requests, and tokens of gift cards, are kept as long.
 */
export const endCodeContextsJob = defineJob<Pick<AppDeps, 'db' | 'clock'>, { dryRun?: boolean }>({
  name: 'end-code-contexts',
  cron: '*/5 * * * *',
  onDemand: true,
  concurrency: 1,
  work: async ({ db, clock }, { dryRun = false }) => {
    const by = endedBy(clock.now());
    if (dryRun) return { expired: await countContextsToEnd(db, by), ended: 0, deleted: 0, dryRun };
    return inTransaction(db, async (tx) => {
      const deleted = await deleteOver(tx, by);
      const ended = await endContexts(tx, by);
      return { expired: ended, ended, deleted, dryRun };
    });
  },
});

/**
 * Tells the former address that the account has another one, with the link that undoes the change where it can be undone. The job row names
 * the change only: the link is made when the mail is sent.
 */
export const tellFormerAddressJob = defineJob<Pick<AppDeps, 'db' | 'config' | 'mailer'>, { changeId: string }>({
  name: 'tell-former-address',
  concurrency: 2,
  ...TRIED_FOR_A_DAY,
  work: async ({ db, config, mailer }, { changeId }, { jobId }) => {
    const { to, changedAt, undoUntil, customerId, firstName } = await findFormerAddress(db, changeId);
    const undo = undoUntil === null ? {} : { undoUntil, undoUrl: undoUrl(config, changeId) };
    const data = { changedAt, ...undo, ...(firstName === null ? {} : { firstName }) };
    await mailer.send({ id: jobId, to, template: 'email-changed', data, ...(customerId === null ? {} : { customerId }) });
    return { sent: true };
  },
});

/** Former addresses whose time to be returned to is over are kept no longer. */
export const endAddressUndosJob = defineJob<Pick<AppDeps, 'db' | 'clock'>, { dryRun?: boolean }>({
  name: 'end-address-undos',
  cron: '40 * * * *',
  onDemand: true,
  concurrency: 1,
  work: async ({ db, clock }, { dryRun = false }) => {
    const now = clock.now();
    if (dryRun) return { late: await countLateUndos(db, now), ended: 0, dryRun };
    const ended = await inTransaction(db, (tx) => endLateUndos(tx, now));
    return { late: ended, ended, dryRun };
  },
});
