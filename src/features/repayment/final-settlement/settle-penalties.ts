// Settles the transfer of a project's penalties.

import type { PropertyId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { move, PLATFORM, purseOf } from '../../../money/ledger/index.ts';
import { type EndedPayment, NOTHING_TO_POST, settle } from '../../../money/payments/index.ts';
import { endPenaltiesOrder } from './queries.ts';

/** Settlement of purpose `penalties`; the subject is the property. Succeeded: HELD to PLAT MAIN. Refused: it may be ordered again. */
export async function settlePenalties(tx: Tx, payment: EndedPayment): Promise<void> {
  // Border: a payment's subject is of any table; that of the penalties is the property.
  const propertyId = payment.subjectId as PropertyId;
  const transfer = { propertyId, orderId: payment.id };
  await settle(tx, payment, {
    succeeded: async (at) => {
      await endPenaltiesOrder(tx, transfer, at);
      return move(payment.amountCents, purseOf(propertyId, 'HELD'), PLATFORM.MAIN);
    },
    failed: async () => {
      await endPenaltiesOrder(tx, transfer, null);
      return NOTHING_TO_POST;
    },
  });
}
