// Follows the provider on one account: the investor's KYC, the SPV's KYB, and whether the wallet is blocked.

import { AppError, INTERNAL_ERROR } from '../../core/errors.ts';
import type { AppDeps } from '../../deps.ts';
import type { Account } from '../../providers/payments/index.ts';
import { lockCustomer } from '../customers/index.ts';
import { followProvider } from '../onboarding/index.ts';
import { customerExists, findKybStatus, findSpvId, writeInvestorState, writeSpvState } from './queries.ts';
import { customerIdOf, isWalletBlocked, nextKycStatus } from './rules.ts';
import { shareRun } from './share-run.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'payments' | 'log'>;

/**
 * Reads the account again and takes its state over, for the investor when `extId` is theirs and, independently, for the SPV
 * with this external id; neither is a no-op. Error: `internal-error` when the provider does not answer.
 */
export async function syncAccount(deps: Deps, extId: string): Promise<void> {
  const customerId = customerIdOf(extId);
  if (customerId !== undefined && (await customerExists(deps.db, customerId)))
    await shareRun(deps.db, customerId, () => syncInvestor(deps, customerId));
  const spvId = await findSpvId(deps.db, extId);
  if (spvId !== undefined) await shareRun(deps.db, spvId, () => syncSpv(deps, spvId, extId));
}

/** A v2 investor's KYC follows the onboarding API instead; their wallet is followed here too (A-provider-webhooks-2). */
async function syncInvestor(deps: Deps, customerId: string): Promise<void> {
  await followProvider(
    deps,
    { customerId },
    {
      read: () => readAccount(deps, customerId),
      write: async (tx, account) => {
        const customer = await lockCustomer(tx, customerId);
        if (!customer || !account) return;
        const { kycStatus, onboardingVersion } = customer;
        await writeInvestorState(tx, customerId, {
          ...stateOf(account),
          kycStatus: onboardingVersion === 'v1' ? nextKycStatus(kycStatus, account.kycStatus) : kycStatus,
        });
      },
    },
  );
}

async function syncSpv(deps: Deps, spvId: string, accountId: string): Promise<void> {
  await followProvider(
    deps,
    { spvId },
    {
      read: () => readAccount(deps, accountId),
      write: async (tx, account) => {
        const kybStatus = await findKybStatus(tx, spvId);
        if (kybStatus === undefined || !account) return;
        const next = nextKycStatus(kybStatus, account.kycStatus);
        await writeSpvState(tx, spvId, { ...stateOf(account), kybStatus: next, at: deps.clock.now() });
      },
    },
  );
}

/** Null for an account that the provider does not know: nothing to take over. */
async function readAccount(deps: Deps, accountId: string): Promise<Account | null> {
  const read = await deps.payments.getAccount(accountId);
  if (read.ok) return read.value;
  if (read.kind !== 'not-found') throw new AppError(INTERNAL_ERROR, { cause: read });
  deps.log.warn({ accountId }, 'notification of an account that the provider does not know');
  return null;
}

function stateOf(account: Account) {
  return { rawStatus: account.rawStatus, blocked: isWalletBlocked(account), internalId: account.internalId };
}
