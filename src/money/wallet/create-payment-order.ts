// Writes the intent to move money at the provider, and the job that will do it, in the transaction of their cause.

import type { Tx } from '../../core/db/transaction.ts';
import { newId } from '../../core/ids.ts';
import type { Jobs } from '../../core/jobs.ts';
import { executePaymentOrderJob } from './jobs.ts';
import type { NewPaymentOrder } from './payment-orders.ts';

/** Returns the id of the order, which is the reference the provider will keep. Nothing is called before the commit. */
export async function createPaymentOrder(tx: Tx, deps: { jobs: Jobs }, order: NewPaymentOrder): Promise<string> {
  const id = newId();
  await tx
    .insertInto('payment_order')
    .values({
      id,
      kind: order.kind,
      purpose: order.purpose,
      subject_id: order.subjectId,
      from_account_id: order.fromAccountId,
      to_account_id: order.kind === 'transfer' ? order.toAccountId : null,
      provider_bank_account_id: order.kind === 'payOut' ? order.providerBankAccountId : null,
      amount_cents: order.amountCents,
      comment: order.comment,
      created_at: order.at,
    })
    .execute();
  await deps.jobs.enqueue(tx, executePaymentOrderJob, { orderId: id });
  return id;
}
