// Codes of administrators and their invitations.

import { NOT_FOUND } from '../../../core/errors.ts';

/**
 * Nobody else is an owner.
 * @cause The last owner would lose the role, or be removed.
 * @remedy Give somebody else the role first.
 */
export const ADMINISTRATOR_IS_LAST_OWNER = 'administrators.last-owner';

/**
 * The administrator was removed.
 * @cause They have no role any more.
 * @remedy Invite them again.
 */
export const ADMINISTRATOR_WAS_REMOVED = 'administrators.removed';

/**
 * No role would be left.
 * @cause All roles would be taken.
 * @remedy Leave a role, or remove the administrator.
 */
export const ADMINISTRATOR_NEEDS_A_ROLE = 'administrators.role-needed';

/**
 * The address has an account.
 * @cause It is that of an administrator who is here, or of an investor: nobody is both.
 * @remedy Give the administrator the role, or invite another address.
 */
export const INVITED_ADDRESS_IS_TAKEN = 'administrators.address-taken';

/**
 * The invitation is no longer valid.
 * @cause It was accepted, replaced, taken back or has expired, who sent it is no owner any more, or the link was not copied as a whole.
 * @remedy Ask for another one.
 */
export const INVITATION_IS_OVER = 'administrators.invitation-over';

/**
 * The password is too common.
 * @cause It is among the first that would be guessed, or is the address.
 * @remedy Choose another one.
 */
export const INVITED_PASSWORD_IS_TOO_COMMON = 'administrators.password-too-common';

export const inviteErrors = { [INVITED_ADDRESS_IS_TAKEN]: 400 };

export const withdrawInvitationErrors = { [NOT_FOUND]: 404 };

export const acceptInvitationErrors = {
  [INVITATION_IS_OVER]: 400,
  [INVITED_PASSWORD_IS_TOO_COMMON]: 400,
  [INVITED_ADDRESS_IS_TAKEN]: 400,
};

export const changeRolesErrors = {
  [NOT_FOUND]: 404,
  [ADMINISTRATOR_WAS_REMOVED]: 400,
  [ADMINISTRATOR_IS_LAST_OWNER]: 400,
  [ADMINISTRATOR_NEEDS_A_ROLE]: 400,
};

export const endSessionsErrors = { [NOT_FOUND]: 404 };

export const resetFactorsErrors = { [NOT_FOUND]: 404, [ADMINISTRATOR_WAS_REMOVED]: 400, [ADMINISTRATOR_IS_LAST_OWNER]: 400 };

export const removeAdministratorErrors = {
  [NOT_FOUND]: 404,
  [ADMINISTRATOR_WAS_REMOVED]: 400,
  [ADMINISTRATOR_IS_LAST_OWNER]: 400,
};
