// In which states of a project each verb of its funding is allowed (docs/domain/states.md). Pure.

import { PROJECT_IS_SETTLED, projectRow } from '../project-life/index.ts';
import { OWNER_TRANSFER_STANDS } from './errors.ts';

/** Before the closing there is no transfer that could be taken back. */
const AFTER_CLOSING = ['closed', 'repayment', 'delay', 'default', 'finished'] as const;

export const FUNDING_VERBS = {
  'take-back-owner-transfer': projectRow(AFTER_CLOSING, OWNER_TRANSFER_STANDS, { settled: PROJECT_IS_SETTLED }),
};
