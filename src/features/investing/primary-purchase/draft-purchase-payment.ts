// The payment of a purchase: from the investor to the SPV, its money held.

import type { Cents } from '../../../core/cents.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import { type DraftPayment, draftPayment, heldByInvestor } from '../../../money/payments/index.ts';
import type { Issue } from './open-issue.ts';

export function draftPurchasePayment(purchase: {
  id: string;
  issue: Issue;
  customerId: CustomerId;
  amountCents: Cents;
  at: Temporal.Instant;
}): DraftPayment<'purchase'> {
  const { id, issue, customerId, amountCents, at } = purchase;
  return draftPayment({
    propertyId: issue.propertyId,
    order: {
      kind: 'transfer',
      purpose: 'primary-purchase',
      subjectId: id,
      fromAccountId: customerId,
      toAccountId: issue.spvAccountId,
      amountCents,
      comment: `Purchase ${id}`,
      at,
    },
    sides: {
      purchase: {
        type: 'PRIMARY_PURCHASE',
        owner: { customerId },
        amountCents,
        hold: heldByInvestor(customerId, amountCents),
      },
    },
  });
}
