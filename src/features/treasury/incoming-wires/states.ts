// In which states of a project money may be assigned to it, moved to it or taken back from it (docs/domain/states.md). Pure.

import { PROJECT_IS_SETTLED, PROJECT_STATES, projectRow } from '../../projects/project-life/index.ts';
import { ECHEANCE_NOT_FOUND } from '../../repayment/payment-schedule/index.ts';
import { NEW_PROJECT_NOT_FOUND, PROJECT_NOT_ELIGIBLE, WIRE_ALREADY_PAID_OUT } from './errors.ts';

/** A settled project takes no money (A-incoming-wires-8). */
const UNTIL_SETTLED = PROJECT_STATES.filter((state) => state !== 'settled');

export const WIRE_VERBS_ON_PROJECT = {
  'assign-wire': projectRow(UNTIL_SETTLED, ECHEANCE_NOT_FOUND),
  'unassign-wire': projectRow(UNTIL_SETTLED, WIRE_ALREADY_PAID_OUT),
  /** Of the project that the wire goes to. */
  'switch-project': projectRow(UNTIL_SETTLED, NEW_PROJECT_NOT_FOUND),
  /** OWNER_DEBT_STATUSES may allow fewer. */
  'create-payment': projectRow(['repayment', 'delay', 'default'], PROJECT_NOT_ELIGIBLE),
  'retry-p2p': projectRow(UNTIL_SETTLED, PROJECT_IS_SETTLED),
  'unarchive-wire': projectRow(UNTIL_SETTLED, PROJECT_IS_SETTLED),
  'return-wire': projectRow(UNTIL_SETTLED, PROJECT_IS_SETTLED),
};
