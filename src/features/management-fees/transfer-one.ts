// POST .../management-fees/transfer-one: the fee of one echeance leaves the SPV for the platform.

import { inTransaction, type Tx } from '../../core/db/transaction.ts';
import { AppError, INTERNAL_ERROR } from '../../core/errors.ts';
import type { RouteAudit } from '../../core/http/route.ts';
import type { AppDeps } from '../../deps.ts';
import { postToLedger, purseOf } from '../../money/ledger/index.ts';
import { carryOutPaymentOrder, lockSpendableMain, openPayment } from '../../money/wallet/index.ts';
import { FEES_MUST_BE_NOT_EXECUTED, FEES_PAYMENT_NOT_FOUND } from './errors.ts';
import { type LockedFee, lockFee } from './lock-fee.ts';
import { markFeePending, writeFeeAudit } from './queries.ts';
import { payFee } from './rules.ts';

/** What the writing half may ask for. */
type Books = Pick<AppDeps, 'clock' | 'config' | 'jobs'>;

/** Which echeance, and who asks. */
export type TransferOne = { echeanceId: string; audit: RouteAudit };

/**
 * 1. with the fee locked: hold its money (what the echeance brought for fees, the rest advanced by the SPV's MAIN) and write
 * the transfer; 2. carry it out; `settleManagementFee` writes outcome, audit row and invoice. A fee whose transfer got no
 * answer is carried on by the next call or by job, never sent twice. Errors: document 3; `internal-error` for the
 * provider's refusal or silence, a missing wallet, too little money.
 */
export async function transferOne(deps: AppDeps, input: TransferOne): Promise<undefined> {
  const orderId = await inTransaction(deps.db, (tx) => begin(tx, deps, input));
  if ((await carryOutPaymentOrder(deps, orderId)).result === 'succeeded') return undefined;
  throw new AppError(INTERNAL_ERROR);
}

/** The order of the fee: one that is open already, else a new one (A-management-fees-3). */
async function begin(tx: Tx, deps: Books, input: TransferOne): Promise<string> {
  const fee = await lockFee(tx, input.echeanceId);
  if (!fee) throw new AppError(FEES_PAYMENT_NOT_FOUND);
  if (fee.status === 'executed') throw new AppError(FEES_MUST_BE_NOT_EXECUTED);
  const payload = { period: fee.period, propertyId: fee.propertyId, amountCents: fee.feeCents };
  await writeFeeAudit(tx, fee.echeanceId, { ...input.audit, payload });
  return fee.orderId ?? orderTransfer(tx, deps, fee);
}

async function orderTransfer(tx: Tx, deps: Books, fee: LockedFee): Promise<string> {
  const at = deps.clock.now();
  const { spvId, accountId, feeCents, propertyId } = fee;
  if (spvId === null || accountId === null) throw new AppError(INTERNAL_ERROR, { cause: 'the SPV has no wallet' });
  const { takenCents, advancedCents } = payFee(feeCents, fee.feesReceivedCents);
  if ((await lockSpendableMain(tx, spvId)) < advancedCents)
    throw new AppError(INTERNAL_ERROR, { cause: 'neither the fees received nor the SPV can pay the fee' });
  const { orderId, transactionIds } = await openPayment(tx, deps, {
    byRequest: true,
    order: {
      kind: 'transfer',
      purpose: 'management-fees',
      subjectId: fee.echeanceId,
      fromAccountId: accountId,
      toAccountId: deps.config.PLATFORM_MAIN_ACCOUNT_ID,
      amountCents: feeCents,
      comment: `Management fees ${fee.period} ${propertyId}`,
      at,
    },
    sides: [{ type: 'MANAGEMENT_FEES', owner: { spvId }, amountCents: feeCents, held: false }],
    propertyId,
  });
  await postToLedger(tx, {
    reference: transactionIds[0] ?? orderId,
    step: 'hold',
    type: 'MANAGEMENT_FEES',
    eventAt: at,
    createdAt: at,
    lines: [
      { account: purseOf(spvId, 'FEES'), amountCents: -takenCents },
      { account: purseOf(spvId, 'MAIN'), amountCents: -advancedCents },
      { account: purseOf(spvId, 'HELD'), amountCents: feeCents },
    ],
  });
  if (!(await markFeePending(tx, fee.echeanceId, { orderId, takenCents }))) throw new AppError(FEES_MUST_BE_NOT_EXECUTED);
  return orderId;
}
