// The code of a movement that a project's money at the provider does not cover, which rooms of several wings answer.

/**
 * The money of the project is booked, and is not at the provider.
 * @cause It was recorded as received outside the provider, and the wallet holds it for nobody: the rest there belongs to other projects.
 * @remedy Have the owner wire the amount to the SPV's wallet and archive that wire as cover of the project, or record the payment as made
 * outside.
 */
export const MONEY_NOT_AT_PROVIDER = 'money-not-at-provider';
