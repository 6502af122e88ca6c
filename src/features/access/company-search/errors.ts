// What the company search answers when the registry fails (services.md#company-search).

// A-company-search-1: the document fixes the message alone, so the code is ours.
/**
 * The company registry gave no usable answer.
 * @cause It cannot be reached, refused the request, or answered in an unknown format.
 * @remedy Try again in a few minutes.
 */
export const REGISTRY_SEARCH_FAILED = 'registry-search-failed';

export const searchCompaniesErrors = { [REGISTRY_SEARCH_FAILED]: 400 };
