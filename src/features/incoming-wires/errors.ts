// Codes of wires and payments to be assigned, and what each endpoint answers with them (document 3, Wires and payments to assign).

import { INTERNAL_ERROR, P2P_FAILED_AT_PROVIDER } from '../../core/errors.ts';
import { DEBIT_CANNOT_BE_CHANGED } from '../direct-debits/index.ts';
import { ECHEANCE_NOT_FOUND, SPV_NOT_FOUND } from '../payment-schedule/index.ts';

export const WIRE_NOT_FOUND = 'wire-not-found';
export const WIRE_NOT_WAITING = 'wire-not-waiting';
export const ONLY_PARENT_WIRES = 'only-parent-wires-can-be-project-switched';
export const ONLY_WIRE_PAYMENTS = 'only-wire-payments-can-be-project-switched';
export const CURRENT_SPV_NOT_FOUND = 'spv-current-project-not-found';
export const NEW_PROJECT_NOT_FOUND = 'new-project-not-found';
export const NEW_PROJECT_SPV_NOT_FOUND = 'new-project-spv-not-found';
export const NO_CAPITAL_DUE = 'capital-repayment-no-payment-due';
export const NEW_AMOUNT_TOO_LARGE = 'new-amount-must-be-less-than-original-amount';
export const PROJECT_NOT_ELIGIBLE = 'project-not-eligible';
export const SPV_WALLET_NOT_FOUND = 'spv-provider-wallet-not-found';
export const DEBIT_ACCOUNT_NOT_FOUND = 'debit-account-not-found';
export const DEBIT_ACCOUNT_TOO_LOW = 'debit-account-insufficient-balance';
export const P2P_NOT_FOUND = 'provider-p2p-not-found';
export const P2P_NOT_SUCCESS = 'provider-p2p-not-success';
export const P2P_AMOUNT_MISMATCH = 'provider-p2p-amount-mismatch';
export const P2P_RECEIVER_MISMATCH = 'provider-p2p-receiver-account-mismatch';
export const P2P_VALIDATION_FAILED = 'provider-p2p-validation-failed';
export const PAYMENT_NOT_FOUND = 'payment-to-be-assigned-not-found';
export const PAYMENT_NOT_WAITING = 'payment-to-be-assigned-not-waiting';
export const PAYMENT_NOT_P2P_AUTO = 'payment-to-be-assigned-not-p2p-auto-execution';
export const PAYMENT_ALREADY_LINKED = 'payment-to-be-assigned-already-has-provider-wire-id';
export const P2P_FAILED = 'p2p-failed';
/** Ours, of taking an assignment back. */
export const WIRE_NOT_ASSIGNED = 'wire-not-assigned';
export const WIRE_ALREADY_PAID_OUT = 'wire-already-paid-out';
/** Ours, of an archived wire that pays again what a bank took back: no settled project of the SPV owes so much. */
export const WIRE_FILLS_NO_CLAIM = 'wire-fills-no-claim';

export const switchProjectErrors = {
  [WIRE_NOT_FOUND]: 400,
  [WIRE_NOT_WAITING]: 400,
  [ONLY_PARENT_WIRES]: 400,
  [ONLY_WIRE_PAYMENTS]: 400,
  [CURRENT_SPV_NOT_FOUND]: 400,
  [NEW_PROJECT_NOT_FOUND]: 400,
  [NEW_PROJECT_SPV_NOT_FOUND]: 400,
  [P2P_FAILED_AT_PROVIDER]: 400,
};

export const assignErrors = {
  [WIRE_NOT_FOUND]: 400,
  [WIRE_NOT_WAITING]: 400,
  [ECHEANCE_NOT_FOUND]: 400,
  [NO_CAPITAL_DUE]: 400,
  [DEBIT_CANNOT_BE_CHANGED]: 400,
};

export const unassignErrors = { [WIRE_NOT_FOUND]: 400, [WIRE_NOT_ASSIGNED]: 400, [WIRE_ALREADY_PAID_OUT]: 400 };

export const splitErrors = { [WIRE_NOT_FOUND]: 400, [WIRE_NOT_WAITING]: 400, [NEW_AMOUNT_TOO_LARGE]: 400 };

export const archiveErrors = { [WIRE_NOT_FOUND]: 400, [WIRE_NOT_WAITING]: 400, [WIRE_FILLS_NO_CLAIM]: 400 };

export const createPaymentErrors = {
  [PROJECT_NOT_ELIGIBLE]: 400,
  [SPV_NOT_FOUND]: 400,
  [SPV_WALLET_NOT_FOUND]: 400,
  [DEBIT_ACCOUNT_NOT_FOUND]: 400,
  [DEBIT_ACCOUNT_TOO_LOW]: 400,
  [P2P_NOT_FOUND]: 400,
  [P2P_NOT_SUCCESS]: 400,
  [P2P_AMOUNT_MISMATCH]: 400,
  [P2P_RECEIVER_MISMATCH]: 400,
  [P2P_VALIDATION_FAILED]: 500,
};

export const retryErrors = {
  [PAYMENT_NOT_FOUND]: 400,
  [PAYMENT_NOT_WAITING]: 400,
  [PAYMENT_NOT_P2P_AUTO]: 400,
  [PAYMENT_ALREADY_LINKED]: 400,
  [SPV_NOT_FOUND]: 400,
  [SPV_WALLET_NOT_FOUND]: 400,
  [DEBIT_ACCOUNT_TOO_LOW]: 400,
  [P2P_FAILED]: 500,
};

/** Any failure is a 500 without a code of its own (document 3). */
export const escrowTransferErrors = { [INTERNAL_ERROR]: 500 };
