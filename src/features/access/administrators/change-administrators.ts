// What an owner changes of an administrator who is here: roles, sessions, access (access.md#administrators).

import { recordAdminAction } from '../../../core/audit.ts';
import { inTransaction, type Tx } from '../../../core/db/transaction.ts';
import { AppError, FORBIDDEN, NOT_FOUND } from '../../../core/errors.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import { assertAllowed } from '../../../core/states.ts';
import type { AppDeps } from '../../../deps.ts';
import { enqueueEmail } from '../../../providers/email/index.ts';
import { resetFactors, takeAllFactors } from '../factors/index.ts';
import { deleteSavedFiltersOf } from '../saved-filters/index.ts';
import { discardPassword, endOtherSessions, endSignIns, type Role } from '../session/index.ts';
import { ADMINISTRATOR_NEEDS_A_ROLE } from './errors.ts';
import { deleteRoles, findAddresses, findAdministrator, insertRoles, lockOwners, markRolesLost, mayReturn } from './queries.ts';
import { ADMINISTRATOR_VERBS, administratorState, administratorsUrl } from './rules.ts';
import type { RoleChanges } from './schemas.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs'>;
type Asked = { administratorId: string; audit: RouteAudit };

/** Under the lock: who asks may have lost the role since the guard looked. Returns the owners. Error: `forbidden`. */
export function assertOwner(owners: readonly string[], { administrator }: RouteAudit): readonly string[] {
  if (!owners.includes(administrator.administratorId)) throw new AppError(FORBIDDEN, { detail: 'You are no owner any more.' });
  return owners;
}

/** Mails every owner what became of an administrator, so that none is made in silence with a session that was stolen. */
export async function tellOwners(
  tx: Tx,
  deps: Pick<AppDeps, 'config' | 'jobs'>,
  told: {
    owners: readonly string[];
    what:
      | 'invited'
      | 'joined'
      | 'identity-joined'
      | 'identity-linked'
      | 'roles-changed'
      | 'removed'
      | 'factors-reset'
      | 'break-glass';
    email: string;
    by: string;
    given?: readonly Role[];
    taken?: readonly Role[];
    at: Temporal.Instant;
  },
): Promise<void> {
  const { owners, what, email, by, given = [], taken = [], at } = told;
  const data = { what, email, by, given, taken, at: at.toString(), url: administratorsUrl(deps.config) };
  for (const to of await findAddresses(tx, owners)) await enqueueEmail(tx, deps, { to, template: 'administrator-changed', data });
}

/** Locks the owners, then looks: the state of an administrator cannot change until the commit. Errors: `forbidden`, `not-found`. */
async function lockAdministrator(tx: Tx, { administratorId, audit }: Asked) {
  const owners = assertOwner(await lockOwners(tx), audit);
  const administrator = await findAdministrator(tx, administratorId);
  if (!administrator) throw new AppError(NOT_FOUND, { detail: 'Administrator not found' });
  return { ...administrator, owners, state: administratorState(administrator, owners) };
}

// PATCH /administration/administrators/:administratorId/roles

/**
 * Takes and gives; what is there, or lacking, already is left out. Errors: `forbidden`, `not-found`, `administrators.removed`,
 * `administrators.last-owner`, `administrators.role-needed`.
 */
export async function changeRoles(deps: Deps, asked: Asked & { changes: RoleChanges }): Promise<{ roles: Role[] }> {
  const { audit, changes } = asked;
  return inTransaction(deps.db, async (tx) => {
    const { userId, email, roles, owners, state } = await lockAdministrator(tx, asked);
    assertAllowed(ADMINISTRATOR_VERBS['change-roles'], state);
    const given = (changes.give ?? []).filter((role) => !roles.includes(role));
    const taken = (changes.take ?? []).filter((role) => roles.includes(role) && !changes.give?.includes(role));
    if (taken.includes('owner')) assertAllowed(ADMINISTRATOR_VERBS['take-owner-role'], state);
    const after = [...roles.filter((role) => !taken.includes(role)), ...given].sort();
    if (after.length === 0) throw new AppError(ADMINISTRATOR_NEEDS_A_ROLE);
    if (given.length + taken.length === 0) return { roles: after };
    const at = deps.clock.now();
    if (taken.length > 0) await deleteRoles(tx, { userId, roles: taken });
    if (given.length > 0) await insertRoles(tx, { userId, roles: given, givenBy: audit.administrator.administratorId, at });
    await recordAdminAction(tx, { ...audit, target: { type: 'administrator', id: userId }, payload: { given, taken }, at });
    await tellOwners(tx, deps, { owners, what: 'roles-changed', email, by: audit.administrator.email, given, taken, at });
    return { roles: after };
  });
}

