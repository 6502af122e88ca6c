// The wallet of an SPV as a publication wants it, for the publication itself and for its checklist.

import type { SpvId } from '../../../core/db/tables.ts';
import { AppError, INTERNAL_ERROR } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { findSpv, SPV_PROVIDER_WALLET_NOT_FOUND } from '../spvs/index.ts';
import { PROPERTY_SPV_NOT_FOUND, PROVIDER_ACCOUNT_NOT_VALIDATED } from './errors.ts';

/** Rows 4 to 7 of the table: the SPV, its wallet, and that the provider has validated it; the account's id, or the refusal. */
export async function judgeWallet(
  deps: Pick<AppDeps, 'db' | 'payments'>,
  spvId: SpvId | null,
  endUser: { address: string; userAgent: string | undefined },
): Promise<{ ok: true; accountId: string } | { ok: false; refusal: AppError }> {
  const spv = spvId === null ? undefined : await findSpv(deps.db, spvId);
  if (!spv) return refused(new AppError(PROPERTY_SPV_NOT_FOUND));
  if (spv.providerExternalId === null) return refused(new AppError(SPV_PROVIDER_WALLET_NOT_FOUND));
  const account = await deps.payments.getAccount(spv.providerExternalId, {
    userAddress: endUser.address,
    userAgent: endUser.userAgent,
  });
  // A-properties-4: a wallet that the provider does not know counts as missing.
  if (!account.ok && account.kind === 'not-found') return refused(new AppError(SPV_PROVIDER_WALLET_NOT_FOUND));
  if (!account.ok) return refused(new AppError(INTERNAL_ERROR, { detail: account.message, cause: account }));
  if (account.value.kycStatus !== 'verified' || account.value.blocked)
    return refused(new AppError(PROVIDER_ACCOUNT_NOT_VALIDATED));
  return { ok: true, accountId: spv.providerExternalId };
}

function refused(refusal: AppError): { ok: false; refusal: AppError } {
  return { ok: false, refusal };
}
