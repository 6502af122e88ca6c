// History of a payment's calls and look-ups with their answers, for support. No decision depends on it.

import { sql } from 'kysely';
import type { Database } from '../../core/db/pool.ts';
import type { Logger } from '../../core/telemetry/log.ts';

/**
 * A call or a look-up of one attempt. `unknown`: no answer; `absent`: the provider does not know the reference; `late`: nothing was sent,
 * as the lease was lost or the process was paused too long before the call.
 */
export type PaymentStep = { did: 'send' | 'look'; answer: 'succeeded' | 'pending' | 'failed' | 'unknown' | 'absent' | 'late' };

/** Consecutive equal steps, counted; times are the database's clock. */
export type PaymentStepRow = Awaited<ReturnType<typeof listSteps>>[number];

/**
 * Stores the steps of an attempt; one that equals the last stored step only raises its counter, as a pay-out is looked up for days.
 * Call it while the lease is held, so that there is one writer. A failure is logged and does not affect the payment.
 */
export async function keepSteps(
  { db, log }: { db: Database; log: Logger },
  paymentId: string,
  steps: readonly PaymentStep[],
): Promise<void> {
  try {
    for (const step of steps) await keepStep(db, paymentId, step);
  } catch (error) {
    log.warn({ err: error, paymentId: paymentId }, 'steps of a payment not stored');
  }
}

async function keepStep(db: Database, paymentId: string, { did, answer }: PaymentStep): Promise<void> {
  await sql`
    with last as (
      select number, did, answer
      from payment_step
      where payment_id = ${paymentId}
      order by number desc
      limit 1
    ), again as (
      update payment_step step
      set times = step.times + 1, last_at = statement_timestamp()
      from last
      where step.payment_id = ${paymentId}
        and step.number = last.number
        and last.did = ${did}
        and last.answer = ${answer}
      returning step.number
    )
    insert into payment_step (payment_id, number, did, answer, first_at, last_at)
    select
      ${paymentId}::uuid, coalesce((select number from last), 0) + 1, ${did}::text, ${answer}::text,
      statement_timestamp(), statement_timestamp()
    where not exists (select from again)
    on conflict do nothing`.execute(db);
}

/** The steps of a payment in the order in which they were done. */
export async function listSteps(db: Database, paymentId: string) {
  return db
    .selectFrom('payment_step')
    .select(['did', 'answer', 'times', 'first_at as firstAt', 'last_at as lastAt'])
    .where('payment_id', '=', paymentId)
    .orderBy('number')
    .execute();
}
