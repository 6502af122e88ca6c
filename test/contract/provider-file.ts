// Where the provider's own description of its API lies, if the documents are at hand.

export const PROVIDER_FILE = new URL('../../../shared/vendor/directkit.json', import.meta.url);
