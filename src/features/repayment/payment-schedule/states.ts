// In which states of a project each verb on its schedule is allowed (docs/domain/states.md). Pure.

import { INTERNAL_ERROR } from '../../../core/errors.ts';
import { PROJECT_IS_FINISHED, PROJECT_IS_SETTLED, projectRow } from '../../projects/project-life/index.ts';

/** Until everything is repaid: a schedule may be made before the funding closes. */
const UNTIL_REPAID = ['draft', 'published', 'closed', 'repayment', 'delay', 'default'] as const;

const untilRepaid = projectRow(UNTIL_REPAID, PROJECT_IS_FINISHED, { settled: PROJECT_IS_SETTLED });

export const SCHEDULE_VERBS = {
  'create-schedule': untilRepaid,
  'replace-schedule': untilRepaid,
  'confirm-schedule': untilRepaid,
  'add-capital-event': untilRepaid,
  'remove-capital-event': untilRepaid,
  'prorogate-schedule': untilRepaid,
  'remove-prorogation': untilRepaid,
  // Any failure of these two is a 500 without a code of its own (schedule.md#recomputation, repayments.md#escrow).
  'recompute-schedule': projectRow(UNTIL_REPAID, INTERNAL_ERROR),
  'transfer-escrow': projectRow(UNTIL_REPAID, INTERNAL_ERROR),
  'set-payment-mode': untilRepaid,
};
