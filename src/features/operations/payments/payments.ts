// One payment as administrators see it, and their decisions: about a refused one that no job orders any more (A-payments-5), about one that
// moved money twice.

import { recordAdminAction } from '../../../core/audit.ts';
import { inTransaction, type Tx } from '../../../core/db/transaction.ts';
import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import { type IdempotencyClaim, inIdempotentTransaction } from '../../../core/http/idempotency.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import type { AppDeps } from '../../../deps.ts';
import {
  findIncident,
  findUndecided,
  isCertainlyUnpaid,
  listIncidentsOf,
  listSteps,
  type PaymentPurpose,
  resolveIncident,
  takeDecision,
} from '../../../money/payments/index.ts';
import { orderGiftCardRefundAgain } from '../../investing/gift-cards/index.ts';
import { orderCommissionAgain } from '../../investing/marketplace/index.ts';
import { orderRefundAgain } from '../../investing/primary-purchase/index.ts';
import { findHolders } from '../reconciliation/index.ts';
import { INCIDENT_ALREADY_RESOLVED, PAYMENT_MAY_HAVE_MOVED, PAYMENT_WAITS_FOR_NO_DECISION } from './errors.ts';
import { findPayment, findPayoutPeriod, listPostings } from './queries.ts';
import { toPaymentDetail, toPaymentIncidentView } from './rules.ts';
import type { OrderedAgain, PaymentDetail, PaymentIncidentView } from './schemas.ts';

/** Reads our books only; the provider is not asked. Error: `not-found`. */
export async function readPayment({ db }: Pick<AppDeps, 'db'>, paymentId: string): Promise<PaymentDetail> {
  const payment = await findPayment(db, paymentId);
  if (!payment) throw new AppError(NOT_FOUND);
  const [postings, incidents, steps, holders, payoutPeriod] = await Promise.all([
    listPostings(db, paymentId),
    listIncidentsOf(db, paymentId),
    listSteps(db, paymentId),
    findHolders(db, [payment.fromAccountId, payment.toAccountId]),
    findPayoutPeriod(db, payment.subjectId),
  ]);
  return toPaymentDetail(payment, { postings, incidents: incidents.map(toPaymentIncidentView), steps, holders, payoutPeriod });
}

type Deps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs' | 'mover'>;

export type OrderPaymentAgain = { paymentId: string; audit: RouteAudit; idempotency: IdempotencyClaim | undefined };

/**
 * 1. the provider shows that no payment of the same subject moved money; 2. with the refused payment locked, its room orders what is still
 * owed again. Errors: `not-found`, `payment-waits-for-no-decision`, `payment-may-have-moved`.
 */
export async function orderPaymentAgain(deps: Deps, input: OrderPaymentAgain): Promise<OrderedAgain> {
  const { paymentId, audit, idempotency } = input;
  const undecided = await findUndecided(deps.db, paymentId);
  if (!undecided && !(await findPayment(deps.db, paymentId))) throw new AppError(NOT_FOUND);
  // Not checked here: a repeated request is answered with its first answer.
  if (undecided && !(await isCertainlyUnpaid(deps, undecided))) await assertStillUndecided(deps, paymentId);
  return inIdempotentTransaction(deps.db, idempotency, async (tx) => {
    const payment = await takeDecision(tx, paymentId);
    if (!payment) throw new AppError(PAYMENT_WAITS_FOR_NO_DECISION);
    const { purpose, subjectId } = payment;
    const order = ORDERS[purpose];
    if (!order) throw new Error(`no room orders a payment of purpose ${purpose} again`);
    await order(tx, deps, subjectId);
    const target = { type: 'payment', id: paymentId } as const;
    await recordAdminAction(tx, { ...audit, target, payload: { purpose, subjectId }, at: deps.clock.now() });
    return { paymentId };
  });
}

type Order = (tx: Tx, deps: Deps, subjectId: string) => Promise<void>;

const ORDERS: Partial<Record<PaymentPurpose, Order>> = {
  'primary-purchase-refund': orderRefundAgain,
  'market-deal-commission': orderCommissionAgain,
  'gift-card-refund': orderGiftCardRefundAgain,
  // Its parts are due: the next run pays them now that nothing is undecided.
  'referral-reward': async () => {},
};

/** Somebody may have had it ordered again meanwhile: then an open payment is no doubt about this one. */
async function assertStillUndecided({ db }: Deps, paymentId: string): Promise<void> {
  if (await findUndecided(db, paymentId)) throw new AppError(PAYMENT_MAY_HAVE_MOVED);
}

/**
 * POST /administration/payment-incidents/:incidentId/resolve: an administrator has dealt with a payment that moved money twice. Once, with a
 * comment. It moves no money: as long as the wallet lacks what left it twice, the proof shows that as missing at the
 * provider. Errors: `not-found`, `payment-incident-already-resolved`.
 */
export async function resolvePaymentIncident(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  input: { incidentId: string; comment: string; audit: RouteAudit },
): Promise<PaymentIncidentView> {
  const { incidentId, comment, audit } = input;
  const at = clock.now();
  return inTransaction(db, async (tx) => {
    const isOurs = await resolveIncident(tx, incidentId, { comment, at });
    const incident = await findIncident(tx, incidentId);
    if (!incident) throw new AppError(NOT_FOUND);
    if (!isOurs) throw new AppError(INCIDENT_ALREADY_RESOLVED);
    const { paymentId, providerPaymentId, amountCents } = incident;
    const payload = { comment, paymentId, providerPaymentId, amountCents };
    await recordAdminAction(tx, { ...audit, target: { type: 'payment', id: paymentId }, payload, at });
    return toPaymentIncidentView(incident);
  });
}
