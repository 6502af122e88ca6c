// Takes over the state of an SPV's wallet: its KYB and whether it is blocked. Effect of a notification, and of a wallet given to an SPV.

import type { SpvId } from '../../../core/db/tables.ts';
import { shareRun } from '../../../core/share-run.ts';
import type { AppDeps } from '../../../deps.ts';
import { followProvider } from '../../access/onboarding/index.ts';
import { changeKybStatus, findSpv } from '../../projects/spvs/index.ts';
import { readAccount } from './read-account.ts';
import { isWalletBlocked, nextKycStatus } from './rules.ts';

/**
 * Reads the account again and writes what changed; an account that the provider does not know, or that is not the SPV's any more,
 * changes nothing. Error: `internal-error` when the provider does not answer.
 */
export async function syncSpv(
  deps: Pick<AppDeps, 'db' | 'clock' | 'payments' | 'log'>,
  { spvId, accountId }: { spvId: SpvId; accountId: string },
): Promise<void> {
  // By wallet too: a run that reads the SPV's former wallet says nothing of the new one.
  await shareRun(deps.db, `${spvId} ${accountId}`, () =>
    followProvider(
      deps,
      { spvId },
      {
        read: () => readAccount(deps, accountId),
        write: async (tx, account) => {
          const spv = await findSpv(tx, spvId);
          // The SPV may have got another wallet since this one was read.
          if (!account || spv?.providerExternalId !== accountId) return;
          await changeKybStatus(tx, spvId, {
            from: spv.kybStatus,
            to: nextKycStatus(spv.kybStatus, account.kycStatus),
            account: { accountId, rawStatus: account.rawStatus, blocked: isWalletBlocked(account) },
            at: deps.clock.now(),
          });
        },
      },
    ),
  );
}
