// An owner invites somebody, or takes the invitation back (access.md#administrators).

import { recordAdminAction } from '../../../core/audit.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { findUserByEmail } from '../session/index.ts';
import { assertOwner, tellOwners } from './change-administrators.ts';
import { INVITED_ADDRESS_IS_TAKEN } from './errors.ts';
import { mailInvitationJob } from './jobs.ts';
import { deleteInvitation, findInvitations, findRoles, insertInvitation, lockOwners } from './queries.ts';
import { toInvitationView } from './read-administrators.ts';
import { INVITATION_HOURS } from './rules.ts';
import type { Invitation, NewInvitation } from './schemas.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs'>;

// POST /administration/administrators/invitations

/** An invitation of the same address is replaced. Errors: `forbidden`, `administrators.address-taken`. */
export async function invite(deps: Deps, { body, audit }: { body: NewInvitation; audit: RouteAudit }): Promise<Invitation> {
  const email = body.email.toLowerCase();
  const { administratorId: invitedBy } = audit.administrator;
  return inTransaction(deps.db, async (tx) => {
    const owners = assertOwner(await lockOwners(tx), audit);
    const known = await findUserByEmail(tx, email);
    if (known && (known.role !== 'admin' || (await findRoles(tx, known.id)).length > 0))
      throw new AppError(INVITED_ADDRESS_IS_TAKEN, { detail: `${email} has an account.` });
    const at = deps.clock.now();
    const expiresAt = at.add({ hours: INVITATION_HOURS });
    const id = await insertInvitation(tx, { email, roles: body.roles, invitedBy, at, expiresAt });
    const [invitation] = await findInvitations(tx, { now: at, id });
    if (!invitation) throw new Error('an invitation that was written is not there');
    await recordAdminAction(tx, { ...audit, payload: { email, roles: body.roles }, at });
    await deps.jobs.enqueue(tx, mailInvitationJob, { invitationId: id });
    await tellOwners(tx, deps, { owners, what: 'invited', email, by: audit.administrator.email, given: body.roles, at });
    return toInvitationView(invitation);
  });
}

// DELETE /administration/administrators/invitations/:invitationId

/** Errors: `forbidden`, `not-found`. */
export async function withdrawInvitation(
  deps: Deps,
  { invitationId, audit }: { invitationId: string; audit: RouteAudit },
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    assertOwner(await lockOwners(tx), audit);
    const at = deps.clock.now();
    const [invitation] = await findInvitations(tx, { now: at, id: invitationId });
    if (!invitation || !(await deleteInvitation(tx, invitationId))) throw new AppError(NOT_FOUND);
    await recordAdminAction(tx, { ...audit, payload: { email: invitation.email, roles: invitation.roles }, at });
  });
}
