// POST .../management-fees/mark-as-executed: a fee was paid outside the platform, or by a transfer made by hand at the provider.

import { recordAdminAction } from '../../../core/audit.ts';
import { type Cents, centsOf } from '../../../core/cents.ts';
import type { EcheanceId, PropertyId, SpvId } from '../../../core/db/tables.ts';
import { type Tx, violatedConstraint } from '../../../core/db/transaction.ts';
import { AppError, INTERNAL_ERROR } from '../../../core/errors.ts';
import { type IdempotencyClaim, inIdempotentTransaction } from '../../../core/http/idempotency.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import { assertAllowed } from '../../../core/states.ts';
import type { AppDeps } from '../../../deps.ts';
import { lockBalance, move, PLATFORM, purseOf } from '../../../money/ledger/index.ts';
import { bookTransaction } from '../../../money/payments/index.ts';
import type { Transfer } from '../../../providers/payments/index.ts';
import { lockMoneyAtProvider } from '../../projects/project-life/index.ts';
import { isTransferBooked } from '../incoming-wires/index.ts';
import { followChange, markFeeExecutedByHand } from '../payment-schedule/index.ts';
import { FEES_MUST_BE_NOT_EXECUTED, FEES_PAYMENT_NOT_FOUND, FEES_PROVIDER_PAYMENT_INVALID } from './errors.ts';
import { findFee } from './queries.ts';
import { FEE_VERBS, payFee } from './rules.ts';
import { issueFeeInvoice, type LockedFee, lockFee } from './transfer-fee.ts';

/** `paymentId` is the id of the echeance; `providerPaymentId` the transfer at the provider. */
export type MarkAsExecuted = {
  propertyId: PropertyId;
  paymentId: EcheanceId;
  comment: string;
  providerPaymentId?: number;
  audit: RouteAudit;
  idempotency: IdempotencyClaim | undefined;
};

type OwnFee = LockedFee & { spvId: SpvId };
type Execution = MarkAsExecuted & { transfer: Transfer | undefined; at: Temporal.Instant };

/**
 * 1. read the transfer at the provider where one is named; 2. notExecuted to executed. Paid outside: no money is moved out, the
 * owner does not owe the fee any more, and money that came in for it becomes surplus. By a transfer: it is booked. Errors:
 * `management-fees-must-be-not-executed` (also while a transfer of ours is open), `payment-not-found` (unknown, of another property, no
 * fee), `management-fees-provider-payment-invalid` (A-management-fees-4), `internal-error` (the provider does not answer).
 */
export async function markAsExecuted(
  deps: Pick<AppDeps, 'db' | 'clock' | 'jobs' | 'config' | 'payments'>,
  input: MarkAsExecuted,
): Promise<undefined> {
  const { providerPaymentId } = input;
  const transfer = providerPaymentId === undefined ? undefined : await askProvider(deps, { ...input, providerPaymentId });
  try {
    await inIdempotentTransaction(deps.db, input.idempotency, (tx) =>
      execute(tx, deps, { ...input, transfer, at: deps.clock.now() }),
    );
  } catch (error) {
    if (violatedConstraint(error) === 'wallet_transaction_provider_transfer_id_key') throw invalid('stands for another payment');
    throw error;
  }
  return undefined;
}

/** Reads the transfer at the provider; it is checked against the fee under the lock. */
async function askProvider(
  { db, payments }: Pick<AppDeps, 'db' | 'payments'>,
  asked: MarkAsExecuted & { providerPaymentId: number },
): Promise<Transfer> {
  // The codes of the fee come first.
  assertOpen(await findFee(db, asked.paymentId), asked);
  const found = await payments.getTransfer({ paymentId: asked.providerPaymentId });
  if (!found.ok) throw new AppError(INTERNAL_ERROR, { cause: found });
  if (found.value === null) throw invalid('is unknown to the provider');
  return found.value;
}

function assertOpen<Fee extends { propertyId: PropertyId; status: string }>(fee: Fee | undefined, asked: MarkAsExecuted): Fee {
  if (fee?.propertyId !== asked.propertyId) throw new AppError(FEES_PAYMENT_NOT_FOUND);
  if (fee.status !== 'notExecuted') throw new AppError(FEES_MUST_BE_NOT_EXECUTED);
  return fee;
}

