// Words of roles and permissions: what each is for, and why something may not be done.

import type { AdministratorRole, Permission } from '../../../clients/typescript/src/index.ts';
import { words } from '../../core/language.ts';
import { account } from '../core/session.ts';

type Names = Readonly<Record<AdministratorRole, string>>;

const frenchRoles: Names = {
  owner: 'propriétaire',
  finance: 'finances',
  projects: 'projets',
  compliance: 'conformité',
  support: 'assistance',
  auditor: 'audit',
};
const englishRoles: Names = {
  owner: 'owner',
  finance: 'finance',
  projects: 'projects',
  compliance: 'compliance',
  support: 'support',
  auditor: 'auditor',
};
const frenchPermissions: Readonly<Record<Permission, string>> = {
  'console.use': 'utiliser la console',
  'people.read': 'consulter les investisseurs',
  'people.write': 'geler un compte, décider des demandes fiscales',
  'papers.read': 'consulter les pièces d’identité et les réponses fiscales',
  'mails.resend': 'renvoyer un code',
  'money.read': 'consulter l’argent',
  'money.write': 'mouvoir de l’argent',
  'projects.read': 'consulter les projets',
  'projects.write': 'modifier les projets',
  'schedules.write': 'modifier les échéanciers',
  'operations.read': 'consulter l’exploitation',
  'operations.write': 'relancer une tâche ou une notification',
  'administrators.read': 'consulter les administrateurs',
  'administrators.write': 'gérer les administrateurs',
};
const englishPermissions: Readonly<Record<Permission, string>> = {
  'console.use': 'use the console',
  'people.read': 'read investors',
  'people.write': 'freeze an account, decide tax requests',
  'papers.read': 'read identity documents and tax answers',
  'mails.resend': 'send a code again',
  'money.read': 'read the money',
  'money.write': 'move money',
  'projects.read': 'read projects',
  'projects.write': 'change projects',
  'schedules.write': 'change schedules',
  'operations.read': 'read operations',
  'operations.write': 'retry a job or a notification',
  'administrators.read': 'read administrators',
  'administrators.write': 'manage administrators',
};

export const permissionWords = words(
  {
    roles: frenchRoles,
    permissions: frenchPermissions,
    yours: (roles: string) => `Rôle : ${roles}`,
    lacks: (permission: string, roles: string) => `Votre rôle (${roles}) ne permet pas cela : ${permission}.`,
    inactive: (permission: string, roles: string) =>
      `Votre rôle (${roles}) ne permet pas de ${permission} : ce qui le ferait est inactif.`,
    closed: 'Cette page n’est pas ouverte à votre rôle',
    closedText: 'Un propriétaire peut vous donner un rôle qui l’ouvre.',
  },
  {
    roles: englishRoles,
    permissions: englishPermissions,
    yours: (roles) => `Role: ${roles}`,
    lacks: (permission, roles) => `Your role (${roles}) does not allow this: ${permission}.`,
    inactive: (permission, roles) => `Your role (${roles}) may not ${permission}: what would do so is inactive.`,
    closed: 'This page is not open to your role',
    closedText: 'An owner can give you a role that opens it.',
  },
);

/** The roles of who is signed in, in words. */
export function ownRoles(): string {
  return (account.value?.roles ?? []).map((role) => permissionWords.value.roles[role]).join(', ');
}

/** Why something is not shown, or cannot be done. */
export function lackInWords(permission: Permission): string {
  const { permissions, lacks } = permissionWords.value;
  return lacks(permissions[permission], ownRoles());
}
