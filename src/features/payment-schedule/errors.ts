// Codes of the payment schedule and what each endpoint answers with them (document 3, Simulation and creation; DOMAIN §1.6).

import { FORBIDDEN, INTERNAL_ERROR, NOT_FOUND, VALIDATION_FAILED } from '../../core/errors.ts';
import {
  DECREASE_AFTER_TRANSFER,
  INCREASE_REQUIRES_PROVIDER_FUNDS,
  PROVIDER_BALANCE_UNAVAILABLE,
} from '../contract-budget/index.ts';

export const SCHEDULE_ALREADY_EXISTS = 'payment-schedule.already-exist';
/** Also answered by the creation and retry of payments to be assigned. */
export const SPV_NOT_FOUND = 'spv-not-found';
export const INITIAL_CAPITAL_TOO_LARGE = 'initial-capital-loaned-is-greater-than-total-funded-amount';
export const SEQUESTRE_TOO_LARGE = 'interest-sequestre-is-greater-than-total-funded-amount';
export const REPAYMENT_EXCEEDS_LOANED = 'sum-repayment-is-greater-than-sum-loaned';
export const CONFIG_INVALID = 'echeancier-config-is-invalid';
export const SCHEDULE_NOT_FOUND = 'echeancier-not-found';
/** Also answered by the assignment of wires and the programming of debits. */
export const ECHEANCE_NOT_FOUND = 'echeance-not-found';
export const EVENT_PERIOD_MISMATCH = 'echeancePeriod-does-not-match-event-date';
export const SEQUESTRE_NOT_ENOUGH = 'interest-sequestre-remaining-is-not-enough';
export const EVENT_OUT_OF_BOUND = 'event-date-is-out-of-bound';
export const PROROGATION_NOT_ABOVE_NOMINAL = 'prorogation-duration-should-be-greater-than-nominal-duration';
export const PROROGATION_NOT_ABOVE_CURRENT = 'prorogation-duration-should-be-greater-than-current-duration';

/** Rows 3 to 6 of DOMAIN §1.6. */
const configErrors = {
  [INITIAL_CAPITAL_TOO_LARGE]: 400,
  [SEQUESTRE_TOO_LARGE]: 400,
  [REPAYMENT_EXCEEDS_LOANED]: 400,
  [CONFIG_INVALID]: 400,
};

export const simulationErrors = configErrors;

// Q99: an unknown property is 404. The last three are those of contract-budget.
export const createScheduleErrors = {
  [NOT_FOUND]: 404,
  [SCHEDULE_ALREADY_EXISTS]: 400,
  [SPV_NOT_FOUND]: 400,
  ...configErrors,
  [DECREASE_AFTER_TRANSFER]: 400,
  [INCREASE_REQUIRES_PROVIDER_FUNDS]: 400,
  [PROVIDER_BALANCE_UNAVAILABLE]: 500,
};

export const capitalEventErrors = {
  [SCHEDULE_NOT_FOUND]: 400,
  [ECHEANCE_NOT_FOUND]: 400,
  [EVENT_PERIOD_MISMATCH]: 400,
  [SEQUESTRE_NOT_ENOUGH]: 400,
  [EVENT_OUT_OF_BOUND]: 400,
  [CONFIG_INVALID]: 400,
};

export const readScheduleErrors = { [NOT_FOUND]: 404 };

// Q92: a missing schedule has its code here too.
export const prorogationErrors = {
  [SCHEDULE_NOT_FOUND]: 400,
  [PROROGATION_NOT_ABOVE_NOMINAL]: 400,
  [PROROGATION_NOT_ABOVE_CURRENT]: 400,
};

export const recomputeErrors = { [FORBIDDEN]: 403, [INTERNAL_ERROR]: 500 };

export const paymentModeErrors = { [SCHEDULE_NOT_FOUND]: 400, [VALIDATION_FAILED]: 400, [INTERNAL_ERROR]: 500 };
