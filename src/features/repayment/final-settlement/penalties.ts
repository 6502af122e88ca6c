// The platform's penalties are transferred out of the project's surplus and escrow.

import { type Cents, centsOf } from '../../../core/cents.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { AppError, INTERNAL_ERROR, notCovered } from '../../../core/errors.ts';
import type { IdempotencyClaim } from '../../../core/http/idempotency.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import { lockPurses, move, PLATFORM, purseOf } from '../../../money/ledger/index.ts';
import {
  type BegunPayment,
  type EndedPayment,
  heldByProject,
  NOTHING_TO_POST,
  openPayment,
  type PaymentAudit,
  payByRequest,
  settle,
} from '../../../money/payments/index.ts';
import { lockMoneyAtProvider } from '../../projects/project-life/index.ts';
import { lockSchedule } from '../payment-schedule/index.ts';
import { NO_PENALTIES, PENALTIES_ALREADY_TRANSFERRED, PENALTIES_NOT_COVERED } from './errors.ts';
import { endPenaltiesOrder, type ProjectRow, writePenaltiesOrder } from './queries.ts';
import { claimedPenalties } from './rules.ts';
import type { Settlement } from './schemas.ts';
import { lockProject, readSettlement } from './settlement.ts';

/** Without the provider, for the functions that run inside a transaction. */
type TxDeps = Pick<AppDeps, 'clock' | 'config' | 'jobs'>;

type TransferPenalties = { propertyId: PropertyId; audit: RouteAudit; idempotency: IdempotencyClaim | undefined };

/**
 * POST .../solde-de-tout-compte/penalties: the platform's penalties are transferred out of the project's surplus and escrow.
 * 1. with the project locked: hold the penalties, from its SURPLUS first, then from its ESCROW, and write the transfer; 2. carry it out;
 * `settlePenalties` writes the outcome. All penalties or none. A transfer that is pending at the provider is a
 * success; one without an answer is continued by the next call or by the job, and never sent twice. Errors: those of the table;
 * `internal-error` when the provider refuses or does not answer.
 */
export async function transferPenalties(deps: AppDeps, input: TransferPenalties): Promise<Settlement> {
  return payByRequest(deps, input.idempotency, {
    begin: (tx) => begin(tx, deps, input),
    answer: (tx, { result }) => {
      if (result === 'failed' || result === 'unknown') throw new AppError(INTERNAL_ERROR);
      return readSettlement({ db: tx }, input.propertyId);
    },
  });
}

async function begin(tx: Tx, deps: TxDeps, { propertyId, audit }: TransferPenalties): Promise<BegunPayment> {
  const project = await lockProject(tx, propertyId, 'transfer-penalties');
  const schedule = await lockSchedule(tx, propertyId);
  const amountCents = schedule ? claimedPenalties(schedule) : 0;
  if (amountCents === 0) throw new AppError(NO_PENALTIES);
  if (project.penaltiesTransferredAt !== null) throw new AppError(PENALTIES_ALREADY_TRANSFERRED);
  if (project.penaltiesPaymentId !== null) return { paymentId: project.penaltiesPaymentId, isOurs: false };
  const atProviderCents = await lockMoneyAtProvider(tx, propertyId, 'anything');
  const { SURPLUS, ESCROW } = await lockPurses(tx, propertyId, ['SURPLUS', 'ESCROW', 'HELD']);
  const availableCents = Math.min(SURPLUS + ESCROW, atProviderCents);
  if (availableCents < amountCents) throw notCovered(PENALTIES_NOT_COVERED, amountCents, availableCents);
  const fromSurplusCents = centsOf(Math.min(SURPLUS, amountCents));
  const paymentAudit = { ...audit, target: { type: 'property', id: propertyId }, payload: { amountCents } };
  const penalties = { amountCents, fromSurplusCents, audit: paymentAudit };
  return { paymentId: await order(tx, deps, project, penalties), isOurs: true };
}

async function order(
  tx: Tx,
  deps: TxDeps,
  { id: propertyId, spvId, accountId }: ProjectRow,
  penalties: { amountCents: Cents; fromSurplusCents: Cents; audit: PaymentAudit },
): Promise<string> {
  if (spvId === null || accountId === null) throw new AppError(INTERNAL_ERROR, { cause: 'the SPV has no wallet' });
  const at = deps.clock.now();
  const { amountCents, fromSurplusCents, audit } = penalties;
  const hold = heldByProject(propertyId, { SURPLUS: fromSurplusCents, ESCROW: amountCents - fromSurplusCents });
  const { paymentId } = await openPayment(tx, deps, {
    byRequest: true,
    propertyId,
    order: {
      kind: 'transfer',
      purpose: 'penalties',
      subjectId: propertyId,
      fromAccountId: accountId,
      toAccountId: deps.config.PLATFORM_MAIN_ACCOUNT_ID,
      amountCents,
      comment: `Penalties ${propertyId}`,
      at,
      audit,
    },
    sides: { penalties: { type: 'PENALTIES', owner: { spvId }, amountCents, hold } },
  });
  await writePenaltiesOrder(tx, propertyId, { paymentId, amountCents, fromSurplusCents, at });
  return paymentId;
}

/** Settlement of purpose `penalties`; the subject is the property. Succeeded: HELD to PLAT MAIN. Refused: it may be ordered again. */
export async function settlePenalties(tx: Tx, payment: EndedPayment): Promise<void> {
  // Border: a payment's subject is of any table; that of the penalties is the property.
  const propertyId = payment.subjectId as PropertyId;
  const transfer = { propertyId, paymentId: payment.id };
  await settle(tx, payment, {
    succeeded: async (at) => {
      await endPenaltiesOrder(tx, transfer, at);
      return move(payment.amountCents, purseOf(propertyId, 'HELD'), PLATFORM.MAIN);
    },
    failed: async () => {
      await endPenaltiesOrder(tx, transfer, null);
      return NOTHING_TO_POST;
    },
  });
}
