// What follows the provider's answer to the transfer of a project's penalties.

import { recordAdminAction } from '../../core/audit.ts';
import type { Tx } from '../../core/db/transaction.ts';
import { move, PLATFORM, postToLedger, purseOf } from '../../money/ledger/index.ts';
import { confirmTransaction, dropTransaction, type PaymentOrder, type PaymentOutcome } from '../../money/wallet/index.ts';
import { endPenaltiesOrder, lockSettlementOfOrder, type PendingAudit } from './queries.ts';

/** Settlement of purpose `penalties`. Succeeded: HELD to PLAT MAIN, audited. Refused: the money goes back where it came from. */
export async function settlePenalties(tx: Tx, order: PaymentOrder, { status, at }: PaymentOutcome): Promise<void> {
  const settlement = await lockSettlementOfOrder(tx, order.id);
  if (!settlement || settlement.spvId === null || settlement.transactionId === null)
    throw new Error(`no penalties are transferred by order ${order.id}`);
  const { propertyId, spvId, transactionId, amountCents, fromSurplusCents } = settlement;
  await endPenaltiesOrder(tx, propertyId, status === 'succeeded' ? at : null);
  if (status === 'succeeded') {
    await confirmTransaction(tx, transactionId, { at, lines: move(amountCents, purseOf(spvId, 'HELD'), PLATFORM.MAIN) });
    // Border: writePenaltiesAudit is the only writer of this column.
    const audit = settlement.audit as PendingAudit | null;
    if (audit) await recordAdminAction(tx, { ...audit, target: { type: 'property', id: propertyId }, at });
    return;
  }
  await dropTransaction(tx, transactionId, { to: 'FAILED', at });
  await postToLedger(tx, {
    reference: transactionId,
    step: 'release',
    type: 'PENALTIES',
    eventAt: at,
    createdAt: at,
    lines: [
      { account: purseOf(spvId, 'HELD'), amountCents: -amountCents },
      { account: purseOf(spvId, 'SURPLUS'), amountCents: fromSurplusCents },
      { account: purseOf(spvId, 'ESCROW'), amountCents: amountCents - fromSurplusCents },
    ],
  });
}
