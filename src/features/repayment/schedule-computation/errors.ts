// Codes of a configuration that is not valid (schedule.md#validation-of-a-configuration).

/**
 * More would be lent at the start than was funded.
 * @cause `initialCapitalLoaned.amount` exceeds `totalFundedAmount`.
 * @remedy Lower the initial capital; the rest can be lent later by events.
 */
export const INITIAL_CAPITAL_TOO_LARGE = 'initial-capital-loaned-is-greater-than-total-funded-amount';

/**
 * The interest escrow would be more than was funded.
 * @cause `interestSequestre` exceeds `totalFundedAmount`.
 * @remedy Lower the interest escrow.
 */
export const SEQUESTRE_TOO_LARGE = 'interest-sequestre-is-greater-than-total-funded-amount';

/**
 * More capital would be repaid than was lent by then.
 * @cause At the day of one of the `events` the repayments add up to more than the loans.
 * @remedy Lower the repayments, or date them after the loans.
 */
export const REPAYMENT_EXCEEDS_LOANED = 'sum-repayment-is-greater-than-sum-loaned';

/**
 * No sound schedule follows from these terms.
 * @cause A duration, rate, amount or event is out of its bounds, lends more than was collected (before the closing: than is to be
 * funded), takes more from the escrow than there is, or the country is not the SPV's.
 * @remedy Correct the terms; `detail` names the amount or country where it is the reason.
 */
export const CONFIG_INVALID = 'echeancier-config-is-invalid';
