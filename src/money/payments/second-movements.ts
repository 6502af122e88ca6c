// A payment that was sent more than once is watched: a second movement under its reference is an incident, told and shown by the proof.

import { sql } from 'kysely';
import type { Database } from '../../core/db/pool.ts';
import { inTransaction, type Tx } from '../../core/db/transaction.ts';
import { newId } from '../../core/ids.ts';
import type { ExecuteDeps } from './execute-payment.ts';
import type { Incident, Payment } from './payment.ts';

const MAX_AT_ONCE = 100;

type Watched = Payment & { status: string };

/** Looks the references of watched payments up, the longest unseen first; each less often as it grows older. Returns the incidents. */
export async function findSecondMovements(deps: ExecuteDeps): Promise<number> {
  let incidents = 0;
  for (const payment of await listWatched(deps.db)) {
    const movements = await deps.mover.movements(payment);
    await markLookedAt(deps.db, payment.id);
    for (const { paymentId: providerPaymentId, amountCents } of movements ?? []) {
      if (providerPaymentId === payment.providerPaymentId) continue;
      const { id, purpose, fromAccountId } = payment;
      const incident = { paymentId: id, purpose, fromAccountId, providerPaymentId, amountCents };
      if (await inTransaction(deps.db, (tx) => record(tx, deps, incident))) incidents += 1;
    }
  }
  return incidents;
}

/** Ended payments alone: an open one adopts what it finds. */
async function listWatched(db: Database): Promise<Watched[]> {
  const { rows } = await sql<Watched>`
    select id, kind, purpose, subject_id as "subjectId", from_account_id as "fromAccountId", to_account_id as "toAccountId",
      provider_bank_account_id as "providerBankAccountId", amount_cents as "amountCents", comment,
      provider_payment_id as "providerPaymentId", attempts, send_count as "sendCount", refusal, status
    from payment_order
    where watched_until > clock_timestamp() and status in ('succeeded', 'failed')
      and (looked_at is null or looked_at < clock_timestamp() - greatest(interval '2 seconds', (clock_timestamp() - last_sent_at) / 20))
    order by looked_at nulls first limit ${MAX_AT_ONCE}`.execute(db);
  return rows;
}

async function markLookedAt(db: Database, id: string): Promise<void> {
  await sql`update payment_order set looked_at = clock_timestamp() where id = ${id}`.execute(db);
}

async function record(tx: Tx, deps: Pick<ExecuteDeps, 'clock' | 'log' | 'tellIncident'>, incident: Incident): Promise<boolean> {
  const { paymentId, providerPaymentId, amountCents } = incident;
  const row = await tx
    .insertInto('payment_incident')
    .values({
      id: newId(),
      payment_order_id: paymentId,
      provider_payment_id: providerPaymentId,
      amount_cents: amountCents,
      found_at: deps.clock.now(),
    })
    .onConflict((conflict) => conflict.columns(['payment_order_id', 'provider_payment_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!row) return false;
  deps.log.error({ paymentOrderId: paymentId, providerPaymentId, amountCents }, 'a payment moved money twice');
  await deps.tellIncident(tx, incident);
  return true;
}
