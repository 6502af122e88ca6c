// Settles a payment: its transactions, its holds and its one posting, in the transaction that stores the outcome.

import { recordAdminAction } from '../../core/audit.ts';
import type { Tx } from '../../core/db/transaction.ts';
import { type LedgerLine, postToLedger, releaseHold } from '../ledger/index.ts';
import { cancelUnsentPayment, type EndedPayment, type PaymentAudit, type PaymentPurpose, type Refusal } from './payment.ts';
import { endTransaction, endTransactionsOfPayment, type WalletTransactionType } from './transactions.ts';

/**
 * What the room does for each outcome; lock the room's rows before. The returned lines are the one posting of the payment: where the
 * held money goes once it has moved; after a refusal, what else has to move between purses (the holds are released before).
 */
export type PaymentEnds = {
  succeeded: (at: Temporal.Instant) => Promise<readonly LedgerLine[]>;
  failed: (at: Temporal.Instant, refusal: Refusal) => Promise<readonly LedgerLine[]>;
};

/** For an outcome that moves no money on the ledger, or whose money was posted before. */
export const NOTHING_TO_POST: readonly LedgerLine[] = [];

/** Type of the posting of each purpose. `null`: the payment has no transaction; rows of its room say what it is for. */
const POSTED_AS: Readonly<Record<PaymentPurpose, WalletTransactionType | null>> = {
  'primary-purchase': 'PRIMARY_PURCHASE',
  'primary-purchase-refund': 'PRIMARY_PURCHASE_REFUND',
  'market-deal': 'BUYING_DEAL',
  'market-deal-commission': null,
  withdrawal: 'WITHDRAWAL',
  'withdrawal-fee': 'WITHDRAWAL_FEE',
  'referral-reward': 'REFERRAL_REWARD',
  'funding-fees': 'FUNDING_FEES',
  'fiducie-fees': 'FIDUCIE_FEES',
  'owner-transfer': 'OWNER_TRANSFER',
  'property-sale': 'PROPERTY_SALE',
  'project-switch': 'PROJECT_SWITCH_P2P',
  'wire-return': 'WIRE_RETURN',
  'payment-to-be-assigned': 'SPV_P2P_IN',
  'management-fees': 'MANAGEMENT_FEES',
  penalties: 'PENALTIES',
  'owner-settlement': 'OWNER_SETTLEMENT',
  coupon: 'COUPON_PAYOUT',
  'capital-repayment': 'CAPITAL_REPAYMENT',
  'withheld-tax': null,
  'tax-remittance': null,
  'gift-card-purchase': 'GIFT_CARD_PURCHASE',
  'gift-card-redemption': 'GIFT_CARD_REDEMPTION',
  'gift-card-refund': 'GIFT_CARD_REFUND',
};

/** Every purpose. Border: the keys of the record are the type itself. */
export const PAYMENT_PURPOSES = Object.keys(POSTED_AS) as PaymentPurpose[];

/**
 * Settles the payment for its room. Succeeded: transactions WAITING to CONFIRMED, the posting. Refused: WAITING to FAILED,
 * the holds released. The posting is last: many payments lock the same purse, and should hold it only for the commit. Throws when none of
 * its transactions is WAITING, as it was settled before then.
 */
export async function settle(tx: Tx, payment: EndedPayment, ends: PaymentEnds): Promise<void> {
  const { outcome } = payment;
  const { at } = outcome;
  if (outcome.status === 'succeeded') {
    await endSides(tx, payment, 'CONFIRMED');
    await post(tx, payment, 'confirm', await ends.succeeded(at));
    return;
  }
  const lines = await ends.failed(at, outcome);
  for (const { id } of await endSides(tx, payment, 'FAILED')) await releaseHold(tx, id, at);
  await post(tx, payment, 'release', lines);
}

async function endSides(tx: Tx, payment: EndedPayment, to: 'CONFIRMED' | 'FAILED') {
  const ended = await endTransactionsOfPayment(tx, payment.id, { to, at: payment.outcome.at });
  if (ended.length === 0 && POSTED_AS[payment.purpose] !== null)
    throw new Error(`payment ${payment.id} has no WAITING transaction`);
  return ended;
}

async function post(tx: Tx, payment: EndedPayment, step: 'confirm' | 'release', lines: readonly LedgerLine[]): Promise<void> {
  if (lines.length === 0) return;
  const { at } = payment.outcome;
  const type = POSTED_AS[payment.purpose] ?? payment.purpose;
  await postToLedger(tx, { reference: payment.id, step, type, eventAt: at, createdAt: at, lines });
}

/**
 * Cancels a payment that no worker has leased, with its transactions, and releases the holds. False when it may have been sent: then
 * only its settlement knows.
 */
export async function cancelPayment(tx: Tx, paymentId: string, at: Temporal.Instant): Promise<boolean> {
  if (!(await cancelUnsentPayment(tx, paymentId, at))) return false;
  for (const { id } of await endTransactionsOfPayment(tx, paymentId, { to: 'CANCELED', at })) await releaseHold(tx, id, at);
  return true;
}

/** Cancels a transaction whose money was held without a payment and that will get none. Throws when it is not WAITING. */
export async function cancelHeldTransaction(tx: Tx, transactionId: string, at: Temporal.Instant): Promise<void> {
  await endTransaction(tx, transactionId, { to: 'CANCELED', at });
  await releaseHold(tx, transactionId, at);
}

/**
 * An administrator asks again for an open payment that was ordered without an audit row of its own: the first who does gets one. False
 * once the payment has ended. Locks it.
 */
export async function auditPayment(tx: Tx, paymentId: string, audit: PaymentAudit, at: Temporal.Instant): Promise<boolean> {
  const open = await tx
    .selectFrom('payment')
    .select('audit_kind as auditKind')
    .where('id', '=', paymentId)
    .where('status', 'in', ['created', 'sent'])
    .forUpdate()
    .executeTakeFirst();
  if (!open) return false;
  if (open.auditKind !== null) return true;
  await tx.updateTable('payment').set({ audit_kind: audit.kind }).where('id', '=', paymentId).execute();
  await recordAdminAction(tx, { ...audit, paymentId, at });
  return true;
}
