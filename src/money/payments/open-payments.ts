// Payments without an outcome: what they may have taken of an account, how records and metrics show them, and what a restore makes of them.

import { type Kysely, sql } from 'kysely';
import { type Static, Type } from 'typebox';
import type { Cents } from '../../core/cents.ts';
import type { Clock } from '../../core/clock.ts';
import { pipelinedRead } from '../../core/db/driver/compiled.ts';
import type { Database } from '../../core/db/pool.ts';
import type { CustomerId, DB } from '../../core/db/tables.ts';
import type { Tx } from '../../core/db/transaction.ts';
import { Model, Timestamp, Uuid } from '../../core/http/schemas.ts';
import { defineSampler } from '../../core/telemetry/metrics.ts';
import { availableOf, heldOf, toVersionedWallet, type VersionedWallet } from '../ledger/index.ts';
import { countIncidents } from './incidents.ts';
import type { PaymentPurpose } from './payment.ts';

const selectSent = (db: Kysely<DB>, accountId: string) =>
  db
    .selectFrom('payment')
    .select((select) => select.fn.coalesce(select.fn.sum<Cents>('amount_cents'), sql<0>`0`).as('sum'))
    .where('from_account_id', '=', accountId)
    // Literals for the partial index, as in listIdlePayments.
    .where('status', '=', sql.lit('sent'));

const sumOfSent = pipelinedRead((db, { accountId }: { accountId: string }) => selectSent(db, accountId));

/**
 * Cents that have left `accountId` at the provider, or may have, while they are still held on our ledger: the tolerance of every
 * comparison with the provider's balance.
 */
export async function sumSentFrom(db: Database | Tx, accountId: string): Promise<Cents> {
  const [row] = await sumOfSent(db, { accountId });
  return row?.sum ?? 0;
}

/** An investor's wallet and what was sent from it, all of one moment; cents. */
export type WalletWithSent = VersionedWallet & { sentCents: Cents };

export async function readWalletWithSent(db: Database | Tx, customerId: CustomerId): Promise<WalletWithSent> {
  const rows = await selectWithSent(db, {
    customerId,
    available: availableOf(customerId),
    held: heldOf(customerId),
  });
  const accounts = rows.flatMap(({ name, balance_cents, version }) =>
    name === null || balance_cents === null || version === null ? [] : [[name, { name, balance_cents, version }] as const],
  );
  return { ...toVersionedWallet(new Map(accounts), customerId), sentCents: rows[0]?.sentCents ?? 0 };
}

/** In one statement: two would let a payment end between them. */
const selectWithSent = pipelinedRead((db, asked: { customerId: string; available: string; held: string }) =>
  db
    .selectFrom(selectSent(db, asked.customerId).as('sent'))
    .leftJoin('ledger_account', (join) => join.on('ledger_account.name', 'in', [asked.available, asked.held]))
    .select(['sent.sum as sentCents', 'ledger_account.name', 'ledger_account.balance_cents', 'ledger_account.version']),
);

/** Cents sent from each of several accounts; nothing for one from which nothing was sent. */
export async function sumSentFromEach(db: Database | Tx, accountIds: readonly string[]): Promise<Map<string, Cents>> {
  const rows = await db
    .selectFrom('payment')
    .select((select) => ['from_account_id as accountId', select.fn.sum<Cents>('amount_cents').as('sum')])
    .where('from_account_id', '=', (any) => any.fn.any(any.val([...accountIds])))
    .where('status', '=', sql.lit('sent'))
    .groupBy('from_account_id')
    .execute();
  return new Map(rows.map(({ accountId, sum }) => [accountId, sum]));
}

/** Cents of the open payments of one purpose. */
export async function sumOpenPayments(tx: Tx, purpose: PaymentPurpose): Promise<Cents> {
  const row = await tx
    .selectFrom('payment')
    .select((select) => select.fn.coalesce(select.fn.sum<Cents>('amount_cents'), sql<0>`0`).as('sum'))
    .where('purpose', '=', purpose)
    // Literals for the partial index, as in listIdlePayments.
    .where('status', 'in', [sql.lit('created' as const), sql.lit('sent' as const)])
    .executeTakeFirstOrThrow();
  return row.sum;
}

/** Paid from the platform's main account at the provider, and on the ledger from PLAT:GIFT_CARDS. */
const OF_GIFT_CARDS: readonly PaymentPurpose[] = ['gift-card-redemption', 'gift-card-refund'];

/**
 * Cents that open payments will take out of PLAT:MAIN. That account has no holds, so read this sum under the lock of its balance before
 * you open another payment.
 */
export async function sumPromisedFrom(tx: Tx, accountId: string): Promise<Cents> {
  const row = await tx
    .selectFrom('payment')
    .select((select) => select.fn.coalesce(select.fn.sum<Cents>('amount_cents'), sql<0>`0`).as('sum'))
    .where('from_account_id', '=', accountId)
    .where('purpose', 'not in', OF_GIFT_CARDS)
    // Literals for the partial index, as in listIdlePayments.
    .where('status', 'in', [sql.lit('created' as const), sql.lit('sent' as const)])
    .executeTakeFirstOrThrow();
  return row.sum;
}

