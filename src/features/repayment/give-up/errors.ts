// Codes of the giving up of a project, all ours: the documents have no end of a default.

import { PROJECT_IS_FINISHED, PROJECT_IS_SETTLED } from '../../projects/project-life/index.ts';
import { SCHEDULE_NOT_FOUND } from '../payment-schedule/index.ts';
import { REPAYMENT_EXCEEDS_LOANED } from '../schedule-computation/index.ts';

/**
 * The project cannot be given up now.
 * @cause Its financial status is neither `repayment-delay` nor `repayment-default`.
 * @remedy Wait until the defaults platform reports it as late or in default.
 */
export const PROJECT_NOT_OVERDUE = 'project-must-be-in-delay-or-default-status';

/**
 * Nothing is due any more, so there is nothing to give up.
 * @cause Capital, interest and fees are paid; payouts to the holders may still be on their way.
 * @remedy Wait for the payouts: the project then is finished by itself.
 */
export const NOTHING_TO_GIVE_UP = 'nothing-to-give-up';

/**
 * The project was not given up.
 * @cause It never was, or that was taken back before.
 * @remedy Read the schedule: `givenUp` says whether it is.
 */
export const PROJECT_IS_NOT_GIVEN_UP = 'project-is-not-given-up';

/**
 * The give-up cannot be taken back any more.
 * @cause A step of the final settlement was made, something was recovered and paid to the holders, a fee that was lowered was taken, or
 * the year of the loss is over, in which the holders declare it.
 * @remedy Leave it: what still comes in is assigned as a recovery, and the holders get it.
 */
export const GIVE_UP_WAS_FOLLOWED = 'give-up-was-followed';

export const giveUpErrors = {
  [SCHEDULE_NOT_FOUND]: 400,
  [PROJECT_NOT_OVERDUE]: 400,
  [PROJECT_IS_FINISHED]: 400,
  [PROJECT_IS_SETTLED]: 400,
  // A planned loan is cancelled, and an event is to repay it: that one is taken back first.
  [REPAYMENT_EXCEEDS_LOANED]: 400,
  [NOTHING_TO_GIVE_UP]: 400,
};

export const takeBackErrors = {
  [SCHEDULE_NOT_FOUND]: 400,
  [PROJECT_IS_NOT_GIVEN_UP]: 400,
  [PROJECT_IS_SETTLED]: 400,
  [GIVE_UP_WAS_FOLLOWED]: 400,
};
