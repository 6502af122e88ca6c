// POST .../interest-sequestre/transfer-to-echeance-payment-to-be-assigned: interest escrow becomes a payment to assign.

import { recordAdminAction } from '../../../core/audit.ts';
import { parisDate } from '../../../core/dates.ts';
import { AppError, INTERNAL_ERROR } from '../../../core/errors.ts';
import { type IdempotencyClaim, inIdempotentTransaction } from '../../../core/http/idempotency.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import { newId } from '../../../core/ids.ts';
import { assertAllowed } from '../../../core/states.ts';
import type { AppDeps } from '../../../deps.ts';
import { lockBalance, move, purseOf } from '../../../money/ledger/index.ts';
import { bookTransaction } from '../../../money/payments/index.ts';
import { lockProperty, projectState } from '../../projects/project-life/index.ts';
import { lockSchedule, SCHEDULE_VERBS, sequestreRemainingOf } from '../payment-schedule/index.ts';
import { insertWaitingPayment } from './queries.ts';
import { toWireRecord } from './rules.ts';
import type { EscrowTransfer as EscrowTransferBody, WireRecord } from './schemas.ts';

/** The body of the request and who sends it; cents. */
export type EscrowTransfer = EscrowTransferBody & { audit: RouteAudit; idempotency: IdempotencyClaim | undefined };

/**
 * ESCROW to UNASSIGNED of the project, and a waiting record of kind other that names the echeance; no movement at the provider. Any
 * failure is `internal-error` (repayments.md#escrow): a date that is not yet, no schedule, another property's echeance, or more than what is
 * left of the schedule's escrow or of the project's ESCROW.
 */
export async function transferEscrow(deps: Pick<AppDeps, 'db' | 'clock'>, input: EscrowTransfer): Promise<WireRecord> {
  const at = deps.clock.now();
  const amountCents = input.interestSequestreAmountToTransfer;
  const paymentDate = Temporal.PlainDate.from(input.paymentDate);
  if (Temporal.PlainDate.compare(paymentDate, parisDate(at)) > 0)
    throw new AppError(INTERNAL_ERROR, { cause: 'it is not that day yet' });
  return inIdempotentTransaction(deps.db, input.idempotency, async (tx) => {
    const property = await lockProperty(tx, input.propertyId);
    const schedule = await lockSchedule(tx, input.propertyId);
    const echeance = schedule?.echeances.find(({ id }) => id === input.echeanceId);
    if (!property || !schedule || !echeance || schedule.spvId === null)
      throw new AppError(INTERNAL_ERROR, { cause: 'no such echeance' });
    assertAllowed(SCHEDULE_VERBS['transfer-escrow'], projectState(property));
    const { propertyId, spvId } = schedule;
    const heldCents = await lockBalance(tx, purseOf(propertyId, 'ESCROW'));
    if (amountCents > Math.min(sequestreRemainingOf(schedule), heldCents))
      throw new AppError(INTERNAL_ERROR, { cause: 'the escrow has less' });
    const walletTransactionId = await bookTransaction(tx, {
      type: 'ESCROW_TO_PAYMENT',
      owner: { spvId },
      amountCents,
      propertyId,
      at,
      eventAt: at,
      lines: move(amountCents, purseOf(propertyId, 'ESCROW'), purseOf(propertyId, 'UNASSIGNED')),
    });
    const row = await insertWaitingPayment(tx, {
      id: newId(),
      propertyId,
      spvId,
      amountCents,
      payment: 'other',
      source: 'escrow',
      walletTransactionId,
      targetEcheanceId: echeance.id,
      paymentDate,
      comment: `Séquestre d’intérêts, échéance ${echeance.number}`,
      at,
    });
    await recordAdminAction(tx, {
      ...input.audit,
      target: { type: 'payment', id: row.id },
      payload: { propertyId, echeanceId: echeance.id, amountCents },
      at,
    });
    return toWireRecord(row);
  });
}
