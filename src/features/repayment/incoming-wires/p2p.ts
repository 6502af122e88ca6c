// The transfer of an automatic p2p: ordered at its creation, settled, and retried after a refusal.

import { type Cents, formatEuros } from '../../../core/cents.ts';
import type { PropertyId, SpvId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { AppError, notCovered } from '../../../core/errors.ts';
import type { IdempotencyClaim } from '../../../core/http/idempotency.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import { assertAllowed } from '../../../core/states.ts';
import type { AppDeps } from '../../../deps.ts';
import { EXTERNAL, lockBalance, move, PLATFORM, unassignedOf } from '../../../money/ledger/index.ts';
import {
  auditPayment,
  type EndedPayment,
  NOTHING_TO_POST,
  openPayment,
  type PaymentAudit,
  payByRequest,
  settle,
  sumPromisedFrom,
} from '../../../money/payments/index.ts';
import { enqueueChatMessage } from '../../../providers/chat/index.ts';
import { lockProperty, projectState } from '../../projects/project-life/index.ts';
import { SPV_NOT_FOUND } from '../payment-schedule/index.ts';
import { DEBIT_ACCOUNT_TOO_LOW, P2P_FAILED, PAYMENT_NOT_FOUND, SPV_WALLET_NOT_FOUND } from './errors.ts';
import { findPayment, linkMovement, lockPayment, writeRetry } from './queries.ts';
import { assertRetryable, toWireRecord, WIRE_VERBS_ON_PROJECT } from './rules.ts';
import type { WireRecord } from './schemas.ts';
import { findProject, lockDestination } from './shown-queries.ts';

/** A payment whose money is to be sent; cents. `accountId`: the SPV's wallet. */
type UnpaidPayment = {
  id: string;
  propertyId: PropertyId | null;
  spvId: SpvId;
  amountCents: Cents;
  comment: string;
  debitAccountId: string;
  accountId: string;
};

/**
 * Writes payment and WAITING transaction. Nothing is held in our books: the money belongs to the debited account until it has arrived.
 * Error: `debit-account-insufficient-balance` when the platform's own money does not cover it.
 */
export async function orderTransfer(
  tx: Tx,
  deps: Pick<AppDeps, 'jobs' | 'config'>,
  payment: UnpaidPayment,
  { audit, at }: { audit?: PaymentAudit; at: Temporal.Instant },
): Promise<{ paymentId: string; walletTransactionId: string }> {
  const { id, propertyId, spvId, amountCents, comment, debitAccountId, accountId } = payment;
  if (debitAccountId === deps.config.PLATFORM_MAIN_ACCOUNT_ID) await assertPlatformHas(tx, debitAccountId, amountCents);
  const { paymentId, transactionIds } = await openPayment(tx, deps, {
    byRequest: true,
    order: {
      kind: 'transfer',
      purpose: 'payment-to-be-assigned',
      subjectId: id,
      fromAccountId: debitAccountId,
      toAccountId: accountId,
      amountCents,
      comment,
      at,
      ...(audit === undefined ? {} : { audit }),
    },
    sides: { payment: { type: 'SPV_P2P_IN', owner: { spvId }, amountCents } },
    ...(propertyId === null ? {} : { propertyId }),
  });
  return { paymentId, walletTransactionId: transactionIds.payment };
}

/**
 * The account at the provider also holds the money of gift cards, and open payments will leave it: only the rest of PLAT:MAIN may be
 * spent. Its lock serialises such payments.
 */
async function assertPlatformHas(tx: Tx, accountId: string, amountCents: Cents): Promise<void> {
  const balanceCents = await lockBalance(tx, PLATFORM.MAIN);
  const freeCents = balanceCents - (await sumPromisedFrom(tx, accountId));
  if (freeCents < amountCents) throw notCovered(DEBIT_ACCOUNT_TOO_LOW, amountCents, freeCents);
}

/** SPV_P2P_IN: the debited account to UNASSIGNED, and the record gets its wire id. Refused: alerts; the record waits for a retry. */
export async function settlePaymentToBeAssigned(
  tx: Tx,
  deps: Pick<AppDeps, 'config' | 'jobs'>,
  payment: EndedPayment,
): Promise<void> {
  const seen = await findPayment(tx, payment.subjectId);
  const destination = seen?.propertyId ? await lockDestination(tx, seen.propertyId) : undefined;
  const row = await lockPayment(tx, payment.subjectId);
  if (!destination || row?.paymentId !== payment.id) throw new Error(`no record belongs to order ${payment.id}`);
  await settle(tx, payment, {
    succeeded: async () => {
      if (payment.providerPaymentId === null) throw new Error(`order ${payment.id} succeeded without a movement`);
      await linkMovement(tx, row.id, { ...destination, providerWireId: payment.providerPaymentId });
      const from = payment.fromAccountId === deps.config.PLATFORM_MAIN_ACCOUNT_ID ? PLATFORM.MAIN : EXTERNAL;
      return move(row.amountCents, from, unassignedOf(destination));
    },
    failed: async () => {
      await alertUnpaid(tx, deps, row);
      return NOTHING_TO_POST;
    },
  });
}

type RetryP2p = { paymentToBeAssignedId: string; audit: RouteAudit; idempotency: IdempotencyClaim | undefined };

/**
 * POST .../payment-to-be-assigned/retry-p2p: retries the transfer of an automatic p2p; money moves at most once.
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
  const isOpen = seen.paymentId !== null && (await auditPayment(tx, seen.paymentId, audit, at));
  const row = await lockPayment(tx, seen.id);
  if (!row) throw new AppError(PAYMENT_NOT_FOUND);
  assertRetryable(row);
  if (property) assertAllowed(WIRE_VERBS_ON_PROJECT['retry-p2p'], projectState(property));
  const project = row.propertyId === null ? undefined : await findProject(tx, row.propertyId);
  if (!project?.spvId) throw new AppError(SPV_NOT_FOUND);
  if (project.accountId === null) throw new AppError(SPV_WALLET_NOT_FOUND);
  const { paymentId, debitAccountId } = row;
  if (paymentId === null || debitAccountId === null) throw new Error(`p2p-auto payment ${row.id} has no order`);
  // Another retry may have replaced the order between the reading and the lock.
  if (paymentId === seen.paymentId ? isOpen : await auditPayment(tx, paymentId, audit, at)) return paymentId;
  const { accountId } = project;
  const order = await orderTransfer(tx, deps, { ...row, debitAccountId, accountId }, { audit, at });
  await writeRetry(tx, row.id, order);
  return order.paymentId;
}

/** In the channel of the payment schedules. */
export async function alertUnpaid(
  tx: Tx,
  deps: Pick<AppDeps, 'jobs'>,
  payment: { id: string; propertyId: PropertyId | null; amountCents: Cents },
): Promise<void> {
  await enqueueChatMessage(tx, deps, {
    channel: 'payment-schedule',
    text: `Le transfert automatique de ${formatEuros(payment.amountCents)} pour le projet ${payment.propertyId ?? 'inconnu'} n’a pas abouti : le paiement ${payment.id} attend d’être relancé.`,
  });
}
