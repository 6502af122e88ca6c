// The codes of an unknown property, which rooms of several wings answer.

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
