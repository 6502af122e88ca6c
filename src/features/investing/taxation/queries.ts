// SQL of withheld tax, tax-rate requests, and the tax rates of investors.

import { sql } from 'kysely';
import type { Cents } from '../../../core/cents.ts';
import type { Cell, DataCipher } from '../../../core/data-cipher.ts';
import type { Database } from '../../../core/db/pool.ts';
import { hasOtherKey, type Subquery } from '../../../core/db/sql-fragments.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import type { CursorKey } from '../../../core/http/pagination.ts';
import type { TaxAnswers, TaxRate } from './rules.ts';

// The date of a payout is the day on which it was written, also when the provider confirms it later (A-taxation-2).
const PARIS_MONTH = sql<string>`to_char(created_at at time zone 'Europe/Paris', 'YYYY-MM')`;

/** Tax withheld from the investor by Paris month, ascending; positive cents, including WAITING transactions. */
export async function listWithheldTax(db: Database, customerId: CustomerId): Promise<{ period: string; amount: Cents }[]> {
  return db
    .selectFrom('wallet_transaction')
    .select([PARIS_MONTH.as('period'), sql<Cents>`sum(amount_cents)::bigint`.as('amount')])
    .where('customer_id', '=', customerId)
    .where('type', '=', 'WITHHOLDING_TAX')
    .where('status', 'in', ['CONFIRMED', 'WAITING'])
    .groupBy(PARIS_MONTH)
    .orderBy('period')
    .execute();
}

