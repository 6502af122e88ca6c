// What the three provider routes have in common: find the wallet, ask the provider about it, judge its silence.

import { AppError, INTERNAL_ERROR, NOT_FOUND } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import type { CallContext, ProviderResult } from '../../../providers/payments/index.ts';
import { findSpvByIdOrAccount } from './queries.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** `id` is the SPV's UUID or its account id at the provider (catalogue.md#spvs); `endUser` is told to the provider. */
export type WalletQuestion = { id: string; endUser: { address: string; userAgent: string | undefined } };

/**
 * The provider's answer to `ask` about the SPV's wallet; null when the SPV names none, or one that the provider does not know
 * (A-spvs-4). Errors: `not-found` (no such SPV), `internal-error` (the provider failed).
 */
export async function askWallet<T>(
  deps: Pick<AppDeps, 'db'>,
  question: WalletQuestion,
  ask: (accountId: string, context: CallContext) => Promise<ProviderResult<T>>,
): Promise<T | null> {
  const { id, endUser } = question;
  const spv = await findSpvByIdOrAccount(deps.db, { spvId: UUID.test(id) ? id : null, accountId: id });
  if (!spv) throw new AppError(NOT_FOUND, { detail: 'SPV not found' });
  if (spv.providerExternalId === null) return null;
  const answer = await ask(spv.providerExternalId, { userAddress: endUser.address, userAgent: endUser.userAgent });
  if (answer.ok) return answer.value;
  if (answer.kind === 'not-found') return null;
  throw new AppError(INTERNAL_ERROR, { detail: 'The call of the payment provider failed.', cause: answer });
}
