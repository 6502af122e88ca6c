// Codes of the SPVs and what each endpoint answers with them (document 2, SPVs).

/** Also answered by the publication of a property. */
export const SPV_PROVIDER_WALLET_NOT_FOUND = 'spv.provider.wallet.not-found';
// A-spvs-1: the documents have no creation, so these two are ours.
export const SPV_ID_ALREADY_EXISTS = 'spv.id-already-exists';
export const SPV_PROVIDER_EXTERNAL_ID_ALREADY_EXISTS = 'spv.provider-external-id-already-exists';

export const createSpvErrors = { [SPV_ID_ALREADY_EXISTS]: 400, [SPV_PROVIDER_EXTERNAL_ID_ALREADY_EXISTS]: 400 };
