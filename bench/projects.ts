// Projects in repayment with many holders, made by SQL: what the coupon run is measured on.

import { randomUUID } from 'node:crypto';
import { dataCipher } from '../src/core/data-cipher.ts';
import { ID_BASE } from './people.ts';
import type { MeasuredSystem } from './system.ts';

const HOLDER = 'a01de700-0000-4000-8000-';
const HOLDER_USER = 'a01de7a5-0000-4000-8000-';

/** A project; `couponCents` is the interest of its first month, which is over. */
export type Project = { propertyId: string; spvId: string; echeanceId: string; holders: number; couponCents: number };

/** Everybody who holds bricks, once. */
export async function settleHolders(system: MeasuredSystem, count: number): Promise<void> {
  const everybody = `generate_series(0, ${count - 1}) as n`;
  await system.sql(
    `insert into auth_user (id, name, email, "emailVerified")
      select ('${HOLDER_USER}' || (${ID_BASE} + n))::uuid, 'Camille Durand', 'holder-' || n || '@example.test', true
      from ${everybody}`,
  );
  await system.sql(
    `insert into customer (id, user_id, kyc_status, provider_status, customer_type, referral_code, created_at)
     select ('${HOLDER}' || (${ID_BASE} + n))::uuid, ('${HOLDER_USER}' || (${ID_BASE} + n))::uuid, 'verified', 6,
         case when n % 10 = 0 then 'business' else 'individual' end,
       'holder-' || n, now() from ${everybody}`,
  );
  // Some have declared their situation.
  await declareAbroad(system, Math.ceil(count / 7));
}

/** What every seventh holder has declared: `count` validated requests. */
async function declareAbroad({ environment, sql }: MeasuredSystem, count: number): Promise<void> {
  const { DATA_ENCRYPTION_KEY = '' } = environment;
  const cipher = dataCipher({ DATA_ENCRYPTION_KEY, DATA_ENCRYPTION_FORMER_KEY: undefined });
  const answers = JSON.stringify({ year: new Date().getFullYear(), fiscalResidence: 'abroad' });
  const ids = Array.from({ length: count }, () => randomUUID());
  await sql(
    `insert into tax_rate_request
       (id, customer_id, year, tax_rate_bps, answers_ciphertext, answers_digest, status, created_at, validated_at)
     select request.id, ('${HOLDER}' || (${ID_BASE} + 7 * (request.number - 1)))::uuid, extract(year from now()), 0, request.answers, $3,
       'validated', now(), now()
     from unnest($1::uuid[], $2::bytea[]) with ordinality as request (id, answers, number)`,
    [
      ids,
      ids.map((row) => cipher.encrypt(answers, { column: 'tax_rate_request.answers', row })),
      cipher.digest(answers, 'tax-answers'),
    ],
  );
}

/** An obligation of 100 EUR a holder, begun two months ago, every third holder with a second brick. */
export async function openProject(system: MeasuredSystem, number: number, holders: number): Promise<Project> {
  const [made] = await system.sql<{ propertyId: string; spvId: string }>(
    'select gen_random_uuid() as "propertyId", gen_random_uuid() as "spvId"',
  );
  if (!made) throw new Error('no ids');
  const { propertyId, spvId } = made;
  const lentCents = holders * 10_000;
  const interestCents = Math.floor((lentCents * 95) / 12_000);
  const bricks = holders + Math.ceil(holders / 3);
  await system.control('POST', '/accounts', { accountId: `bench-project-${number}`, kind: 'spv', status: 6, balanceCents: 0 });
  await system.sql(
    `insert into spv (id, name, country, provider_external_id, kyb_status, created_at, updated_at)
      values ($1, 'SPV', 'France', $2, 'verified', now(), now())`,
    [spvId, `bench-project-${number}`],
  );
  await system.sql(
    `insert into property (id, status, investor_contract_type, name, spv_id, amount_to_fund_cents,
        min_amount_to_fund_cents, return_on_investment_rate, total_bricks, min_bricks,
       published_at, funding_ended_at, financial_status, created_at, updated_at)
     values ($1, 'PUBLISHED', 'obligation', 'Les Tilleuls', $2, $3, $3, 95000, $4, 1, now(), now(),
         'repayment-ongoing', now(), now())`,
    [propertyId, spvId, lentCents, bricks],
  );
  await system.sql(
    `insert into brick (id, property_id, number, owner_customer_id)
     select gen_random_uuid(), $1, row_number() over (), ('${HOLDER}' || (${ID_BASE} + n))::uuid
     from generate_series(0, $2::integer - 1) as n, generate_series(0, 1) as extra where extra = 0 or n % 3 = 0`,
    [propertyId, holders],
  );
  await system.sql(
    `insert into payment_schedule (property_id, total_funded_amount_cents, initial_capital_loaned_date,
        initial_capital_loaned_cents, duration_in_months, annual_interest_rate,
       management_fees_rate, interest_sequestre_cents, created_at, updated_at)
     values ($1, $2, date_trunc('month', now()) - interval '2 months', $2, 12, 95000, 0, 0, now(), now())`,
    [propertyId, lentCents],
  );
  const echeances = await system.sql<{ id: string; number: number }>(
    `insert into echeance (id, property_id, number, period, start_date, end_date, due_date,
        capital_loaned_at_start_cents, capital_loaned_cents, interest_cents,
       management_fees_excl_tax_cents, management_fees_vat_cents, interest_carry, management_fees_carry,
       capital_repayment_due_cents, created_at, updated_at)
     select gen_random_uuid(), $1, n, to_char(first, 'YYYY-MM'), first, first + interval '1 month',
         first + interval '1 month', $2::bigint, $2::bigint, $3::bigint, 0, 0, 0, 0,
       case when n = 12 then $2::bigint else 0 end, now(), now()
     from generate_series(1, 12) as n,
       lateral (select date_trunc('month', now()) + (n - 3) * interval '1 month' as first) as month
     returning id, number`,
    [propertyId, lentCents, interestCents],
  );
  const echeanceId = echeances.find(({ number }) => number === 1)?.id ?? '';
  return { propertyId, spvId, echeanceId, holders, couponCents: interestCents };
}

