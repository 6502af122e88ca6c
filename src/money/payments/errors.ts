// Codes that several rooms answer when the payment provider did not do, or did not confirm, what was asked of it.

// The documents' own code of a 500 in the tables of withdrawals and of document-status-changed.
/**
 * A withdrawal cannot be paid as two balances disagree; at the webhook of documents, the provider could not be asked.
 * @cause The balance in our books and that at the provider contradict each other, which freezes the account, or were changing;
 * or the provider did not answer.
 * @remedy Try the withdrawal again in a moment, and write to the support if it is refused again; the provider sends its
 * notification again.
 */
export const INTERNAL_SERVER_ERROR = 'InternalServerError';

// The documents' own code of a refused or unanswered transfer: 500 for fees, 400 for a wire that changes project
// (http.md#the-status-of-a-code).
/**
 * The transfer from wallet to wallet was not made, or its outcome is not known yet.
 * @cause The provider refused it or did not answer, or, for fees, the project has no wallet or has not collected the money.
 * @remedy Repair the reason and ask again: a transfer without an answer is looked up first and never made twice.
 */
export const P2P_FAILED_AT_PROVIDER = 'p2p-failed-at-provider';
