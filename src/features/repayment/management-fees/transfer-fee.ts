// The fee of one echeance leaves the SPV for the platform, with an invoice.

import { type Cents, centsOf } from '../../../core/cents.ts';
import { parisDate } from '../../../core/dates.ts';
import type { EcheanceId, SpvId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { AppError, INTERNAL_ERROR } from '../../../core/errors.ts';
import type { IdempotencyClaim } from '../../../core/http/idempotency.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import { assertAllowed } from '../../../core/states.ts';
import type { AppDeps } from '../../../deps.ts';
import { lockBalance, move, PLATFORM, purseOf } from '../../../money/ledger/index.ts';
import {
  type BegunPayment,
  type EndedPayment,
  heldByProject,
  openPayment,
  type PaymentAudit,
  payByRequest,
  settle,
} from '../../../money/payments/index.ts';
import { issueInvoice } from '../../investing/invoices/index.ts';
import { lockMoneyAtProvider, lockProperty, type ProjectState, projectState } from '../../projects/project-life/index.ts';
import { vatExemptionNote } from '../../projects/spvs/index.ts';
import { sumUnlentDistributed, unlentCapital } from '../final-settlement/index.ts';
import {
  type EcheanceRow,
  findEcheance,
  lockSchedule,
  markFeePending,
  markFeeRefused,
  markFeeTransferred,
  type Schedule,
} from '../payment-schedule/index.ts';
import { dayOf, deriveEcheance } from '../schedule-computation/index.ts';
import { FEES_MUST_BE_NOT_EXECUTED, FEES_PAYMENT_NOT_FOUND } from './errors.ts';
import { type FeeRow, findFee, sumHeldFrom } from './queries.ts';
import { FEE_VERBS, linesAfterRefusal, owedToHolders, ownersPart, payFee } from './rules.ts';

/** Without the provider, for the functions that run inside a transaction. */
type TxDeps = Pick<AppDeps, 'clock' | 'config' | 'jobs'>;

type TransferOne = { echeanceId: EcheanceId; audit: RouteAudit; idempotency: IdempotencyClaim | undefined };

/**
 * POST .../management-fees/transfer-one: the fee of one echeance leaves the SPV for the platform.
 * 1. with the fee locked: hold its money (what was paid for fees on the echeance; the rest, of a month that is over, advanced out of what
 * is the owner's in the project's MAIN) and write the transfer with its audit row; 2. carry it out; `settleManagementFee` writes outcome and
 * invoice. A transfer that is pending at the provider is a
 * success: the fee is shown as not executed until its outcome is known. One without an answer is continued by the
 * next call or by the job, and never sent twice. Errors: those of the table; `internal-error` when the provider refuses or does not answer,
 * without a wallet, and with too little money.
 */
export async function transferOne(deps: AppDeps, input: TransferOne): Promise<undefined> {
  return payByRequest(deps, input.idempotency, {
    begin: (tx) => begin(tx, deps, input),
    answer: async (_tx, { result }) => {
      if (result !== 'succeeded' && result !== 'pending') throw new AppError(INTERNAL_ERROR);
      return undefined;
    },
  });
}

/** The open payment of the fee, else a new one. */
async function begin(tx: Tx, deps: TxDeps, input: TransferOne): Promise<BegunPayment> {
  const fee = await lockFee(tx, input.echeanceId);
  if (!fee) throw new AppError(FEES_PAYMENT_NOT_FOUND);
  if (fee.status === 'executed') throw new AppError(FEES_MUST_BE_NOT_EXECUTED);
  assertAllowed(FEE_VERBS['transfer-one'], fee.projectState);
  // `isOurs` for an open one too: this request carries it out, and the payment's lease keeps two requests from doing so at once.
  if (fee.paymentId !== null) return { paymentId: fee.paymentId, isOurs: true };
  const audit: PaymentAudit = {
    ...input.audit,
    target: { type: 'echeance', id: fee.echeanceId },
    payload: { period: fee.period, propertyId: fee.propertyId, amountCents: fee.feeCents },
  };
  return { paymentId: await orderTransfer(tx, deps, fee, audit), isOurs: true };
}

async function orderTransfer(tx: Tx, deps: TxDeps, fee: LockedFee, audit: PaymentAudit): Promise<string> {
  const { spvId, accountId, feeCents, propertyId, echeanceId } = fee;
  if (spvId === null || accountId === null) throw new AppError(INTERNAL_ERROR, { cause: 'the SPV has no wallet' });
  const { takenCents, advancedCents } = payFee(feeCents, fee.feesReceivedCents);
  if ((await lockMoneyAtProvider(tx, propertyId, 'feesAndTransfers')) < feeCents)
    throw new AppError(INTERNAL_ERROR, { cause: 'the money of the fee was booked outside the provider' });
  if (advancedCents > 0) await assertAdvanced(tx, deps, fee, advancedCents);
  const { paymentId } = await openPayment(tx, deps, {
    byRequest: true,
    order: {
      kind: 'transfer',
      purpose: 'management-fees',
      subjectId: echeanceId,
      fromAccountId: accountId,
      toAccountId: deps.config.PLATFORM_MAIN_ACCOUNT_ID,
      amountCents: feeCents,
      comment: `Management fees ${fee.period} ${propertyId}`,
      at: deps.clock.now(),
      audit,
    },
    sides: {
      fee: {
        type: 'MANAGEMENT_FEES',
        owner: { spvId },
        amountCents: feeCents,
        hold: heldByProject(propertyId, { FEES: takenCents, MAIN: advancedCents }),
      },
    },
    propertyId,
  });
  await markFeePending(tx, echeanceId, { paymentId, takenCents: centsOf(takenCents - fee.echeance.keptMainCents) });
  return paymentId;
}

/** What the echeance did not bring is advanced once its month is over, out of money that is the owner's. */
async function assertAdvanced(tx: Tx, { clock }: TxDeps, fee: LockedFee, advancedCents: Cents): Promise<void> {
  const { schedule, echeance, propertyId } = fee;
  const today = parisDate(clock.now());
  if (Temporal.PlainDate.compare(echeance.dueDate, today) > 0)
    throw new AppError(INTERNAL_ERROR, { cause: 'the month of the fee is not over' });
  const mainCents = await lockBalance(tx, purseOf(propertyId, 'MAIN'));
  // A loan of a later day is not lent yet.
  const lent = { ...schedule, events: schedule.events.filter(({ day }) => day <= dayOf(today)) };
  const unlentCents = (await sumUnlentDistributed(tx, propertyId)) > 0 ? centsOf(0) : unlentCapital(lent, mainCents);
  if (ownersPart({ mainCents, unlentCents, owedCents: owedToHolders(schedule.echeances, today) }) < advancedCents)
    throw new AppError(INTERNAL_ERROR, { cause: 'neither the fees received nor the money of the owner can pay the fee' });
}

/**
 * Settlement of purpose `management-fees`. Succeeded: HELD to PLAT MAIN, the fee executed, audited and invoiced. Refused: the
 * hold is released, and money that was assigned meanwhile is moved to the purses it belongs to while the fee is open.
 */
export async function settleManagementFee(tx: Tx, deps: Pick<AppDeps, 'jobs'>, payment: EndedPayment): Promise<void> {
  // Border: a payment's subject is of any table; that of a management fee is the echeance.
  const fee = await lockFee(tx, payment.subjectId as EcheanceId);
  if (fee?.paymentId !== payment.id || fee.spvId === null)
    throw new Error(`fee of ${payment.subjectId} is not paid by payment ${payment.id}`);
  const { spvId, echeanceId, propertyId } = fee;
  await settle(tx, payment, {
    succeeded: async (at) => {
      await markFeeTransferred(tx, echeanceId, at);
      await issueFeeInvoice(tx, deps, { ...fee, spvId }, at);
      return move(payment.amountCents, purseOf(propertyId, 'HELD'), PLATFORM.MAIN);
    },
    failed: async () => {
      await markFeeRefused(tx, echeanceId);
      return linesAfterRefusal(fee.echeance, await sumHeldFrom(tx, payment.id, purseOf(propertyId, 'FEES')));
    },
  });
}

/** Cents: the fee including tax, and what was paid for fees on its echeance. */
export type LockedFee = FeeRow & {
  projectState: ProjectState;
  schedule: Schedule;
  echeance: EcheanceRow;
  feeCents: Cents;
  feesReceivedCents: Cents;
};

/** Undefined for an unknown echeance and for one without a fee. */
export async function lockFee(tx: Tx, echeanceId: EcheanceId): Promise<LockedFee | undefined> {
  const asked = await findEcheance(tx, echeanceId);
  const property = asked && (await lockProperty(tx, asked.propertyId));
  const schedule = asked && (await lockSchedule(tx, asked.propertyId));
  const echeance = schedule?.echeances.find(({ id }) => id === echeanceId);
  const fee = echeance && (await findFee(tx, echeanceId));
  if (!property || !schedule || !fee) return undefined;
  const { feesReceivedCents, managementFeesInclTaxCents } = deriveEcheance(echeance);
  const state = projectState(property);
  return { ...fee, projectState: state, schedule, echeance, feeCents: managementFeesInclTaxCents, feesReceivedCents };
}

/** One line, billed to the SPV: the fee of the echeance, at the VAT rate it was computed with. */
export async function issueFeeInvoice(
  tx: Tx,
  deps: Pick<AppDeps, 'jobs'>,
  fee: FeeRow & { spvId: SpvId },
  at: Temporal.Instant,
): Promise<void> {
  const { spvId, propertyId, echeanceId, period, propertyName, exclTaxCents, vatBps, vatCents } = fee;
  await issueInvoice(tx, deps, {
    party: { spvId, propertyId },
    reason: 'management-fees',
    subjectId: echeanceId,
    lines: [{ label: `Frais de gestion ${period}, ${propertyName}`, amountExclTaxCents: exclTaxCents, vatBps, vatCents }],
    ...(vatBps === 0 ? { note: vatExemptionNote(fee.country) } : {}),
    at,
  });
}
