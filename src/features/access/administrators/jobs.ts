// Mails an invitation.

import { defineJob, TRIED_FOR_A_DAY } from '../../../core/jobs/jobs.ts';
import type { AppDeps } from '../../../deps.ts';
import { findInvitations } from './queries.ts';
import { invitationUrl } from './rules.ts';

/** The job row names the invitation alone: the link is made when the mail is sent, unless the invitation has ended by then. */
export const mailInvitationJob = defineJob<Pick<AppDeps, 'db' | 'clock' | 'config' | 'mailer'>, { invitationId: string }>({
  name: 'mail-administrator-invitation',
  concurrency: 1,
  ...TRIED_FOR_A_DAY,
  work: async ({ db, clock, config, mailer }, { invitationId }, { jobId }) => {
    const [invitation] = await findInvitations(db, { now: clock.now(), id: invitationId });
    if (!invitation) return { sent: false };
    const { email: to, roles, invitedByEmail: by, expiresAt } = invitation;
    const data = { by, roles, expiresAt, url: invitationUrl(config, invitationId) };
    await mailer.send({ id: jobId, to, template: 'administrator-invitation', data });
    return { sent: true };
  },
});
