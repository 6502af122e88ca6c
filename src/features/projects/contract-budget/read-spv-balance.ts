// Reads the balance of an SPV's wallet at the provider, before a budget is increased.

import type { Cents } from '../../../core/cents.ts';
import type { SpvId } from '../../../core/db/tables.ts';
import { AppError } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { findSpv } from '../spvs/index.ts';
import { PROVIDER_BALANCE_UNAVAILABLE } from './errors.ts';

/** Cents. Error: `project.provider-balance-unavailable` (no wallet, or no answer). */
export async function readSpvBalance(
  deps: Pick<AppDeps, 'db' | 'payments'>,
  spvId: SpvId | null,
  endUser: { address: string; userAgent: string | undefined },
): Promise<Cents> {
  const spv = spvId === null ? undefined : await findSpv(deps.db, spvId);
  if (!spv || spv.providerExternalId === null) throw new AppError(PROVIDER_BALANCE_UNAVAILABLE);
  const account = await deps.payments.getAccount(spv.providerExternalId, {
    userAddress: endUser.address,
    userAgent: endUser.userAgent,
  });
  if (!account.ok) throw new AppError(PROVIDER_BALANCE_UNAVAILABLE, { cause: account });
  return account.value.balanceCents;
}
