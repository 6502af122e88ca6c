// What follows the provider's answer to one holder's share of a sold property.

import type { Tx } from '../../core/db/transaction.ts';
import type { AppDeps } from '../../deps.ts';
import { purseOf } from '../../money/ledger/index.ts';
import { confirmPayout, failPayout, type PaymentOrder, type PaymentOutcome } from '../../money/wallet/index.ts';
import { enqueueChatMessage } from '../../providers/chat/index.ts';
import { enqueueEmail } from '../../providers/email/index.ts';
import { findSaleShare } from './queries.ts';

/** Settlement of purpose `property-sale`. A final refusal leaves the share in the SPV's CAPITAL and alerts the team. */
export async function settleSaleShare(
  tx: Tx,
  deps: Pick<AppDeps, 'jobs'>,
  order: PaymentOrder,
  outcome: PaymentOutcome,
): Promise<void> {
  const share = await findSaleShare(tx, order.subjectId);
  const { at } = outcome;
  if (outcome.status === 'failed') {
    await failPayout(tx, order, at);
    await enqueueChatMessage(tx, deps, {
      channel: 'internal-alerts',
      text: `The provider refused the share ${share.id} of the sale of ${share.propertyName} (payment order ${order.id}): ${outcome.reason}. The money is still with the SPV.`,
    });
    return;
  }
  if (share.spvId === null) throw new Error(`share ${share.id} is of a property without SPV`);
  await confirmPayout(tx, order, { fromAccount: purseOf(share.spvId, 'CAPITAL'), at });
  await enqueueEmail(tx, deps, {
    to: share.email,
    template: 'property-sold',
    data: {
      propertyName: share.propertyName,
      bricks: share.brickCount,
      amountCents: share.amountCents,
      saleType: share.saleType,
      paidAt: at.toString(),
      reference: share.id,
      ...(share.firstName === null ? {} : { firstName: share.firstName }),
    },
  });
}
