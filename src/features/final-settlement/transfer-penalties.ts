// POST .../solde-de-tout-compte/penalties: the platform's penalties leave the SPV, out of what it holds for the owner.

import { inTransaction, type Tx } from '../../core/db/transaction.ts';
import { AppError, INTERNAL_ERROR, NOT_FOUND } from '../../core/errors.ts';
import type { RouteAudit } from '../../core/http/route.ts';
import type { AppDeps } from '../../deps.ts';
import { lockBalance, postToLedger, purseOf } from '../../money/ledger/index.ts';
import { carryOutPaymentOrder, openPayment } from '../../money/wallet/index.ts';
import { deriveEcheance, lockSchedule, sequestreRemainingOf } from '../payment-schedule/index.ts';
import {
  MUST_BE_IN_REPAYMENT_FINISHED,
  NO_PENALTIES,
  PENALTIES_ALREADY_TRANSFERRED,
  PENALTIES_NOT_COVERED,
  SOLDE_DE_TOUT_COMPTE_ALREADY_DONE,
} from './errors.ts';
import { lockProject, sumArchived, writePenaltiesAudit, writePenaltiesOrder } from './queries.ts';
import { readSettlement } from './read-settlement.ts';
import { claimedPenalties, ownSurplus } from './rules.ts';
import type { Settlement } from './schemas.ts';

/** What the writing half may ask for. */
type Books = Pick<AppDeps, 'clock' | 'config' | 'jobs'>;

/** Which project, and who asks. */
export type TransferPenalties = { propertyId: string; audit: RouteAudit };

/**
 * 1. with the project locked: hold the penalties, out of what the project left in the SPV's SURPLUS, then of its escrow, and write the
 * transfer; 2. carry it out; `settlePenalties` writes outcome and audit row. All of them or none (A-final-settlement-3); a
 * transfer without an answer is carried on by the next call or by job, never sent twice. Errors: those of the table;
 * `internal-error` for the provider's refusal or silence.
 */
export async function transferPenalties(deps: AppDeps, input: TransferPenalties): Promise<Settlement> {
  const orderId = await inTransaction(deps.db, (tx) => begin(tx, deps, input));
  if ((await carryOutPaymentOrder(deps, orderId)).result !== 'succeeded') throw new AppError(INTERNAL_ERROR);
  return readSettlement(deps, input.propertyId);
}

async function begin(tx: Tx, deps: Books, { propertyId, audit }: TransferPenalties): Promise<string> {
  const project = await lockProject(tx, propertyId);
  if (!project) throw new AppError(NOT_FOUND);
  if (project.doneAt !== null) throw new AppError(SOLDE_DE_TOUT_COMPTE_ALREADY_DONE);
  if (project.financialStatus !== 'repayment-finished') throw new AppError(MUST_BE_IN_REPAYMENT_FINISHED);
  const schedule = await lockSchedule(tx, propertyId);
  const amountCents = schedule ? claimedPenalties(schedule) : 0;
  if (!schedule || amountCents === 0) throw new AppError(NO_PENALTIES);
  if (project.penaltiesTransferredAt !== null) throw new AppError(PENALTIES_ALREADY_TRANSFERRED);
  const asked = { ...audit, payload: { amountCents } };
  if (project.penaltiesOrderId === null) {
    const { spvId, accountId } = project;
    if (spvId === null || accountId === null) throw new AppError(INTERNAL_ERROR, { cause: 'the SPV has no wallet' });
    const escrowCents = sequestreRemainingOf(schedule);
    const surplusCents = ownSurplus(schedule.echeances.map(deriveEcheance), await sumArchived(tx, propertyId));
    const orderId = await order(tx, deps, { propertyId, spvId, accountId, amountCents, surplusCents, escrowCents });
    await writePenaltiesAudit(tx, propertyId, asked);
    return orderId;
  }
  await writePenaltiesAudit(tx, propertyId, asked);
  return project.penaltiesOrderId;
}

async function order(
  tx: Tx,
  deps: Books,
  transfer: {
    propertyId: string;
    spvId: string;
    accountId: string;
    amountCents: number;
    surplusCents: number;
    escrowCents: number;
  },
): Promise<string> {
  const at = deps.clock.now();
  const { propertyId, spvId, accountId, amountCents, surplusCents, escrowCents } = transfer;
  const fromSurplusCents = Math.min(await lockBalance(tx, purseOf(spvId, 'SURPLUS')), surplusCents, amountCents);
  const fromEscrowCents = amountCents - fromSurplusCents;
  const escrowBalanceCents = await lockBalance(tx, purseOf(spvId, 'ESCROW'));
  if (fromEscrowCents > Math.min(escrowCents, escrowBalanceCents)) throw new AppError(PENALTIES_NOT_COVERED);
  const { orderId, transactionIds } = await openPayment(tx, deps, {
    byRequest: true,
    order: {
      kind: 'transfer',
      purpose: 'penalties',
      subjectId: propertyId,
      fromAccountId: accountId,
      toAccountId: deps.config.PLATFORM_MAIN_ACCOUNT_ID,
      amountCents,
      comment: `Penalties ${propertyId}`,
      at,
    },
    sides: [{ type: 'PENALTIES', owner: { spvId }, amountCents, held: false }],
    propertyId,
  });
  const transactionId = transactionIds[0] ?? orderId;
  await writePenaltiesOrder(tx, propertyId, { orderId, transactionId, amountCents, fromSurplusCents, at });
  await postToLedger(tx, {
    reference: transactionId,
    step: 'hold',
    type: 'PENALTIES',
    eventAt: at,
    createdAt: at,
    lines: [
      { account: purseOf(spvId, 'SURPLUS'), amountCents: -fromSurplusCents },
      { account: purseOf(spvId, 'ESCROW'), amountCents: -fromEscrowCents },
      { account: purseOf(spvId, 'HELD'), amountCents },
    ],
  });
  return orderId;
}
