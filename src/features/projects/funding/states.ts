// In which states of a project its funding may be closed, and its money leave for owner and platform (docs/domain/states.md). Pure.

import { P2P_FAILED_AT_PROVIDER } from '../../../money/payments/index.ts';
import { PROJECT_IS_FINISHED, PROJECT_IS_SETTLED, projectRow } from '../project-life/index.ts';
import {
  FUNDING_ALREADY_ENDED,
  MINIMUM_AMOUNT_NOT_REACHED,
  OWNER_TRANSFER_STANDS,
  TRANSFER_EXCEEDS_FUNDING_AMOUNT,
} from './errors.ts';

export const FUNDING_VERBS = {
  'close-funding': projectRow(['published'], FUNDING_ALREADY_ENDED, { draft: MINIMUM_AMOUNT_NOT_REACHED }),
  // What is left of a finished project's money goes to its owner by the settlement, after the holders' part.
  'transfer-funds-to-owner': projectRow(['closed', 'repayment', 'delay', 'default'], TRANSFER_EXCEEDS_FUNDING_AMOUNT, {
    finished: PROJECT_IS_FINISHED,
    settled: PROJECT_IS_SETTLED,
  }),
  'transfer-company-fee': projectRow(['closed', 'repayment', 'delay', 'default', 'finished'], P2P_FAILED_AT_PROVIDER, {
    settled: PROJECT_IS_SETTLED,
  }),
  // Before the closing there is no transfer that could be taken back.
  'take-back-owner-transfer': projectRow(['closed', 'repayment', 'delay', 'default', 'finished'], OWNER_TRANSFER_STANDS, {
    settled: PROJECT_IS_SETTLED,
  }),
};
