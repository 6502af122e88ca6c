// Codes of the SPVs and what each endpoint answers with them (catalogue.md#spvs).

import { INTERNAL_ERROR, NOT_FOUND } from '../../../core/errors.ts';

/**
 * The SPV has no wallet at the provider.
 * @cause It has no `providerExternalId`, or the provider does not know this wallet.
 * @remedy Open the wallet at the provider and write its id into the SPV.
 */
export const SPV_PROVIDER_WALLET_NOT_FOUND = 'spv.provider.wallet.not-found';

// The documents name no error for the id or the wallet of another SPV, so these two are ours.
/**
 * Another SPV has this id.
 * @cause The `id` in the body is taken.
 * @remedy Leave `id` out, or update the SPV that has it.
 */
export const SPV_ID_ALREADY_EXISTS = 'spv.id-already-exists';

/**
 * Another SPV has this wallet.
 * @cause The `providerExternalId` in the body is taken; a wallet belongs to one SPV.
 * @remedy Give the id of the wallet of this SPV.
 */
export const SPV_PROVIDER_EXTERNAL_ID_ALREADY_EXISTS = 'spv.provider-external-id-already-exists';

export const createSpvErrors = { [SPV_ID_ALREADY_EXISTS]: 400, [SPV_PROVIDER_EXTERNAL_ID_ALREADY_EXISTS]: 400 };

export const readSpvErrors = { [NOT_FOUND]: 404 };

export const updateSpvErrors = { [NOT_FOUND]: 404, [SPV_PROVIDER_EXTERNAL_ID_ALREADY_EXISTS]: 400 };

/** For balance and mandates. */
export const walletErrors = { [NOT_FOUND]: 404, [SPV_PROVIDER_WALLET_NOT_FOUND]: 404, [INTERNAL_ERROR]: 500 };

/** The bank accounts have no code of their own for a missing wallet (catalogue.md#spvs). */
export const bankAccountsErrors = { [NOT_FOUND]: 404, [INTERNAL_ERROR]: 500 };
