// Settles a pay-out of withheld tax to the tax office.

import { formatEuros } from '../../../core/cents.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { EXTERNAL, move, PLATFORM } from '../../../money/ledger/index.ts';
import { type EndedPayment, NOTHING_TO_POST, settle } from '../../../money/payments/index.ts';
import { enqueueChatMessage } from '../../../providers/chat/index.ts';
import { endRemittance, lockRemittance, releaseTaxes } from './tax-queries.ts';

/** Settlement of `tax-remittance`. Paid: PLAT TAX to EXT. Refused: the month's tax may be remitted again, and the team is alerted. */
export async function settleTaxRemittance(tx: Tx, deps: Pick<AppDeps, 'jobs'>, payment: EndedPayment): Promise<void> {
  const remittance = await lockRemittance(tx, payment.subjectId);
  await settle(tx, payment, {
    succeeded: async (at) => {
      await endRemittance(tx, remittance.id, { to: 'remitted', at });
      return move(remittance.amountCents, PLATFORM.TAX, EXTERNAL);
    },
    failed: async (at, { reason }) => {
      await endRemittance(tx, remittance.id, { to: 'failed', at });
      await releaseTaxes(tx, remittance.id);
      await enqueueChatMessage(tx, deps, {
        channel: 'internal-alerts',
        text: `Le reversement de ${formatEuros(remittance.amountCents)} d’impôt prélevé (${remittance.period}) n’a pas abouti : ${reason}. À ordonner de nouveau.`,
      });
      return NOTHING_TO_POST;
    },
  });
}
