// POST .../payment-to-be-assigned/retry-p2p: the automatic transfer once more, at most one movement.

import { inTransaction, type Tx } from '../../core/db/transaction.ts';
import { AppError } from '../../core/errors.ts';
import type { RouteAudit } from '../../core/http/route.ts';
import type { AppDeps } from '../../deps.ts';
import { carryOutPaymentOrder } from '../../money/wallet/index.ts';
import { SPV_NOT_FOUND } from '../payment-schedule/index.ts';
import { P2P_FAILED, PAYMENT_NOT_FOUND, SPV_WALLET_NOT_FOUND } from './errors.ts';
import { orderTransfer } from './order-transfer.ts';
import { findProject } from './place-queries.ts';
import { findPayment, lockPayment } from './queries.ts';
import { assertRetryable, toWireRecord } from './rules.ts';
import type { WireRecord } from './schemas.ts';
import { findOrderStatus, writeRetry } from './transfer-queries.ts';

/** Which record, and who asks. */
export type RetryP2p = { paymentToBeAssignedId: string; audit: RouteAudit };

/**
 * 1. lock the record and check, in the order of the table; 2. an order that is still open is carried on (the provider is asked
 * by its reference first), only a refused one is replaced by a new order: two retries meet in one order; 3. carry it out
 * and answer the linked record. Errors: document 3; `p2p-failed` while the provider refuses or stays silent.
 */
export async function retryP2p(deps: AppDeps, input: RetryP2p): Promise<WireRecord> {
  const orderId = await inTransaction(deps.db, (tx) => findOrReplaceOrder(tx, deps, input));
  await carryOutPaymentOrder(deps, orderId);
  const row = await findPayment(deps.db, input.paymentToBeAssignedId);
  if (!row || row.providerWireId === null) throw new AppError(P2P_FAILED);
  return toWireRecord(row);
}

async function findOrReplaceOrder(tx: Tx, deps: Pick<AppDeps, 'clock' | 'jobs'>, input: RetryP2p): Promise<string> {
  const row = await lockPayment(tx, input.paymentToBeAssignedId);
  if (!row) throw new AppError(PAYMENT_NOT_FOUND);
  assertRetryable(row);
  const project = row.propertyId === null ? undefined : await findProject(tx, row.propertyId);
  if (!project?.spvId) throw new AppError(SPV_NOT_FOUND);
  if (project.accountId === null) throw new AppError(SPV_WALLET_NOT_FOUND);
  if (row.paymentOrderId === null || row.debitAccountId === null) throw new Error(`p2p-auto payment ${row.id} has no order`);
  const status = await findOrderStatus(tx, row.paymentOrderId);
  const isOpen = status === 'created' || status === 'sent';
  const { debitAccountId } = row;
  const order = isOpen
    ? { orderId: row.paymentOrderId }
    : await orderTransfer(tx, deps, { ...row, debitAccountId, accountId: project.accountId }, deps.clock.now());
  const audit = { ...input.audit, payload: { amountCents: row.amountCents, orderId: order.orderId } };
  await writeRetry(tx, row.id, { ...order, audit });
  return order.orderId;
}
