// In which states of its payment a withdrawal may be canceled (docs/domain/states.md). Pure.

import { type VerbRow, verbRow } from '../../../core/states.ts';
import { PAYMENT_STATES, type PaymentStatus } from '../../../money/payments/index.ts';
import { NOT_CANCELABLE } from './errors.ts';

/** Asked by compare-and-set: of a cancellation and the worker that sends it, one finds it `created`. */
export const WITHDRAWAL_VERBS = {
  'cancel-withdrawal': verbRow(PAYMENT_STATES, ['created'], NOT_CANCELABLE),
} satisfies Record<string, VerbRow<PaymentStatus>>;
