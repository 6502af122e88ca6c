// Codes of links that lead back to a former address.

import { EMAIL_ALREADY_USED } from '../session/index.ts';

/**
 * The link undoes no change of address.
 * @cause It was copied in part or changed, or no change belongs to it.
 * @remedy Open the link of the notice as a whole, or copy all of it.
 */
export const UNDO_LINK_UNKNOWN = 'email-change.undo-link-unknown';

/**
 * The change of address cannot be undone by this link any more.
 * @cause Its days are over, or the account has returned to this or an earlier address since.
 * @remedy Contact the team: it can freeze the account and look into it.
 */
export const UNDO_LINK_OVER = 'email-change.undo-link-over';

export const undoAddressChangeErrors = { [UNDO_LINK_UNKNOWN]: 404, [UNDO_LINK_OVER]: 400, [EMAIL_ALREADY_USED]: 400 };
