// Codes of charge-backs.

// The answer is an empty 400; unlike `validation-failed`, this code leaves the event open for a replay.
/**
 * The team was alerted about the charge-back, but its pay-out could not be read.
 * @cause The provider did not answer when asked for the payment of the notification.
 * @remedy Send the notification again; the operator can also replay it with the job `replay-webhook`.
 */
export const CHARGE_BACK_NOT_FETCHED = 'provider-webhook-charge-back-not-fetched';
