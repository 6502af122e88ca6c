// Codes of the payment schedule and what each endpoint answers with them (schedule.md#validation-of-a-configuration).

import { FORBIDDEN, INTERNAL_ERROR, NOT_FOUND, VALIDATION_FAILED } from '../../../core/errors.ts';
import {
  DECREASE_AFTER_TRANSFER,
  INCREASE_REQUIRES_PROVIDER_FUNDS,
  PROVIDER_BALANCE_UNAVAILABLE,
} from '../../projects/contract-budget/index.ts';
import { PROJECT_IS_FINISHED, PROJECT_IS_SETTLED } from '../../projects/project-life/index.ts';
import {
  CONFIG_INVALID,
  INITIAL_CAPITAL_TOO_LARGE,
  REPAYMENT_EXCEEDS_LOANED,
  SEQUESTRE_TOO_LARGE,
} from '../schedule-computation/index.ts';

/**
 * The property has a payment schedule already.
 * @cause It was created before, or by somebody else at the same time.
 * @remedy Read the schedule; replace it while it is not in use, or change it by prorogation and capital events.
 */
export const SCHEDULE_ALREADY_EXISTS = 'payment-schedule.already-exist';

/**
 * The schedule is in use and cannot be replaced any more.
 * @cause A payment, escrow, fee, debit or penalty stands on one of its echeances, or an earlier one refers to a month that would go.
 * @remedy Take it back first; a schedule in use is changed by prorogation and capital events.
 */
export const SCHEDULE_IN_USE = 'payment-schedule.in-use';

/**
 * There is nothing to confirm.
 * @cause The schedule is as it was planned, or somebody has confirmed or replaced it already.
 * @remedy Read the schedule: `decision` is null.
 */
export const NO_DECISION_WAITS = 'payment-schedule.no-decision-waits';

/**
 * The property has no SPV.
 * @cause None was chosen for it; for penalties of the defaults platform, this ends the batch, and earlier projects keep theirs.
 * @remedy Give the property an SPV, then send the request again.
 */
export const SPV_NOT_FOUND = 'spv-not-found';

/**
 * The property has no payment schedule.
 * @cause None was created, or the property id in the path is unknown.
 * @remedy Create the schedule first.
 */
export const SCHEDULE_NOT_FOUND = 'echeancier-not-found';

/**
 * There is no such echeance in this schedule.
 * @cause The id or period is unknown or of another property, or, for a wire, the project is settled or the wire is not for it.
 * @remedy Take the echeance from the schedule of the property.
 */
export const ECHEANCE_NOT_FOUND = 'echeance-not-found';

/**
 * The event does not lie in the echeance that was named.
 * @cause The month of `event.date` is not `echeancePeriod`.
 * @remedy Name the period of the event's month.
 */
export const EVENT_PERIOD_MISMATCH = 'echeancePeriod-does-not-match-event-date';

/**
 * The interest escrow has less left than the event takes from it.
 * @cause `interestSequestreAmount` exceeds what remains of the escrow.
 * @remedy Take less from the escrow.
 */
export const SEQUESTRE_NOT_ENOUGH = 'interest-sequestre-remaining-is-not-enough';

/**
 * The event cannot take place on this day.
 * @cause It is before the first day of the loan, after its end, or in or before a month that is paid, whose interest could not follow.
 * @remedy Choose a day after the months that are paid, or take their assignments back first.
 */
export const EVENT_OUT_OF_BOUND = 'event-date-is-out-of-bound';

/**
 * The prorogation would not be longer than the agreed duration.
 * @cause `durationInMonths`, the new total, is at most the duration of the contract.
 * @remedy Send a larger total.
 */
export const PROROGATION_NOT_ABOVE_NOMINAL = 'prorogation-duration-should-be-greater-than-nominal-duration';

/**
 * The prorogation would not be longer than the one before.
 * @cause `durationInMonths`, the new total, is at most the duration of the last prorogation.
 * @remedy Send a larger total.
 */
export const PROROGATION_NOT_ABOVE_CURRENT = 'prorogation-duration-should-be-greater-than-current-duration';

/**
 * There is no such capital event in this schedule.
 * @cause The id is unknown or of another property, or the event was taken back already.
 * @remedy Take the id from the events of the schedule; a repayment without an id is a payment, and ends with its assignment.
 */
export const CAPITAL_EVENT_NOT_FOUND = 'capital-event-not-found';

/**
 * Capital of this event was paid: without the event it would be due nowhere on its echeance.
 * @cause A payment is assigned to its capital, its escrow part went to the holders, or a loan was repaid.
 * @remedy Take the assignment back first; what was paid out stays.
 */
export const CAPITAL_EVENT_ALREADY_PAID = 'capital-event-already-paid';

