// Codes of wires and payments to be assigned, and what each endpoint answers with them.

import { INTERNAL_ERROR } from '../../../core/errors.ts';
import { P2P_FAILED_AT_PROVIDER } from '../../../money/payments/index.ts';
import { MONEY_NOT_AT_PROVIDER, PROJECT_IS_SETTLED } from '../../projects/project-life/index.ts';
import { DEBIT_CANNOT_BE_CHANGED } from '../direct-debits/index.ts';
import { ECHEANCE_NOT_FOUND, SPV_NOT_FOUND } from '../payment-schedule/index.ts';

/**
 * There is no such wire to be assigned.
 * @cause `wireToBeAssignedId` is unknown.
 * @remedy Take the id from the list of wires to be assigned.
 */
export const WIRE_NOT_FOUND = 'wire-not-found';

/**
 * The wire does not wait to be assigned.
 * @cause It was assigned or archived, is on its way to another project, or its money has not come in yet.
 * @remedy Read the lists of waiting and past payments to see where it stands.
 */
export const WIRE_NOT_WAITING = 'wire-not-waiting';

/**
 * Only a whole wire can go to another project.
 * @cause The record is a part that a split made.
 * @remedy Assign or archive the part; split only wires that stay with their project.
 */
export const ONLY_PARENT_WIRES = 'only-parent-wires-can-be-project-switched';

/**
 * Only what came in as a wire can go to another project.
 * @cause The record is a payment between wallets, a direct debit or money of another kind.
 * @remedy Assign or archive it where it is.
 */
export const ONLY_WIRE_PAYMENTS = 'only-wire-payments-can-be-project-switched';

/**
 * The SPV that the wire came in to has no wallet or no project.
 * @cause The record lies with an SPV from which no money can be moved.
 * @remedy Complete the SPV, then switch the wire.
 */
export const CURRENT_SPV_NOT_FOUND = 'spv-current-project-not-found';

/**
 * The project that the wire should go to takes no money.
 * @cause `newProjectId` is unknown, or the project is settled.
 * @remedy Choose another project.
 */
export const NEW_PROJECT_NOT_FOUND = 'new-project-not-found';

/**
 * The project that the wire should go to has no wallet.
 * @cause Its property has no SPV, or the SPV has no wallet at the provider.
 * @remedy Give the property an SPV with a wallet first.
 */
export const NEW_PROJECT_SPV_NOT_FOUND = 'new-project-spv-not-found';

/**
 * The echeance has no capital left to be repaid.
 * @cause `paymentFor` is `capitalRepayment`, and its capital is none or repaid in full, or the money is from the interest escrow.
 * @remedy Assign the wire as `mensualite`, or to the echeance whose capital is due; escrow pays capital by a capital event alone.
 */
export const NO_CAPITAL_DUE = 'capital-repayment-no-payment-due';

/**
 * A split must leave something for its second part.
 * @cause `newAmount` is equal to the amount of the wire or more.
 * @remedy Send a smaller amount.
 */
export const NEW_AMOUNT_TOO_LARGE = 'new-amount-must-be-less-than-original-amount';

/**
 * Nobody owes money to this project now.
 * @cause `projectId` is unknown, has no payment schedule, or its financial status is none in which the owner repays.
 * @remedy Choose one of the eligible projects.
 */
export const PROJECT_NOT_ELIGIBLE = 'project-not-eligible';

/**
 * The SPV of the project has no wallet.
 * @cause It has no id of a wallet at the provider.
 * @remedy Write the id of its wallet into the SPV.
 */
export const SPV_WALLET_NOT_FOUND = 'spv-provider-wallet-not-found';

/**
 * The wallet to be debited cannot pay for an owner.
 * @cause `debitAccountId` is unknown to the provider, or is the wallet of an investor, of an SPV or of fees and taxes.
 * @remedy Name the wallet of the owner, or the main one of the platform.
 */
export const DEBIT_ACCOUNT_NOT_FOUND = 'debit-account-not-found';

/**
 * The wallet to be debited has too little money.
 * @cause Its balance, less what is promised of it, does not cover the payment.
 * @remedy Have money paid in to it, then try again.
 */
export const DEBIT_ACCOUNT_TOO_LOW = 'debit-account-insufficient-balance';

/**
 * The provider has no such payment that could stand for this one.
 * @cause `paymentId` is unknown there, booked already, a transfer of ours whose outcome is not known yet, or paid by a wallet that is not the owner's or the platform's.
 * @remedy Check the number of the payment at the provider.
 */
export const P2P_NOT_FOUND = 'provider-p2p-not-found';

/**
 * The payment at the provider has not succeeded.
 * @cause It is pending there, or was refused or canceled.
 * @remedy Wait until it is executed, or make another one.
 */
export const P2P_NOT_SUCCESS = 'provider-p2p-not-success';

/**
 * The payment at the provider is of another amount.
 * @cause `amount` differs from what was paid under `paymentId`.
 * @remedy Send the amount that was paid.
 */
export const P2P_AMOUNT_MISMATCH = 'provider-p2p-amount-mismatch';

/**
 * The payment at the provider went to another wallet.
 * @cause Its receiver is not the wallet of the SPV of this project.
 * @remedy Choose the project whose SPV was paid.
 */
export const P2P_RECEIVER_MISMATCH = 'provider-p2p-receiver-account-mismatch';

/**
 * The payment cannot be checked.
 * @cause The provider did not answer, or the platform's books do not cover the amount of the transfer.
 * @remedy Try again later; compare the books with the provider if it stays so.
 */
export const P2P_VALIDATION_FAILED = 'provider-p2p-validation-failed';

/**
 * There is no such payment to be assigned.
 * @cause `paymentToBeAssignedId` is unknown.
 * @remedy Take the id from the list of waiting payments.
 */