async function execute(tx: Tx, deps: Pick<AppDeps, 'jobs' | 'config'>, input: Execution): Promise<void> {
  const { comment, transfer, at, providerPaymentId } = input;
  const fee = assertOpen(await lockFee(tx, input.paymentId), input);
  assertAllowed(FEE_VERBS['mark-as-executed'], fee.projectState);
  const { echeanceId, propertyId, period, spvId } = fee;
  if (spvId === null) throw new Error(`property ${propertyId} has a schedule and no SPV`);
  const own = { ...fee, spvId };
  const takenCents = transfer === undefined ? null : await bookTransfer(tx, deps, own, { transfer, at });
  if (transfer === undefined) await leaveToProject(tx, deps, own, at);
  if (!(await markFeeExecutedByHand(tx, echeanceId, { comment, takenCents, at }))) throw new AppError(FEES_MUST_BE_NOT_EXECUTED);
  await issueFeeInvoice(tx, deps, own, at);
  await recordAdminAction(tx, {
    ...input.audit,
    target: { type: 'echeance', id: echeanceId },
    payload: { comment, period, propertyId, ...(providerPaymentId === undefined ? {} : { providerPaymentId }) },
    at,
  });
}

/** Paid outside the platform: money that came in for the fee becomes surplus, and an open debit is changed to the lower amount. */
async function leaveToProject(
  tx: Tx,
  deps: Pick<AppDeps, 'jobs'>,
  { schedule, echeanceId }: OwnFee,
  at: Temporal.Instant,
): Promise<void> {
  const paidOutside = { managementFeesStatus: 'executed', managementFeesPaidOutside: true } as const;
  const echeances = schedule.echeances.map((row) => (row.id === echeanceId ? { ...row, ...paidOutside } : row));
  await followChange(tx, deps, { before: schedule, after: { ...schedule, echeances }, at });
}

/** Books the transfer. Returns the part that was paid with money assigned to the echeance, cents. */
async function bookTransfer(
  tx: Tx,
  { config }: Pick<AppDeps, 'config'>,
  fee: OwnFee,
  { transfer, at }: { transfer: Transfer; at: Temporal.Instant },
): Promise<Cents> {
  const { propertyId, spvId, feeCents } = fee;
  await assertPays(tx, fee, transfer, config.PLATFORM_MAIN_ACCOUNT_ID);
  const { takenCents, advancedCents } = payFee(feeCents, fee.feesReceivedCents);
  const atProviderCents = await lockMoneyAtProvider(tx, propertyId, 'anything');
  if (atProviderCents < feeCents || (await lockBalance(tx, purseOf(propertyId, 'MAIN'))) < advancedCents)
    throw invalid("is more than the project's money: it would have been paid with another project's");
  await bookTransaction(tx, {
    type: 'MANAGEMENT_FEES',
    owner: { spvId },
    amountCents: feeCents,
    propertyId,
    at,
    eventAt: transfer.executedAt ?? at,
    providerTransferId: transfer.paymentId,
    lines: [
      ...move(takenCents, purseOf(propertyId, 'FEES'), PLATFORM.MAIN),
      ...move(advancedCents, purseOf(propertyId, 'MAIN'), PLATFORM.MAIN),
    ],
  });
  return centsOf(takenCents - fee.echeance.keptMainCents);
}

/** The transfer paid this fee, and is not booked for another payment. */
async function assertPays(tx: Tx, fee: OwnFee, transfer: Transfer, platformAccountId: string): Promise<void> {
  const { fromAccountId, toAccountId, status, amountCents } = transfer;
  if (status !== 'succeeded') throw invalid('was not executed');
  if (fromAccountId !== fee.accountId || toAccountId !== platformAccountId)
    throw invalid("does not go from the SPV's wallet to the platform");
  if (amountCents !== fee.feeCents) throw invalid('is not of the amount of the fee');
  if (await isTransferBooked(tx, transfer)) throw invalid('stands for another payment');
}

function invalid(what: string): AppError {
  return new AppError(FEES_PROVIDER_PAYMENT_INVALID, { detail: `The payment at the provider ${what}.` });
}
