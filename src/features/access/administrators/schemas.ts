// Bodies and answers of administrators and their invitations.

import { type Static, Type } from 'typebox';
import { PERMISSIONS } from '../../../core/http/guards.ts';
import { Email, LineOf, Model, Nullable, Timestamp, Uuid, Words } from '../../../core/http/schemas.ts';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH, ROLES } from '../session/index.ts';

const RoleWord = Words(ROLES, { title: 'AdministratorRole' });
const PermissionWord = Words(PERMISSIONS, { title: 'Permission' });
const SomeRoles = Type.Array(RoleWord, { minItems: 1, maxItems: ROLES.length, uniqueItems: true });

export const OwnAccount = Model('OwnAdministratorAccount', {
  id: Uuid,
  email: Type.String(),
  name: Type.String(),
  hasSecondFactor: Type.Boolean(),
  isFromIdentityProvider: Type.Boolean({ description: 'the session began there, and signing out ends there' }),
  roles: Type.Array(RoleWord),
  permissions: Type.Array(PermissionWord),
});
export type OwnAccount = Static<typeof OwnAccount>;

const Administrator = Model('Administrator', {
  id: Uuid,
  email: Type.String(),
  name: Type.String(),
  roles: Type.Array(
    Type.Object({
      role: RoleWord,
      givenAt: Timestamp,
      givenBy: Nullable(Type.String({ description: 'address of the giver; null: the command line, or the identity provider' })),
    }),
    { description: 'none of somebody who was removed' },
  ),
  isLastOwner: Type.Boolean({ description: 'can neither lose the role nor be removed' }),
  mayReturn: Type.Boolean({
    description: 'the identity provider took their roles: with a role there they are back, until somebody removes them here',
  }),
  hasSecondFactor: Type.Boolean(),
  lastSignInAt: Nullable(Timestamp),
  sessions: Type.Integer({ description: 'open ones' }),
});

const Invitation = Model('AdministratorInvitation', {
  id: Uuid,
  email: Type.String(),
  roles: Type.Array(RoleWord),
  invitedBy: Type.String({ description: 'address of the inviter' }),
  invitedAt: Timestamp,
  expiresAt: Timestamp,
});
export type Invitation = Static<typeof Invitation>;
export { Invitation as InvitationSchema };

export const Administrators = Model('Administrators', {
  administrators: Type.Array(Administrator),
  invitations: Type.Array(Invitation, { description: 'those that can still be accepted' }),
});
export type Administrators = Static<typeof Administrators>;

export const AdministratorParams = Type.Object({ administratorId: Uuid });
export const InvitationParams = Type.Object({ invitationId: Uuid });

export const NewInvitation = Model('NewAdministratorInvitation', { email: Email, roles: SomeRoles });
export type NewInvitation = Static<typeof NewInvitation>;

export const AcceptedInvitation = Model('AcceptedAdministratorInvitation', {
  token: Type.String({ maxLength: 200, description: 'what follows `#` in the link of the mail' }),
  name: LineOf(100),
  password: Type.String({ minLength: MIN_PASSWORD_LENGTH, maxLength: MAX_PASSWORD_LENGTH }),
});
export type AcceptedInvitation = Static<typeof AcceptedInvitation>;
export const NewAdministrator = Model('NewAdministrator', { email: Type.String({ description: 'to sign in with' }) });

export const RoleChanges = Model('AdministratorRoleChanges', {
  give: Type.Optional(SomeRoles),
  take: Type.Optional(SomeRoles),
});
export type RoleChanges = Static<typeof RoleChanges>;
export const ChangedRoles = Model('ChangedAdministratorRoles', { roles: Type.Array(RoleWord) });

export const EndedSessions = Model('EndedSessions', { ended: Type.Integer() });
export const ResetFactors = Model('ResetFactors', { taken: Type.Integer({ description: 'how many there were' }) });
