// Opens the payment of an automatic p2p: at its creation, and at a retry after a refusal.

import type { Cents } from '../../../core/cents.ts';
import type { PropertyId, SpvId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { lockBalance, PLATFORM } from '../../../money/ledger/index.ts';
import { openPayment, type PaymentAudit, sumPromisedFrom } from '../../../money/payments/index.ts';
import { DEBIT_ACCOUNT_TOO_LOW } from './errors.ts';

/** A payment whose money is to be sent; cents. `accountId`: the SPV's wallet. */
export type UnpaidPayment = {
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
): Promise<{ orderId: string; walletTransactionId: string }> {
  const { id, propertyId, spvId, amountCents, comment, debitAccountId, accountId } = payment;
  if (debitAccountId === deps.config.PLATFORM_MAIN_ACCOUNT_ID) await assertPlatformHas(tx, debitAccountId, amountCents);
  const { orderId, transactionIds } = await openPayment(tx, deps, {
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
  return { orderId, walletTransactionId: transactionIds.payment };
}

/**
 * The account at the provider also holds the money of gift cards, and open payments will leave it: only the rest of PLAT:MAIN may be
 * spent (A-incoming-wires-3). Its lock serialises such payments.
 */
async function assertPlatformHas(tx: Tx, accountId: string, amountCents: Cents): Promise<void> {
  const balanceCents = await lockBalance(tx, PLATFORM.MAIN);
  if (balanceCents - (await sumPromisedFrom(tx, accountId)) < amountCents) throw new AppError(DEBIT_ACCOUNT_TOO_LOW);
}
