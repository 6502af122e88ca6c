// POST .../payment-to-be-assigned/retry-p2p: retries the transfer of an automatic p2p; money moves at most once.

import type { Tx } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import type { IdempotencyClaim } from '../../../core/http/idempotency.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import { assertAllowed } from '../../../core/states.ts';
import type { AppDeps } from '../../../deps.ts';
import { auditPayment, type PaymentAudit, payByRequest } from '../../../money/payments/index.ts';
import { lockProperty, projectState } from '../../projects/project-life/index.ts';
import { SPV_NOT_FOUND } from '../payment-schedule/index.ts';
import { P2P_FAILED, PAYMENT_NOT_FOUND, SPV_WALLET_NOT_FOUND } from './errors.ts';
import { orderTransfer } from './order-transfer.ts';
import { findPayment, lockPayment } from './queries.ts';
import { findProject } from './reference-queries.ts';
import { assertRetryable, toWireRecord } from './rules.ts';
import type { WireRecord } from './schemas.ts';
import { WIRE_VERBS_ON_PROJECT } from './states.ts';
import { writeRetry } from './transfer-queries.ts';

export type RetryP2p = { paymentToBeAssignedId: string; audit: RouteAudit; idempotency: IdempotencyClaim | undefined };

/**
 * 1. lock the record and check, in the order of the table; 2. an open order is continued (the provider is asked by its
 * reference first); only a refused one is replaced by a new order, so that two retries share one order; 3. carry it out and answer the
 * record: linked to its movement, or waiting while the transfer is pending at the provider (the worker links it later).
 * Errors: repayments.md#payments-that-are-no-wire, `p2p-failed` when the provider refuses or does not answer, and
 * `debit-account-insufficient-balance` when the platform's own money does not cover a new order.
 */
export async function retryP2p(deps: AppDeps, input: RetryP2p): Promise<WireRecord> {
  return payByRequest(deps, input.idempotency, {
    begin: async (tx) => ({ paymentId: await findOrReplaceOrder(tx, deps, input), isOurs: true }),
    answer: async (tx, { result }) => {
      if (result !== 'succeeded' && result !== 'pending') throw new AppError(P2P_FAILED);
      const row = await findPayment(tx, input.paymentToBeAssignedId);
      if (!row) throw new AppError(PAYMENT_NOT_FOUND);
      return toWireRecord(row);
    },
  });
}

async function findOrReplaceOrder(tx: Tx, deps: Pick<AppDeps, 'clock' | 'config' | 'jobs'>, input: RetryP2p): Promise<string> {
  const seen = await findPayment(tx, input.paymentToBeAssignedId);
  if (!seen) throw new AppError(PAYMENT_NOT_FOUND);
  const audit: PaymentAudit = {
    ...input.audit,
    target: { type: 'payment', id: seen.id },
    payload: { amountCents: seen.amountCents },
  };
  const property = seen.propertyId === null ? undefined : await lockProperty(tx, seen.propertyId);
  const at = deps.clock.now();
  // Locks the payment before its record, as its settlement does.
  const isOpen = seen.paymentOrderId !== null && (await auditPayment(tx, seen.paymentOrderId, audit, at));
  const row = await lockPayment(tx, seen.id);
  if (!row) throw new AppError(PAYMENT_NOT_FOUND);
  assertRetryable(row);
  if (property) assertAllowed(WIRE_VERBS_ON_PROJECT['retry-p2p'], projectState(property));
  const project = row.propertyId === null ? undefined : await findProject(tx, row.propertyId);
  if (!project?.spvId) throw new AppError(SPV_NOT_FOUND);
  if (project.accountId === null) throw new AppError(SPV_WALLET_NOT_FOUND);
  const { paymentOrderId: orderId, debitAccountId } = row;
  if (orderId === null || debitAccountId === null) throw new Error(`p2p-auto payment ${row.id} has no order`);
  // Another retry may have replaced the order between the reading and the lock.
  if (orderId === seen.paymentOrderId ? isOpen : await auditPayment(tx, orderId, audit, at)) return orderId;
  const { accountId } = project;
  const order = await orderTransfer(tx, deps, { ...row, debitAccountId, accountId }, { audit, at });
  await writeRetry(tx, row.id, order);
  return order.orderId;
}
