// Codes of saved filters; ours, as the documents have no such endpoint.

import { NOT_FOUND } from '../../../core/errors.ts';

/**
 * As many filters are saved as may be.
 * @cause The administrator has fifty already, over all lists.
 * @remedy Remove one with `removeSavedFilter`, or save under the name of one to replace it.
 */
export const TOO_MANY_SAVED_FILTERS = 'saved-filters.too-many';

export const saveFilterErrors = { [TOO_MANY_SAVED_FILTERS]: 400 };
export const removeSavedFilterErrors = { [NOT_FOUND]: 404 };
