// The codes of an unknown property, of a state that forbids a verb and of money that is not at the provider, which rooms of several wings answer.

/**
 * There is no such property, or it is not shown yet.
 * @cause The id is unknown; to the public, the property is a draft or waits for its display date, and no valid draft token came
 * along.
 * @remedy Check the id, or ask the team for a new preview link.
 */
export const PROPERTY_NOT_FOUND = 'property.not-found';

// The documents spell the same code in two ways; this one is of the yearly update (404) and of automatic investment (400).
/**
 * A property that the request names does not exist.
 * @cause The id in the path is unknown, or the one in a row of the yearly update, which `errors` then names.
 * @remedy Correct the id and send the request again: nothing was written.
 */
export const UNKNOWN_PROPERTY = 'property-not-found';

/**
 * The project is repaid: nothing more is due, so its schedule does not change any more.
 * @cause Everything was repaid, the property was sold, or what was due was given up.
 * @remedy None is needed; a charge-back reopens the project by itself.
 */
export const PROJECT_IS_FINISHED = 'project-is-finished';

/**
 * The project is settled: its money is distributed to the last cent.
 * @cause The final settlement (solde de tout compte) is done.
 * @remedy Money that still comes in for it is assigned to another project, or returned to its sender.
 */
export const PROJECT_IS_SETTLED = 'project-is-settled';

/**
 * The money of the project is booked, and is not at the provider.
 * @cause It was recorded as received outside the provider, and the wallet holds it for nobody: the rest there belongs to other projects.
 * @remedy Have the owner wire the amount to the SPV's wallet and archive that wire as cover of the project, or record the payment as made
 * outside.
 */
export const MONEY_NOT_AT_PROVIDER = 'money-not-at-provider';
