// GET /administration/payments/:paymentId: everything stored about one payment (A-payments-3).

import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { listIncidentsOf, listSteps } from '../../../money/payments/index.ts';
import { toPaymentIncidentView } from '../ledger-proof/index.ts';
import { findHolders } from '../reconciliation/index.ts';
import { findPayment, listPostings } from './queries.ts';
import { toPaymentDetail } from './rules.ts';
import type { PaymentDetail } from './schemas.ts';

/** Reads our books only; the provider is not asked. Error: `not-found`. */
export async function readPayment({ db }: Pick<AppDeps, 'db'>, paymentId: string): Promise<PaymentDetail> {
  const payment = await findPayment(db, paymentId);
  if (!payment) throw new AppError(NOT_FOUND);
  const [postings, incidents, steps, holders] = await Promise.all([
    listPostings(db, paymentId),
    listIncidentsOf(db, paymentId),
    listSteps(db, paymentId),
    findHolders(db, [payment.fromAccountId, payment.toAccountId]),
  ]);
  return toPaymentDetail(payment, { postings, incidents: incidents.map(toPaymentIncidentView), steps, holders });
}
