// HTTP of administrators: the own account, who works here, invitations.

import type { FastifyInstance } from 'fastify';
import { requestsPerMinute } from '../../../config/service.ts';
import { route } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { createPasswords } from '../session/index.ts';
import { acceptInvitation } from './accept-invitation.ts';
import { changeRoles, endSessions, removeAdministrator, resetFactorsOf } from './change-administrators.ts';
import { ROLES_AUDIT } from './create-administrator.ts';
import {
  acceptInvitationErrors,
  changeRolesErrors,
  endSessionsErrors,
  inviteErrors,
  removeAdministratorErrors,
  resetFactorsErrors,
  withdrawInvitationErrors,
} from './errors.ts';
import { invite, withdrawInvitation } from './invite.ts';
import { listAdministrators, readOwnAccount } from './read-administrators.ts';
import {
  AcceptedInvitation,
  AdministratorParams,
  Administrators,
  ChangedRoles,
  EndedSessions,
  InvitationParams,
  InvitationSchema,
  NewAdministrator,
  NewInvitation,
  OwnAccount,
  ResetFactors,
  RoleChanges,
} from './schemas.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs'>;

/** Registers the group. */
export function administratorRoutes(app: FastifyInstance, deps: Deps): void {
  readingRoutes(app, deps);
  invitationRoutes(app, deps);
  const common = {
    guard: 'administrator',
    permission: 'administrators.write',
    tag: 'extension',
    params: AdministratorParams,
  } as const;
  route(app, {
    ...common,
    method: 'PATCH',
    url: '/administration/administrators/:administratorId/roles',
    operationId: 'changeAdministratorRoles',
    summary: 'Gives an administrator roles and takes others, from their next request on; one role stays.',
    body: RoleChanges,
    answer: ChangedRoles,
    errors: changeRolesErrors,
    audit: ROLES_AUDIT,
    handle: ({ params, body, audit }) => changeRoles(deps, { ...params, changes: body, audit }),
  });
  route(app, {
    ...common,
    method: 'DELETE',
    url: '/administration/administrators/:administratorId/sessions',
    operationId: 'endAdministratorSessions',
    summary: 'Ends all sessions of an administrator, and sign-ins under way.',
    answer: EndedSessions,
    errors: endSessionsErrors,
    audit: 'ADMINISTRATOR_SESSIONS_END',
    handle: ({ params, audit }) => endSessions(deps, { ...params, audit }),
  });
  route(app, {
    ...common,
    method: 'DELETE',
    url: '/administration/administrators/:administratorId/factors',
    operationId: 'resetAdministratorFactors',
    summary: 'Takes the second factors of another administrator who lost them, with their recovery codes and sessions.',
    answer: ResetFactors,
    errors: resetFactorsErrors,
    audit: 'ADMINISTRATOR_FACTOR_RESET',
    handle: ({ params, audit }) => resetFactorsOf(deps, { ...params, audit }),
  });
  route(app, {
    ...common,
    method: 'DELETE',
    url: '/administration/administrators/:administratorId',
    operationId: 'removeAdministrator',
    summary: 'Takes all roles, the sessions, the second factors and the password of an administrator.',
    errors: removeAdministratorErrors,
    audit: 'ADMINISTRATOR_REMOVAL',
    handle: async ({ params, audit }) => {
      await removeAdministrator(deps, { ...params, audit });
      return undefined;
    },
  });
}

function readingRoutes(app: FastifyInstance, deps: Deps): void {
  const common = { method: 'GET', guard: 'administrator', tag: 'extension' } as const;
  route(app, {
    ...common,
    url: '/administration/me',
    operationId: 'readOwnAdministratorAccount',
    permission: 'console.use',
    summary: 'The own account, and what its roles let it do.',
    answer: OwnAccount,
    handle: ({ caller }) => readOwnAccount(deps, caller),
  });
  route(app, {
    ...common,
    url: '/administration/administrators',
    operationId: 'listAdministrators',
    permission: 'administrators.read',
    summary:
      'Administrators with their roles, sessions and last sign-in, those who were removed last; and invitations that wait.',
    answer: Administrators,
    handle: () => listAdministrators(deps),
  });
}

/** Whoever asks has no session: a tenth of the general rate limit, as of every public route that concerns an account. */
const SHARE_OF_THE_LIMIT = 10;

function invitationRoutes(app: FastifyInstance, deps: Deps): void {
  // Beside that of the session layer, which most processes never load; a hash takes a valid link.
  const passwords = createPasswords(deps.config);
  route(app, {
    method: 'POST',
    url: '/administration/administrators/invitations',
    operationId: 'inviteAdministrator',
    idempotency: 'none',
    guard: 'administrator',
    permission: 'administrators.write',
    tag: 'extension',
    summary: 'Mails a link, good for 72 hours, with which somebody becomes administrator in these roles.',
    body: NewInvitation,
    answer: InvitationSchema,
    errors: inviteErrors,
    audit: 'ADMINISTRATOR_INVITATION',
    handle: ({ body, audit }) => invite(deps, { body, audit }),
  });
  route(app, {
    method: 'DELETE',
    url: '/administration/administrators/invitations/:invitationId',
    operationId: 'withdrawAdministratorInvitation',
    guard: 'administrator',
    permission: 'administrators.write',
    tag: 'extension',
    summary: 'Takes an invitation back: its link leads nowhere.',
    params: InvitationParams,
    errors: withdrawInvitationErrors,
    audit: 'ADMINISTRATOR_INVITATION_WITHDRAWAL',
    handle: async ({ params, audit }) => {
      await withdrawInvitation(deps, { ...params, audit });
      return undefined;
    },
  });
  route(app, {
    method: 'POST',
    url: '/auth/administrator-invitation/accept',
    operationId: 'acceptAdministratorInvitation',
    idempotency: 'none',
    guard: 'public',
    tag: 'extension',
    summary: 'Makes an administrator of whoever has the link of an invitation.',
    body: AcceptedInvitation,
    answer: NewAdministrator,
    errors: acceptInvitationErrors,
    perMinute: Math.ceil(requestsPerMinute(deps.config) / SHARE_OF_THE_LIMIT),
    handle: ({ body }) => acceptInvitation({ ...deps, passwords }, body),
  });
}
