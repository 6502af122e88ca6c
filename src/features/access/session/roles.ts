// Which role of an administrator has which permissions: the one table (access.md#roles). Pure.

import { ADMINISTRATOR_ROLES } from '../../../config/security.ts';
import { PERMISSIONS, type Permission } from '../../../core/http/guards.ts';

export const ROLES = ADMINISTRATOR_ROLES;
export type Role = (typeof ROLES)[number];

/** Who has several roles may do what any of them may. */
export const ROLE_PERMISSIONS: Readonly<Record<Role, readonly Permission[]>> = {
  owner: PERMISSIONS,
  finance: ['console.use', 'people.read', 'money.read', 'money.write', 'projects.read', 'operations.read', 'operations.write'],
  projects: ['console.use', 'projects.read', 'projects.write', 'schedules.write'],
  compliance: ['console.use', 'people.read', 'people.write', 'papers.read'],
  support: ['console.use', 'people.read', 'mails.resend'],
  auditor: ['console.use', 'people.read', 'papers.read', 'money.read', 'projects.read', 'operations.read', 'administrators.read'],
};

export function permissionsOf(roles: readonly Role[]): ReadonlySet<Permission> {
  return new Set(roles.flatMap((role) => ROLE_PERMISSIONS[role]));
}

export function rolesWith(permission: Permission): readonly Role[] {
  return ROLES.filter((role) => ROLE_PERMISSIONS[role].includes(permission));
}
