// Codes of programming direct debits, and what each endpoint answers with them (document 3, Direct debit programming).

import { ECHEANCE_NOT_FOUND } from '../payment-schedule/index.ts';

export const MUST_BE_UNPAID = 'echeance-mensualite-must-be-unpaid';
export const MUST_BE_SCHEDULED = 'echeance-mensualite-scheduled-payment-must-be-scheduled';
export const MUST_BE_NOT_SCHEDULED = 'echeance-mensualite-must-be-not-scheduled';
export const NOTHING_TO_PAY = 'echeance-nothing-to-pay';
export const NOT_DIRECT_DEBIT = 'echeancier-config-payment-mode-not-direct-debit';
export const FAILED_AT_PROVIDER = 'failed-at-provider';
/** Ours, answered by the assignment of a payment: the debit that it replaces is beyond recall, or the provider does not answer. */
export const DEBIT_CANNOT_BE_CHANGED = 'echeance-debit-cannot-be-changed';

export const unprogramErrors = {
  [ECHEANCE_NOT_FOUND]: 400,
  [MUST_BE_UNPAID]: 400,
  [MUST_BE_SCHEDULED]: 400,
  [FAILED_AT_PROVIDER]: 500,
};

export const programErrors = {
  [ECHEANCE_NOT_FOUND]: 400,
  [MUST_BE_UNPAID]: 400,
  [MUST_BE_NOT_SCHEDULED]: 400,
  [NOTHING_TO_PAY]: 400,
  [NOT_DIRECT_DEBIT]: 400,
  [FAILED_AT_PROVIDER]: 500,
};
