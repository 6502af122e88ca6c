// What follows when the provider refused a payment that is still owed: a job orders it again once none moved money, or an administrator decides.

import { sql } from 'kysely';
import type { Database } from '../../core/db/pool.ts';
import type { Tx } from '../../core/db/transaction.ts';
import type { ExecuteDeps } from './execute.ts';
import {
  type EndedPayment,
  PAYMENT_COLUMNS,
  type Payment,
  type PaymentPurpose,
  type PaymentStatus,
  type Refusal,
  toPayment,
} from './payment.ts';

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
 * Counts the refusals of a payment that is still owed, this one included, and tells what follows; when no job orders it again, it waits
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