export const PAYMENT_NOT_FOUND = 'payment-to-be-assigned-not-found';

/**
 * The payment does not wait to be assigned.
 * @cause It was assigned or archived.
 * @remedy Do nothing: there is nothing to transfer again.
 */
export const PAYMENT_NOT_WAITING = 'payment-to-be-assigned-not-waiting';

/**
 * The payment is none that the platform transfers.
 * @cause It is a manual transfer, a wire, or one without a movement at the provider.
 * @remedy Retry only payments of execution `auto`.
 */
export const PAYMENT_NOT_P2P_AUTO = 'payment-to-be-assigned-not-p2p-auto-execution';

/**
 * The money of the payment is there.
 * @cause Its transfer has succeeded, at the first try or a later one.
 * @remedy Assign the payment.
 */
export const PAYMENT_ALREADY_LINKED = 'payment-to-be-assigned-already-has-provider-wire-id';

/**
 * The transfer was tried again and has not succeeded.
 * @cause The provider refused it or did not answer.
 * @remedy Look for the reason at the provider, then retry: a transfer without an answer is looked up first and never made
 * twice.
 */
export const P2P_FAILED = 'p2p-failed';

// Ours, of money of the interest escrow.
/**
 * The money of the escrow is more than the interest that lacks.
 * @cause The escrow pays interest alone, and less of it is open on the echeance.
 * @remedy Split the payment and assign the other part to another echeance, or archive that part, which gives it back to the escrow.
 */
export const ESCROW_EXCEEDS_INTEREST = 'escrow-exceeds-interest';

// Ours, of taking an assignment back.
/**
 * The wire has no assignment to take back.
 * @cause It waits or was archived, or is the escrow's part of a capital event.
 * @remedy Do nothing, or change the event that it belongs to.
 */
export const WIRE_NOT_ASSIGNED = 'wire-not-assigned';

/**
 * The assignment can no longer be taken back.
 * @cause Its money went to the holders or the platform, or was spent otherwise, if only in place of money that is outside the provider;
 * or its project is finished and would be owed it again.
 * @remedy Leave the assignment, and settle the difference with the owner on another echeance.
 */
export const WIRE_ALREADY_PAID_OUT = 'wire-already-paid-out';

// Ours, of an archived wire that pays again what a bank took back.
/**
 * The wire is not what a settled project is still owed.
 * @cause The wire is for a project, or is more than the open claim of the project that `claimOfProjectId` names.
 * @remedy Split the wire so that a part is no more than the claim, or archive it without `claimOfProjectId`.
 */
export const WIRE_FILLS_NO_CLAIM = 'wire-fills-no-claim';

// Ours, of a wire that brings money to the provider which was booked outside before.
/**
 * The wire covers nothing.
 * @cause It is no wire on the wallet of the project that `coverOfProjectId` names, is for another project, or is more than what that project
 * has booked outside the provider.
 * @remedy Split the wire so that a part is no more than that, or archive it without `coverOfProjectId`.
 */
export const WIRE_COVERS_NOTHING = 'wire-covers-nothing';

// Ours, of money that comes in for a project that was given up and is settled.
/**
 * The wire is more than the holders lost on the echeance.
 * @cause The project was given up and is settled: it takes what its holders are owed on an echeance, and nothing beyond it.
 * @remedy Split the wire so that a part is no more than what was written off there, and assign the rest to another echeance.
 */
export const RECOVERY_TOO_LARGE = 'recovery-is-more-than-was-written-off';

/** Ours, of a payment's page. */
export const paymentPageErrors = { [PAYMENT_NOT_FOUND]: 404 };

export const switchProjectErrors = {
  [WIRE_NOT_FOUND]: 400,
  [WIRE_NOT_WAITING]: 400,
  [ONLY_PARENT_WIRES]: 400,
  [ONLY_WIRE_PAYMENTS]: 400,
  [CURRENT_SPV_NOT_FOUND]: 400,
  [NEW_PROJECT_NOT_FOUND]: 400,
  [NEW_PROJECT_SPV_NOT_FOUND]: 400,
  [MONEY_NOT_AT_PROVIDER]: 400,
  [P2P_FAILED_AT_PROVIDER]: 400,
};

export const assignErrors = {
  [WIRE_NOT_FOUND]: 400,
  [WIRE_NOT_WAITING]: 400,
  [ECHEANCE_NOT_FOUND]: 400,
  [NO_CAPITAL_DUE]: 400,
  [ESCROW_EXCEEDS_INTEREST]: 400,
  [RECOVERY_TOO_LARGE]: 400,
  [DEBIT_CANNOT_BE_CHANGED]: 400,
};

export const unassignErrors = { [WIRE_NOT_FOUND]: 400, [WIRE_NOT_ASSIGNED]: 400, [WIRE_ALREADY_PAID_OUT]: 400 };

export const splitErrors = { [WIRE_NOT_FOUND]: 400, [WIRE_NOT_WAITING]: 400, [NEW_AMOUNT_TOO_LARGE]: 400 };

export const archiveErrors = {
  [WIRE_NOT_FOUND]: 400,
  [WIRE_NOT_WAITING]: 400,
  [WIRE_FILLS_NO_CLAIM]: 400,
  [WIRE_COVERS_NOTHING]: 400,
};

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
  [PROJECT_IS_SETTLED]: 400,
  [SPV_NOT_FOUND]: 400,
  [SPV_WALLET_NOT_FOUND]: 400,
  [DEBIT_ACCOUNT_TOO_LOW]: 400,
  [P2P_FAILED]: 500,
};

/** Any failure is a 500 without a code of its own (repayments.md#escrow). */
export const escrowTransferErrors = { [INTERNAL_ERROR]: 500 };