/** The worker carries it on, so nothing has to be ordered again. `since`: when it was ordered. */
export const OpenPayment = Model('OpenPayment', {
  id: Uuid,
  since: Timestamp,
  isAccepted: Type.Boolean({ description: 'the provider has it and tells the end later; false: it has not answered yet' }),
});
export type OpenPayment = Static<typeof OpenPayment>;

/** Open payments by the id that a record keeps of them. */
export type OpenPayments = ReadonlyMap<string | null, OpenPayment>;

/** Those of these payments that have no outcome yet, by their ids. */
export async function readOpenPayments(db: Database | Tx, ids: readonly (string | null)[]): Promise<OpenPayments> {
  const asked = ids.filter((id) => id !== null);
  if (asked.length === 0) return new Map();
  const rows = await selectOpen(db).where('id', 'in', asked).execute();
  return new Map(rows.map((row) => [row.id, toOpenPayment(row)]));
}

/** The open payments of this purpose for these rows of the room, by the ids of the rows. */
export async function readOpenPaymentsOf(
  db: Database | Tx,
  { purpose, subjectIds }: { purpose: PaymentPurpose; subjectIds: readonly string[] },
): Promise<OpenPayments> {
  if (subjectIds.length === 0) return new Map();
  const rows = await selectOpen(db).where('subject_id', 'in', subjectIds).where('purpose', '=', purpose).execute();
  return new Map(rows.map((row) => [row.subjectId, toOpenPayment(row)]));
}

function selectOpen(db: Database | Tx) {
  return db
    .selectFrom('payment')
    .select(['id', 'subject_id as subjectId', 'created_at as createdAt', 'provider_payment_id as providerPaymentId'])
    .where('status', 'in', ['created', 'sent']);
}

type OpenRow = { id: string; createdAt: Temporal.Instant; providerPaymentId: number | null };

function toOpenPayment({ id, createdAt, providerPaymentId }: OpenRow): OpenPayment {
  return { id, since: createdAt.toString(), isAccepted: providerPaymentId !== null };
}

export const openPaymentSampler = defineSampler({
  name: 'payments',
  gauges: {
    mortar_open_payments: {
      help: 'Payments without an outcome, by state (unsent, pending at the provider, unanswered by it) and age.',
      labels: ['state', 'age'],
    },
    mortar_open_payment_oldest_seconds: { help: 'Age of the oldest payment without an outcome, by state.', labels: ['state'] },
    mortar_payment_incidents: { help: 'Payments that moved money twice, as nobody has resolved yet.' },
  },
  read: async ({ db, clock }: { db: Database; clock: Clock }) => {
    const [rows, incidents] = await Promise.all([countOpenPayments(db, clock.now()), countIncidents(db)]);
    return {
      mortar_open_payments: rows.map(({ state, age, count }) => ({ labels: { state, age }, value: count })),
      mortar_open_payment_oldest_seconds: [...new Set(rows.map(({ state }) => state))].map((state) => ({
        labels: { state },
        value: Math.max(...rows.filter((row) => row.state === state).map(({ oldestSeconds }) => oldestSeconds)),
      })),
      mortar_payment_incidents: [{ value: incidents }],
    };
  },
});

/** Beyond so many open payments the counts are too low, as the statement stays cheap; the oldest are counted first. */
const COUNTED = 20_000;

/**
 * Open payments by state and age at `now`; every pair, also those of none. `unanswered`: a call was made or is being made, and the
 * provider has not said what became of it.
 */
async function countOpenPayments(db: Database, now: Temporal.Instant) {
  const { rows } = await sql<{ state: string; age: string; count: number; oldestSeconds: number }>`
    select
      kind.state,
      bucket.age,
      count(open.created_at) as count,
      coalesce(extract(epoch from ${now}::timestamptz - min(open.created_at)), 0) as "oldestSeconds"
    from unnest(array['unsent', 'pending', 'unanswered']) as kind (state)
    cross join (
      values
        ('under_1m', '0 s'::interval, '1 min'::interval),
        ('1m_to_10m', '1 min', '10 min'),
        ('10m_to_1h', '10 min', '1 h'),
        ('1h_to_1d', '1 h', '1 d'),
        ('over_1d', '1 d', null)
    ) as bucket (age, above, below)
    left join (
      select
        case
          when status = 'created' then 'unsent'
          when provider_payment_id is not null then 'pending'
          else 'unanswered'
        end as state,
        created_at
      from payment
      where status in ('created', 'sent')
      order by created_at
      limit ${COUNTED}
    ) open
      on open.state = kind.state
      and greatest(${now}::timestamptz - open.created_at, '0 s') >= bucket.above
      and (bucket.below is null or ${now}::timestamptz - open.created_at < bucket.below)
    group by kind.state, bucket.age`.execute(db);
  return rows;
}

/**
 * Makes every open payment without a call one that was called just now: it is looked up by its reference before anything is sent, and
 * sent again only after the usual margin. Returns how many there were. To be called before any worker runs; a second time it
 * finds none.
 */
export async function assumeSent(db: Database): Promise<number> {
  const rows = await db
    .updateTable('payment')
    .set({
      status: 'sent',
      send_count: 1,
      first_sent_at: sql`clock_timestamp()`,
      last_sent_at: sql`clock_timestamp()`,
      lease_until: null,
    })
    .where('status', 'in', [sql.lit('created' as const), sql.lit('sent' as const)])
    .where('send_count', '=', 0)
    .returning('id')
    .execute();
  return rows.length;
}
