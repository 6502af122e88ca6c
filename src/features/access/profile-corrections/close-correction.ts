// The end of a correction: the profile changes, or stays and the provider gets it back.

import { inTransaction } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { enqueueChatMessage } from '../../../providers/chat/index.ts';
import type { ProviderFailure } from '../../../providers/payments/index.ts';
import { enqueueProviderUpdate, lockCustomer, mailInvestor, writeProfile } from '../customers/index.ts';
import { closePending, findPending } from './queries.ts';
import type { RefusalReason } from './rules.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs'>;

/**
 * Accepted without a `reason`, else refused; the investor is told by mail, and of a provider's refusal the team. An account frozen by
 * now is corrected in no case. What it became, or undefined when somebody else closed it first.
 */
export async function closeCorrection(
  deps: Deps,
  { id, customerId }: { id: string; customerId: string },
  reason: RefusalReason | null,
  failure?: ProviderFailure,
): Promise<'accepted' | 'refused' | undefined> {
  const at = deps.clock.now();
  return inTransaction(deps.db, async (tx) => {
    const customer = await lockCustomer(tx, customerId);
    const correction = await findPending(tx, id);
    if (!customer || !correction) return undefined;
    const refusal = reason ?? (customer.frozenAt === null ? null : 'account-frozen');
    await closePending(tx, id, { reason: refusal, at });
    if (refusal === null) await writeProfile(tx, customerId, correction.changes, at);
    else if (correction.sentAt !== null) {
      // What was sent and never answered may yet arrive: the saved profile must come after it.
      const startAfterSeconds = correction.takenAt === null ? deps.config.PROVIDER_RESEND_AFTER_SECONDS : 0;
      await enqueueProviderUpdate(tx, deps, customer, { startAfterSeconds });
    }
    const { fields } = correction;
    const data = refusal === null ? { outcome: 'accepted' as const, fields } : { outcome: refusal, fields };
    await mailInvestor(tx, deps, { customerId, template: 'profile-correction-closed', data });
    if (failure)
      await enqueueChatMessage(tx, deps, {
        channel: 'internal-alerts',
        text: `Le prestataire a refusé la correction du profil du client ${customerId} : ${failure.kind}${failure.code === undefined ? '' : ` (${failure.code})`}.`,
      });
    return refusal === null ? 'accepted' : 'refused';
  });
}
