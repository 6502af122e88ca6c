// Whom an identity provider has signed in is an administrator here, in the roles that it names now (access.md#identity-provider).

import { recordAdminAction } from '../../../core/audit.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import type { Identity } from '../../../providers/identity/index.ts';
import { endOtherSessions, endSignIns, findUserByEmail, insertAdministrator, type Role } from '../session/index.ts';
import { tellOwners } from './change-administrators.ts';
import { ROLES_AUDIT } from './create-administrator.ts';
import {
  deleteRoles,
  findAdministrator,
  findIdentity,
  findRoles,
  insertIdentity,
  insertRoles,
  lockOwners,
  markRolesLost,
} from './queries.ts';
import { administratorState } from './rules.ts';

type Deps = Pick<AppDeps, 'clock' | 'config' | 'jobs'>;
type Claimed = Omit<Identity, 'roleValues'> & { roles: readonly Role[] };

/** `removed`: by an owner. `address-taken`: by an account that is not linked. */
export type SignInRefusal = 'no-role' | 'removed' | 'address-unverified' | 'address-taken';

/**
 * Under the lock of the owners: 1. who it is, by the name at the provider, else by the address as the settings allow, else somebody new;
 * 2. their roles become those that the provider names; 3. without any, all that they opened ends, and the refusal is to be committed too.
 */
export async function admitIdentity(
  tx: Tx,
  deps: Deps,
  claimed: Claimed,
): Promise<{ userId: string } | { refusal: SignInRefusal }> {
  const owners = await lockOwners(tx);
  const known = await findIdentity(tx, claimed);
  const found =
    known ?? (claimed.roles.length === 0 ? ({ refusal: 'no-role' } as const) : await link(tx, deps, { claimed, owners }));
  if ('refusal' in found) return found;
  const administrator = await findAdministrator(tx, found.userId);
  if (!administrator) throw new Error('an identity is linked to nobody who may work here');
  const { userId, roles } = administrator;
  if (known && roles.length === 0 && (claimed.roles.length === 0 || known.rolesLostAt === null))
    return { refusal: claimed.roles.length === 0 ? 'no-role' : 'removed' };
  await followRoles(tx, deps, { administrator, claimed, owners });
  const at = claimed.roles.length === 0 ? deps.clock.now() : null;
  await markRolesLost(tx, { userId, at });
  if (at !== null || roles.length === 0) {
    // Also what a password has opened meanwhile: it must not wake up with the roles.
    await endOtherSessions(tx, { userId });
    await endSignIns(tx, { userId, emails: [administrator.email] });
  }
  return at === null ? { userId } : { refusal: 'no-role' };
}

type Arrival = { claimed: Claimed; owners: readonly string[] };

/** An administrator who is here, if the settings let the address decide; else a new one. Both only by an address that is verified. */
async function link(tx: Tx, deps: Deps, { claimed, owners }: Arrival): Promise<{ userId: string } | { refusal: SignInRefusal }> {
  const { issuer, subject, email, name } = claimed;
  if (email === undefined || !claimed.isEmailVerified) return { refusal: 'address-unverified' };
  const at = deps.clock.now();
  const present = await findUserByEmail(tx, email);
  if (present) {
    if (present.role !== 'admin') return { refusal: 'address-taken' };
    if ((await findRoles(tx, present.id)).length === 0) return { refusal: 'removed' };
    if (!deps.config.OIDC_MATCH_VERIFIED_EMAIL) return { refusal: 'address-taken' };
  }
  const userId = present?.id ?? (await insertAdministrator(tx, { email, name: name ?? email, at }));
  if (!(await insertIdentity(tx, { issuer, subject, userId, at }))) return { refusal: 'address-taken' };
  await recordAdminAction(tx, {
    kind: 'ADMINISTRATOR_IDENTITY_LINK',
    administrator: { administratorId: userId, email },
    target: { type: 'administrator', id: userId },
    payload: { issuer, subject, isNew: !present },
    at,
  });
  await tellOwners(tx, deps, { owners, what: present ? 'identity-linked' : 'identity-joined', email, by: issuer, at });
  return { userId };
}

/** The last owner stays one, whatever the provider names. */
async function followRoles(
  tx: Tx,
  deps: Deps,
  { administrator, claimed, owners }: Arrival & { administrator: { userId: string; email: string; roles: readonly Role[] } },
): Promise<void> {
  const { userId, email, roles } = administrator;
  const isLastOwner = administratorState(administrator, owners) === 'last-owner';
  const given = claimed.roles.filter((role) => !roles.includes(role));
  const taken = roles.filter((role) => !claimed.roles.includes(role) && !(isLastOwner && role === 'owner'));
  if (given.length + taken.length === 0) return;
  const at = deps.clock.now();
  if (taken.length > 0) await deleteRoles(tx, { userId, roles: taken });
  if (given.length > 0) await insertRoles(tx, { userId, roles: given, at });
  await recordAdminAction(tx, {
    kind: ROLES_AUDIT,
    administrator: { administratorId: userId, email },
    target: { type: 'administrator', id: userId },
    payload: { given, taken, issuer: claimed.issuer },
    at,
  });
  await tellOwners(tx, deps, { owners, what: 'roles-changed', email, by: claimed.issuer, given, taken, at });
}