// DELETE /administration/administrators/:administratorId/sessions

/** Also sign-ins under way and trusted devices. Errors: `forbidden`, `not-found`. */
export async function endSessions(deps: Deps, asked: Asked): Promise<{ ended: number }> {
  return inTransaction(deps.db, async (tx) => {
    const { userId, email, state } = await lockAdministrator(tx, asked);
    assertAllowed(ADMINISTRATOR_VERBS['end-sessions'], state);
    const ended = await endOtherSessions(tx, { userId });
    await endSignIns(tx, { userId, emails: [email] });
    const target = { type: 'administrator', id: userId };
    await recordAdminAction(tx, { ...asked.audit, target, payload: { ended }, at: deps.clock.now() });
    return { ended };
  });
}

// DELETE /administration/administrators/:administratorId/factors

/**
 * Somebody lost their second factors: they are taken with the recovery codes and every session. Nobody resets their own, as a factor is
 * replaced by one that is there. Errors: `forbidden`, `not-found`, `administrators.removed`, `administrators.last-owner`.
 */
export async function resetFactorsOf(deps: Deps, asked: Asked): Promise<{ taken: number }> {
  const { audit } = asked;
  return inTransaction(deps.db, async (tx) => {
    const { userId, email, owners, state } = await lockAdministrator(tx, asked);
    assertAllowed(ADMINISTRATOR_VERBS['reset-factors'], state);
    if (userId === audit.administrator.administratorId) throw new AppError(FORBIDDEN, { detail: 'Another owner resets yours.' });
    const at = deps.clock.now();
    const taken = await resetFactors(tx, deps, userId);
    await recordAdminAction(tx, { ...audit, target: { type: 'administrator', id: userId }, payload: { taken }, at });
    await tellOwners(tx, deps, { owners, what: 'factors-reset', email, by: audit.administrator.email, at });
    return { taken };
  });
}

// DELETE /administration/administrators/:administratorId

/**
 * Takes all roles, the password, the second factors, the sessions and the saved filters. The account stays, as the audit log names it; an
 * invitation brings it back. Somebody whose roles the identity provider took is removed too, so that they do not come back with a role there.
 * Errors: `forbidden`, `not-found`, `administrators.removed`, `administrators.last-owner`.
 */
export async function removeAdministrator(deps: Deps, asked: Asked): Promise<void> {
  const { audit } = asked;
  await inTransaction(deps.db, async (tx) => {
    const { userId, email, roles, owners, state } = await lockAdministrator(tx, asked);
    if (state !== 'removed' || !(await mayReturn(tx, userId))) assertAllowed(ADMINISTRATOR_VERBS['remove-administrator'], state);
    const at = deps.clock.now();
    if (roles.length > 0) await deleteRoles(tx, { userId, roles });
    await markRolesLost(tx, { userId, at: null });
    await discardPassword(tx, { userId, at });
    await takeAllFactors(tx, deps, userId);
    await endOtherSessions(tx, { userId });
    await endSignIns(tx, { userId, emails: [email] });
    await deleteSavedFiltersOf(tx, userId);
    await recordAdminAction(tx, { ...audit, target: { type: 'administrator', id: userId }, payload: { taken: roles }, at });
    await tellOwners(tx, deps, { owners, what: 'removed', email, by: audit.administrator.email, taken: roles, at });
  });
}
