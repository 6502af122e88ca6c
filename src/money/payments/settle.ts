// Settles a payment in the transaction that stores the outcome: its transactions, its holds, its one posting, and what follows a refusal
// of what is still owed.

import { sql } from 'kysely';
import { recordAdminAction } from '../../core/audit.ts';
import type { Database } from '../../core/db/pool.ts';
import type { Tx } from '../../core/db/transaction.ts';
import { type LedgerLine, postToLedger, releaseHold } from '../ledger/index.ts';
import type { ExecuteDeps } from './execute.ts';
import {
  cancelUnsentPayment,
  type EndedPayment,
  PAYMENT_COLUMNS,
  type Payment,
  type PaymentAudit,
  type PaymentPurpose,
  type PaymentStatus,
  type Refusal,
  toPayment,
} from './payment.ts';
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
 * An administrator asks again for an open payment that was ordered without its own audit row: the first to do so gets one. False
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

/** So many refusals, and no job orders the payment again. */
const MOST_REFUSALS = 10;

/** What follows a refusal: the next run orders the payment again, or an administrator decides. */
export type AfterRefusal = 'retry' | 'wallet-refuses' | 'too-often';

/** Why no job orders it again, for the team. */
export const WHY_STOPPED: Readonly<Record<Exclude<AfterRefusal, 'retry'>, string>> = {
  'wallet-refuses': 'Le portefeuille est bloqué ou fermé',
  'too-often': `Refusé ${MOST_REFUSALS} fois, il n’est plus retenté`,
};

/** `refusals`: how often the payment was refused, this time included. */
export function nextAfterRefusal({ isFinal }: Pick<Refusal, 'isFinal'>, refusals: number): AfterRefusal {
  if (isFinal) return 'wallet-refuses';
  return refusals < MOST_REFUSALS ? 'retry' : 'too-often';
}

/** How often the provider refused a payment of this purpose and subject. */
export async function countRefusals(tx: Tx, of: Pick<EndedPayment, 'purpose' | 'subjectId'>): Promise<number> {
  const { count } = await tx
    .selectFrom('payment')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('subject_id', '=', of.subjectId)
    .where('purpose', '=', of.purpose)
    .where('status', '=', 'failed')
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * Counts the refusals of a payment that is still owed, this one included, and returns what follows; when no job orders it again, it waits
 * for an administrator. In the transaction that settles it. `refusals`: for a room that counts more than this subject.
 */
export async function followRefusal(
  tx: Tx,
  payment: EndedPayment,
  refusal: Refusal,
  refusals?: number,
): Promise<{ next: AfterRefusal; refusals: number }> {
  const counted = refusals ?? (await countRefusals(tx, payment));
  const next = nextAfterRefusal(refusal, counted);
  if (next !== 'retry') await waitForDecision(tx, payment);
  return { next, refusals: counted };
}

/** The refused payment waits for an administrator; in the transaction that settles it. */
export async function waitForDecision(tx: Tx, { id, outcome: { at } }: EndedPayment): Promise<void> {
  await tx.updateTable('payment').set({ decision_since: at }).where('id', '=', id).execute();
}

/** Ends the wait of a payment, which this locks; undefined when it does not wait. */
export async function takeDecision(
  tx: Tx,
  paymentId: string,
): Promise<{ purpose: PaymentPurpose; subjectId: string } | undefined> {
  return tx
    .updateTable('payment')
    .set({ decision_since: null })
    .where('id', '=', paymentId)
    .where('decision_since', 'is not', null)
    .returning(['purpose', 'subject_id as subjectId'])
    .executeTakeFirst();
}

/** What a payment that waits for a decision is for; undefined when it does not wait. */
export async function findUndecided(
  db: Database,
  paymentId: string,
): Promise<{ purpose: PaymentPurpose; subjectId: string } | undefined> {
  return db
    .selectFrom('payment')
    .select(['purpose', 'subject_id as subjectId'])
    .where('id', '=', paymentId)
    .where('decision_since', 'is not', null)
    .executeTakeFirst();
}

/** True for a subject (a column of the query around it) none of whose payments waits for a decision. */
export function nothingUndecided(subjectId: 'purchase.id' | 'market_deal.id') {
  return sql<boolean>`not exists (
    select
    from payment undecided
    where undecided.subject_id = ${sql.ref(subjectId)}
      and undecided.decision_since is not null
  )`;
}

type Subject = { purpose: PaymentPurpose; subjectId: string };

/**
 * True when every payment of this subject has ended without a movement, and the provider knows no movement under their references.
 * False also when the provider does not answer.
 */
export async function isCertainlyUnpaid(deps: Pick<ExecuteDeps, 'db' | 'mover'>, subject: Subject): Promise<boolean> {
  for (const { status, ...payment } of await listPaymentsOf(deps.db, subject)) {
    if (status === 'canceled') continue;
    if (status !== 'failed') return false;
    // The provider once gave it an id: a payment that exists cannot be absent, whatever the provider answers now.
    if (payment.providerPaymentId !== null && (await deps.mover.find(payment)).status !== 'failed') return false;
    const movements = await deps.mover.movements(payment);
    if (movements === undefined || movements.length > 0) return false;
  }
  return true;
}

async function listPaymentsOf(db: Database, { purpose, subjectId }: Subject): Promise<(Payment & { status: PaymentStatus })[]> {
  const rows = await db
    .selectFrom('payment')
    .select([...PAYMENT_COLUMNS, 'status'])
    .where('subject_id', '=', subjectId)
    .where('purpose', '=', purpose)
    .orderBy('created_at')
    .execute();
  return rows.map(({ status, ...row }) => ({ ...toPayment(row), status }));
}