/**
 * The schedule has no prorogation.
 * @cause It never had one, or it was taken back already.
 * @remedy Read the schedule again.
 */
export const PROROGATION_NOT_FOUND = 'prorogation-not-found';

/**
 * Something rests on the newest prorogation.
 * @cause In the months that it added something was paid, ordered or charged or an event lies there, or the echeance that was the last
 * before was paid in its shorter form.
 * @remedy Take that back first: assignments, escrow transfers, events.
 */
export const PROROGATION_ALREADY_USED = 'prorogation-already-used';

/** Rows 3 to 6 of schedule.md#validation-of-a-configuration. */
const configErrors = {
  [INITIAL_CAPITAL_TOO_LARGE]: 400,
  [SEQUESTRE_TOO_LARGE]: 400,
  [REPAYMENT_EXCEEDS_LOANED]: 400,
  [CONFIG_INVALID]: 400,
};

export const simulationErrors = configErrors;

// schedule.md#creating-a-schedule: an unknown property is 404. The last three are those of contract-budget.
export const createScheduleErrors = {
  [NOT_FOUND]: 404,
  [SCHEDULE_ALREADY_EXISTS]: 400,
  [SPV_NOT_FOUND]: 400,
  ...configErrors,
  [DECREASE_AFTER_TRANSFER]: 400,
  [INCREASE_REQUIRES_PROVIDER_FUNDS]: 400,
  [PROVIDER_BALANCE_UNAVAILABLE]: 500,
  [PROJECT_IS_FINISHED]: 400,
  [PROJECT_IS_SETTLED]: 400,
};

export const replaceScheduleErrors = {
  [SCHEDULE_NOT_FOUND]: 400,
  [PROJECT_IS_FINISHED]: 400,
  [PROJECT_IS_SETTLED]: 400,
  [SCHEDULE_IN_USE]: 400,
  [SPV_NOT_FOUND]: 400,
  ...configErrors,
  [DECREASE_AFTER_TRANSFER]: 400,
  [INCREASE_REQUIRES_PROVIDER_FUNDS]: 400,
  [PROVIDER_BALANCE_UNAVAILABLE]: 500,
};

export const confirmScheduleErrors = {
  [SCHEDULE_NOT_FOUND]: 400,
  [PROJECT_IS_FINISHED]: 400,
  [PROJECT_IS_SETTLED]: 400,
  [NO_DECISION_WAITS]: 400,
};

export const capitalEventErrors = {
  [SCHEDULE_NOT_FOUND]: 400,
  [ECHEANCE_NOT_FOUND]: 400,
  [EVENT_PERIOD_MISMATCH]: 400,
  [SEQUESTRE_NOT_ENOUGH]: 400,
  [EVENT_OUT_OF_BOUND]: 400,
  [CONFIG_INVALID]: 400,
  [PROJECT_IS_FINISHED]: 400,
  [PROJECT_IS_SETTLED]: 400,
};

export const removeCapitalEventErrors = {
  [SCHEDULE_NOT_FOUND]: 400,
  [PROJECT_IS_FINISHED]: 400,
  [PROJECT_IS_SETTLED]: 400,
  [CAPITAL_EVENT_NOT_FOUND]: 404,
  [REPAYMENT_EXCEEDS_LOANED]: 400,
  [EVENT_OUT_OF_BOUND]: 400,
  [CAPITAL_EVENT_ALREADY_PAID]: 400,
};

export const readScheduleErrors = { [NOT_FOUND]: 404 };

// schedule.md#creating-a-schedule: a missing schedule has its code here too.
export const prorogationErrors = {
  [SCHEDULE_NOT_FOUND]: 400,
  [PROROGATION_NOT_ABOVE_NOMINAL]: 400,
  [PROROGATION_NOT_ABOVE_CURRENT]: 400,
  [PROJECT_IS_FINISHED]: 400,
  [PROJECT_IS_SETTLED]: 400,
};

export const removeProrogationErrors = {
  [SCHEDULE_NOT_FOUND]: 400,
  [PROJECT_IS_FINISHED]: 400,
  [PROJECT_IS_SETTLED]: 400,
  [PROROGATION_NOT_FOUND]: 404,
  [PROROGATION_ALREADY_USED]: 400,
};

export const recomputeErrors = { [FORBIDDEN]: 403, [INTERNAL_ERROR]: 500 };

export const paymentModeErrors = {
  [SCHEDULE_NOT_FOUND]: 400,
  [PROJECT_IS_FINISHED]: 400,
  [PROJECT_IS_SETTLED]: 400,
  [VALIDATION_FAILED]: 400,
  [INTERNAL_ERROR]: 500,
};
