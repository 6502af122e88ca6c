// Codes of approvals, and the status of each on each endpoint.

import { type ErrorTable, FORBIDDEN, NOT_FOUND } from '../../../core/errors.ts';

/**
 * Somebody has decided already.
 * @cause Another administrator approved or refused the request, or it was executed.
 * @remedy Read the request again: it says who decided, and what came of it.
 */
export const APPROVAL_ALREADY_DECIDED = 'approvals.already-decided';

/**
 * Nobody decided in time.
 * @cause The request has waited longer than FOUR_EYES_HOURS.
 * @remedy Whoever wants it asks again, by what is true then.
 */
export const APPROVAL_EXPIRED = 'approvals.expired';

/**
 * Who asked may not decide.
 * @cause The request is your own.
 * @remedy Another administrator with the permission decides.
 */
export const OWN_REQUEST = 'approvals.own-request';

/**
 * Who decides has been trusted for less than a day.
 * @cause Another administrator gave you the permission less than 24 hours ago: who can invite could approve its own requests otherwise.
 * @remedy Another administrator decides, or you do a day after you were given the role.
 */
export const APPROVER_TOO_NEW = 'approvals.approver-too-new';

/**
 * Who asked may not do it any more.
 * @cause The administrator who asked has lost the permission, or the access, since then.
 * @remedy Refuse the request, and ask for it yourself if it is still wanted; another one then decides.
 */
export const ASKER_LOST_PERMISSION = 'approvals.asker-lost-permission';

export const readApprovalErrors: ErrorTable = { [NOT_FOUND]: 404 };
export const approveErrors: ErrorTable = {
  [NOT_FOUND]: 404,
  [FORBIDDEN]: 403,
  [OWN_REQUEST]: 403,
  [APPROVER_TOO_NEW]: 403,
  [APPROVAL_ALREADY_DECIDED]: 409,
  [APPROVAL_EXPIRED]: 409,
  [ASKER_LOST_PERMISSION]: 409,
};
export const refuseErrors: ErrorTable = {
  [NOT_FOUND]: 404,
  [OWN_REQUEST]: 403,
  [APPROVAL_ALREADY_DECIDED]: 409,
  [APPROVAL_EXPIRED]: 409,
};
