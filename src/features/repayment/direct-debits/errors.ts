// Codes of programming direct debits, and what each endpoint answers with them (repayments.md#life-of-a-direct-debit).

import { PROJECT_IS_FINISHED, PROJECT_IS_SETTLED } from '../../projects/project-life/index.ts';
import { ECHEANCE_NOT_FOUND } from '../payment-schedule/index.ts';

/**
 * The echeance is paid in full.
 * @cause Everything that was due on it has come in.
 * @remedy Do nothing.
 */
export const MUST_BE_UNPAID = 'echeance-mensualite-must-be-unpaid';

/**
 * The echeance has no debit that could be canceled.
 * @cause None is programmed, or it is being ordered, canceled or collected.
 * @remedy Read the schedule to see where its debit stands.
 */
export const MUST_BE_SCHEDULED = 'echeance-mensualite-scheduled-payment-must-be-scheduled';

/**
 * The echeance has a debit already.
 * @cause One is programmed, or one whose order or cancellation got no answer may be.
 * @remedy Wait for the job that asks the provider each hour, or unprogram the debit first.
 */
export const MUST_BE_NOT_SCHEDULED = 'echeance-mensualite-must-be-not-scheduled';

/**
 * The echeance has nothing to collect.
 * @cause What remains to be paid is 0.
 * @remedy Do nothing.
 */
export const NOTHING_TO_PAY = 'echeance-nothing-to-pay';

/**
 * The schedule is not paid by direct debit.
 * @cause Its payment mode is wire, or it has no mandate.
 * @remedy Set the payment mode to direct debit with a mandate first.
 */
export const NOT_DIRECT_DEBIT = 'echeancier-config-payment-mode-not-direct-debit';

/**
 * The debit was neither programmed nor canceled for certain.
 * @cause The provider refused or did not answer, or the SPV has no wallet.
 * @remedy Read the schedule after the next hourly job, then try again.
 */
export const FAILED_AT_PROVIDER = 'failed-at-provider';

// Ours, of the assignment of a payment.
/**
 * The payment is not assigned, as the debit that it replaces cannot be changed now.
 * @cause A debit of more than would then be lacking is collected, being ordered or canceled, or the provider does not answer.
 * @remedy Try again later, or wait for the debit and assign what is then lacking.
 */
export const DEBIT_CANNOT_BE_CHANGED = 'echeance-debit-cannot-be-changed';

export const unprogramErrors = {
  [ECHEANCE_NOT_FOUND]: 400,
  [MUST_BE_UNPAID]: 400,
  [MUST_BE_SCHEDULED]: 400,
  [FAILED_AT_PROVIDER]: 500,
};

export const programErrors = {
  [ECHEANCE_NOT_FOUND]: 400,
  [PROJECT_IS_FINISHED]: 400,
  [PROJECT_IS_SETTLED]: 400,
  [MUST_BE_UNPAID]: 400,
  [MUST_BE_NOT_SCHEDULED]: 400,
  [NOTHING_TO_PAY]: 400,
  [NOT_DIRECT_DEBIT]: 400,
  [FAILED_AT_PROVIDER]: 500,
};
