// Codes of what an archived or mistaken payment may still become, and what each endpoint answers with them.

import { TRANSFER_FAILED_AT_PROVIDER } from '../../projects/funding/index.ts';
import { MONEY_NOT_AT_PROVIDER, PROJECT_IS_SETTLED } from '../../projects/project-life/index.ts';
import { WIRE_NOT_FOUND } from '../incoming-wires/index.ts';

/**
 * The wire has no archive to take back.
 * @cause It waits or is assigned, was taken back by the payer's bank, or goes or went back to its sender.
 * @remedy Do nothing, or take its assignment back.
 */
export const WIRE_NOT_ARCHIVED = 'wire-not-archived';

/**
 * The money of the archived payment is not there any more.
 * @cause The surplus or escrow that it had become was used since, or the holders got the money that it covered.
 * @remedy Leave it archived.
 */
export const ARCHIVED_MONEY_SPENT = 'archived-money-spent';

/**
 * The payment cannot be returned to a sender.
 * @cause It did not come in as a wire, is assigned or on its way to another project, was returned before, or was archived for a claim or as
 * cover.
 * @remedy Take its assignment or its archive back first, or do nothing where it was returned.
 */
export const WIRE_NOT_RETURNABLE = 'wire-not-returnable';

export const unarchiveErrors = {
  [WIRE_NOT_FOUND]: 400,
  [WIRE_NOT_ARCHIVED]: 400,
  [PROJECT_IS_SETTLED]: 400,
  [ARCHIVED_MONEY_SPENT]: 400,
};

export const returnErrors = {
  [WIRE_NOT_FOUND]: 400,
  [WIRE_NOT_RETURNABLE]: 400,
  [PROJECT_IS_SETTLED]: 400,
  [MONEY_NOT_AT_PROVIDER]: 400,
  [ARCHIVED_MONEY_SPENT]: 400,
  [TRANSFER_FAILED_AT_PROVIDER]: 500,
};
