// Calls the provider about an SPV's wallet, for the three routes that do.

import { AppError, INTERNAL_ERROR, NOT_FOUND } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import type { CallContext, ProviderResult } from '../../../providers/payments/index.ts';
import { findSpvByIdOrAccount } from './queries.ts';
import { isSpvId } from './rules.ts';

/** `id` is the SPV's UUID or its account id at the provider (catalogue.md#spvs); `endUser` is passed on to the provider. */
export type WalletQuestion = { id: string; endUser: { address: string; userAgent: string | undefined } };

/**
 * The provider's answer to `ask` about the SPV's wallet; null when the SPV has none, or the provider does not know it (A-spvs-4).
 * Errors: `not-found` (no such SPV), `internal-error` (the provider failed).
 */
export async function askWallet<T>(
  deps: Pick<AppDeps, 'db'>,
  question: WalletQuestion,
  ask: (accountId: string, context: CallContext) => Promise<ProviderResult<T>>,
): Promise<T | null> {
  const { id, endUser } = question;
  const spv = await findSpvByIdOrAccount(deps.db, { spvId: isSpvId(id) ? id : null, accountId: id });
  if (!spv) throw new AppError(NOT_FOUND, { detail: 'SPV not found' });
  if (spv.providerExternalId === null) return null;
  const answer = await ask(spv.providerExternalId, { userAddress: endUser.address, userAgent: endUser.userAgent });
  if (answer.ok) return answer.value;
  if (answer.kind === 'not-found') return null;
  throw new AppError(INTERNAL_ERROR, { detail: 'The call of the payment provider failed.', cause: answer });
}
