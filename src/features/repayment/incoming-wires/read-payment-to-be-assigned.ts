// GET /administration/payments-to-be-assigned/:id: one payment, with the parts of the wire that it was split from.

import { AppError } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { readOpenPayments } from '../../../money/payments/index.ts';
import { PAYMENT_NOT_FOUND } from './errors.ts';
import { findNamedPayment, listParts } from './history-queries.ts';
import { toPaymentView } from './payment-view.ts';
import { paymentOf, shownStatus } from './rules.ts';
import type { PaymentWithParts } from './schemas.ts';

/** Error: `payment-to-be-assigned-not-found`. */
export async function readPaymentToBeAssigned({ db }: Pick<AppDeps, 'db'>, id: string): Promise<PaymentWithParts> {
  const row = await findNamedPayment(db, id);
  if (!row) throw new AppError(PAYMENT_NOT_FOUND);
  const parts = row.originWireId === null ? [] : await listParts(db, row.originWireId);
  return {
    ...toPaymentView(row, await readOpenPayments(db, [paymentOf(row)])),
    parts: parts.map(({ id: partId, amountCents, status }) => ({
      id: partId,
      amount: amountCents,
      status: shownStatus(status),
    })),
  };
}