/** Whether the investor has a confirmed or waiting coupon. */
export async function hasTaxableIncome(db: Database | Tx, customerId: CustomerId): Promise<boolean> {
  const row = await db
    .selectFrom('wallet_transaction')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('type', '=', 'COUPON_PAYOUT')
    .where('status', 'in', ['CONFIRMED', 'WAITING'])
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The investor's requests of all years, without those that they withdrew. */
export async function listRequestsOf(db: Database | Tx, cipher: DataCipher, customerId: CustomerId) {
  const rows = await db
    .selectFrom('tax_rate_request')
    .select([
      'id',
      'year',
      'answers_ciphertext as answersCiphertext',
      'status',
      'created_at as createdAt',
      'validated_at as validatedAt',
      'refused_at as refusedAt',
      'refusal_reason as refusalReason',
    ])
    .where('customer_id', '=', customerId)
    .where('status', '<>', 'withdrawn')
    .$narrowType<{ status: 'waiting' | 'validated' | 'refused' }>()
    .execute();
  return rows.map((row) => withAnswers(cipher, row));
}

/** Writes the request; false when the investor has one for the year already, also a concurrent one. */
export async function insertRequestOnce(
  tx: Tx,
  cipher: DataCipher,
  request: {
    id: string;
    customerId: CustomerId;
    answers: TaxAnswers;
    rateBps: number;
    isValidated: boolean;
    at: Temporal.Instant;
  },
): Promise<boolean> {
  const { answers, isValidated, at } = request;
  const row = await tx
    .insertInto('tax_rate_request')
    .values({
      id: request.id,
      customer_id: request.customerId,
      year: answers.year,
      tax_rate_bps: request.rateBps,
      ...answerColumns(cipher, { id: request.id, text: JSON.stringify(answers) }),
      status: isValidated ? 'validated' : 'waiting',
      created_at: at,
      validated_at: isValidated ? at : null,
    })
    // A literal, not a parameter: the partial index is found by it.
    .onConflict((conflict) =>
      conflict
        .columns(['customer_id', 'year'])
        .where('status', '<>', sql.lit('withdrawn' as const))
        .doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** A `from` clause: the customers of the subquery, each with the validated request of the year, if any. */
const taxpayersOf = (customers: Subquery<{ customer_id: CustomerId }>, year: number) => sql`
    (select customer_id from (${customers}) selected) taxpayer
    join customer on customer.id = taxpayer.customer_id
    left join tax_rate_request request on request.customer_id = customer.id
      and request.year = ${year}::integer
      and request.status = 'validated'`;

/** All that decides an investor's rate, as one text: the answers by their digest, which is another one after a change of the key. */
const SITUATION = sql<string>`concat(customer.customer_type, ' ', encode(request.answers_digest, 'hex'))`;

/** The distinct tax situations of these investors in the year. */
export async function listTaxSituations(
  tx: Tx,
  cipher: DataCipher,
  { customers, year }: { customers: Subquery<{ customer_id: CustomerId }>; year: number },
) {
  type Situation = { situation: string; customerType: 'individual' | 'business' | null; requestId: string | null };
  const { rows } = await sql<Situation>`
    select ${SITUATION} as situation, customer.customer_type as "customerType", any_value(request.id) as "requestId"
    from ${taxpayersOf(customers, year)}
    group by 1, 2`.execute(tx);
  const answers = await readAnswersOf(
    tx,
    cipher,
    rows.flatMap(({ requestId }) => requestId ?? []),
  );
  return rows.map(({ requestId, ...row }) => ({
    ...row,
    validatedAnswers: requestId === null ? undefined : answers.get(requestId),
  }));
}

/** The answers of these requests, by their ids. */
async function readAnswersOf(tx: Tx, cipher: DataCipher, ids: readonly string[]): Promise<Map<string, TaxAnswers>> {
  const rows = await tx
    .selectFrom('tax_rate_request')
    .select(['id', 'answers_ciphertext as answersCiphertext'])
    .where('id', '=', (any) => any.fn.any(any.val([...ids])))
    .execute();
  return new Map(rows.map((row) => [row.id, withAnswers(cipher, row).answers]));
}

/** An investor's rate in basis points. */
export type CustomerTaxRate = { customer_id: CustomerId; income_tax_bps: number; social_bps: number };

/** A query of the rate of each of these investors whose situation is among those given. */
export function ratesOfTaxpayers(
  customers: Subquery<{ customer_id: CustomerId }>,
  year: number,
  situations: readonly { situation: string; rate: TaxRate }[],
): Subquery<CustomerTaxRate> {
  return sql`
    select customer.id as customer_id, rate.income_tax_bps, rate.social_bps
    from ${taxpayersOf(customers, year)}
    join unnest(
      ${situations.map(({ situation }) => situation)}::text[],
      ${situations.map(({ rate }) => rate.incomeTaxBps)}::integer[],
      ${situations.map(({ rate }) => rate.socialBps)}::integer[]
    ) as rate (situation, income_tax_bps, social_bps) on rate.situation = ${SITUATION}`;
}

/** Filters of the administrators' list, all optional. */
export type RequestFilters = {
  status?: 'waiting' | 'validated' | 'refused' | 'withdrawn';
  year?: number;
  customerId?: CustomerId;
};

function requestsWithInvestors(db: Database | Tx) {
  return db
    .selectFrom('tax_rate_request as request')
    .innerJoin('customer', 'customer.id', 'request.customer_id')
    .innerJoin('auth_user', 'auth_user.id', 'customer.user_id')
    .select([
      'request.id',
      'request.customer_id as customerId',
      'auth_user.email',
      'request.year',
      'request.tax_rate_bps as rateBps',
      'request.answers_ciphertext as answersCiphertext',
      'request.status',
      'request.created_at as createdAt',
      'request.validated_at as validatedAt',
      'request.refused_at as refusedAt',
      'request.refusal_reason as refusalReason',
    ]);
}

/** Requests newest first, one more than `limit` when there are more. */
export async function findRequestsPage(
  db: Database,
  cipher: DataCipher,
  filters: RequestFilters,
  page: { limit: number; after: CursorKey | undefined },
) {
  let query = requestsWithInvestors(db);
  if (filters.status !== undefined) query = query.where('request.status', '=', filters.status);
  if (filters.year !== undefined) query = query.where('request.year', '=', filters.year);
  if (filters.customerId !== undefined) query = query.where('request.customer_id', '=', filters.customerId);
  const { after } = page;
  if (after)
    query = query.where(sql<boolean>`
      (request.created_at, request.id) < (${after.at}::timestamptz, ${after.id}::uuid)`);
  const rows = await query
    .orderBy('request.created_at', 'desc')
    .orderBy('request.id', 'desc')
    .limit(page.limit + 1)
    .execute();
  return rows.map((row) => withAnswers(cipher, row));
}

/** One request with its investor. */
export async function findRequest(db: Database | Tx, cipher: DataCipher, id: string) {
  const row = await requestsWithInvestors(db).where('request.id', '=', id).executeTakeFirst();
  return row && withAnswers(cipher, row);
}

/** waiting or refused -> validated; false when there is no such request in either state. */
export async function markValidated(tx: Tx, id: string, at: Temporal.Instant): Promise<boolean> {
  const row = await tx
    .updateTable('tax_rate_request')
    .set({ status: 'validated', validated_at: at, refused_at: null, refusal_reason: null })
    .where('id', '=', id)
    .where('status', 'in', ['waiting', 'refused'])
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** waiting or validated -> refused; false when there is no such request in either state. */
export async function markRefused(
  tx: Tx,
  id: string,
  refusal: { reason: string | null; at: Temporal.Instant },
): Promise<boolean> {
  const row = await tx
    .updateTable('tax_rate_request')
    .set({ status: 'refused', validated_at: null, refused_at: refusal.at, refusal_reason: refusal.reason })
    .where('id', '=', id)
    .where('status', 'in', ['waiting', 'validated'])
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** waiting -> withdrawn; false when the investor has no request for the year, or it was decided first. */
export async function markWithdrawn(
  tx: Tx,
  { customerId, year }: { customerId: CustomerId; year: number },
  at: Temporal.Instant,
): Promise<boolean> {
  const row = await tx
    .updateTable('tax_rate_request')
    .set({ status: 'withdrawn', withdrawn_at: at })
    .where('customer_id', '=', customerId)
    .where('year', '=', year)
    .where('status', '=', 'waiting')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Encrypts the answers of at most `limit` requests with the present key that have another one; returns how many there were. */
export async function reencryptTaxRequests(tx: Tx, cipher: DataCipher, limit: number): Promise<number> {
  const rows = await tx
    .selectFrom('tax_rate_request')
    .select(['id', 'answers_ciphertext as answersCiphertext'])
    .where(hasOtherKey('answers_ciphertext', cipher))
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .execute();
  for (const { id, answersCiphertext } of rows) {
    const text = cipher.decrypt(answersCiphertext, answersCell(id));
    await tx.updateTable('tax_rate_request').set(answerColumns(cipher, { id, text })).where('id', '=', id).execute();
  }
  return rows.length;
}

const answersCell = (requestId: string): Cell => ({ column: 'tax_rate_request.answers', row: requestId });

function answerColumns(cipher: DataCipher, { id, text }: { id: string; text: string }) {
  return { answers_ciphertext: cipher.encrypt(text, answersCell(id)), answers_digest: cipher.digest(text, 'tax-answers') };
}

function withAnswers<Row extends { id: string; answersCiphertext: Buffer }>(
  cipher: DataCipher,
  { answersCiphertext, ...row }: Row,
) {
  // Border: only insertRequestOnce writes this text.
  return { ...row, answers: JSON.parse(cipher.decrypt(answersCiphertext, answersCell(row.id))) as TaxAnswers };
}