/** The first month is paid: a wire of its interest, assigned, lies in COUPON. */
export async function payFirstMonth(
  system: MeasuredSystem,
  { propertyId, spvId, echeanceId, couponCents }: Project,
): Promise<void> {
  await system.sql(
    `insert into received_payment (id, property_id, spv_id, status, amount_cents, payment, source,
        provider_wire_id, payment_date, assigned_echeance_id, payment_for, assigned_at, created_at)
     select gen_random_uuid(), $1, $2, 'assigned', $4, 'wire', 'wire', coalesce(max(provider_wire_id), 0) + 1,
         now(), $3, 'mensualite', now(), now()
       from received_payment`,
    [propertyId, spvId, echeanceId, couponCents],
  );
  await system.sql(
    `select ledger_post(gen_random_uuid(), 'hold', 'ASSIGNMENT', now(), now(),
       array['EXT', 'PRO:' || $1 || ':COUPON'], array[-$2::bigint, $2::bigint])`,
    [propertyId, couponCents],
  );
}

/** Undoes payment and distribution of the month. Foreign keys are not checked meanwhile, as that would take longer than the run. */
export async function takeFirstMonthBack(
  system: MeasuredSystem,
  { propertyId, echeanceId, couponCents }: Project,
): Promise<void> {
  const lines = `select line.id
    from payout_line line
    join payout_run run on run.id = line.run_id
    where run.property_id = '${propertyId}'`;
  const orders = `select id from payment where subject_id in (${lines})`;
  // The tables were last analyzed when they were empty: without this the planner would expect a few rows.
  await system.sql('analyze');
  await system.sql(
    `set session_replication_role = replica;
     delete from pgboss.job where name = 'execute-payment' and (data ->> 'paymentId')::uuid in (${orders});
     delete from coupon_tax
     where coupon_transaction_id in (select id from wallet_transaction where property_id = '${propertyId}');
     delete from wallet_transaction where property_id = '${propertyId}';
     delete from payment where subject_id in (${lines});
     delete from payout_line where run_id in (select id from payout_run where property_id = '${propertyId}');
     delete from payout_run where property_id = '${propertyId}';
     delete from received_payment where assigned_echeance_id = '${echeanceId}';
     delete from coupon_month;
     -- What the triggers would have changed.
     update echeance
     set mensualite_paid_cents = 0, coupon_distributed_cents = 0
     where id = '${echeanceId}';
     delete from coupon_year;
     set session_replication_role = origin`,
  );
  await system.sql(
    `select ledger_post(gen_random_uuid(), 'hold', 'ASSIGNMENT', now(), now(),
       array['EXT', 'PRO:' || $1 || ':COUPON'], array[$2::bigint, -$2::bigint])
     where exists (select from ledger_account where name = 'PRO:' || $1 || ':COUPON' and balance_cents >= $2)`,
    [propertyId, couponCents],
  );
  await system.sql('vacuum analyze');
}
