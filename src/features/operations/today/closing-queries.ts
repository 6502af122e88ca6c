// SQL of what waits for a human between the closing of a funding and the settlement of its project, and after a month of payouts.

import { sql } from 'kysely';
import type { Cents } from '../../../core/cents.ts';
import type { Database } from '../../../core/db/pool.ts';
import type { PropertyId, Spv } from '../../../core/db/tables.ts';
import { feeInclTaxCents } from '../../projects/funding/index.ts';
import { vatBpsOfSpv } from '../../projects/spvs/index.ts';
import { COUNT_CAP, PAGE_SIZE, type WorkItem } from './project-queries.ts';

/** Projects that collected and are not settled yet: an index holds no others. */
const living = sql`collected_cents is not null and solde_de_tout_compte_done_at is null`;

type ProjectRow = Pick<WorkItem, 'id' | 'about' | 'since' | 'count'> & { propertyId: PropertyId };

const NOTHING_ELSE = { customerId: null, period: null } as const;

/** Closed fundings whose owner has received nothing yet, with what lies in the purse from which he is paid. */
export async function listOwnerTransfersDue(db: Database): Promise<WorkItem[]> {
  const { rows } = await sql<ProjectRow & { amountCents: Cents }>`
    select property.id::text as id, property.name as about, property.funding_ended_at as since, property.id as "propertyId",
      coalesce(purse.balance_cents, 0) as "amountCents", count(*) over () as count
    from property
    left join ledger_account purse on purse.name = 'PRO:' || property.id || ':MAIN'
    where ${living}
      and financial_status = 'reception-by-project-owner-pending'
      and not exists (select from owner_transfer open where open.property_id = property.id and open.status = 'waiting')
    order by property.funding_ended_at, property.id
    limit ${PAGE_SIZE}`.execute(db);
  return rows.map((row) => ({ ...row, ...NOTHING_ELSE }));
}

/** Fees of the platform that are set and were neither taken nor ordered; `vatBps` is that of France. */
export async function listCompanyFeesDue(db: Database, vatBps: number): Promise<WorkItem[]> {
  const { rows } = await sql<ProjectRow & { exclTaxCents: Cents; country: Spv['country']; vatOverrideBps: number | null }>`
    select property.id || ':' || due.fee as id, property.name as about, property.funding_ended_at as since, property.id as "propertyId",
      due.amount_cents as "exclTaxCents", spv.country, spv.vat_override_bps as "vatOverrideBps", count(*) over () as count
    from property
    join spv on spv.id = property.spv_id
    cross join lateral (values
      ('funding', property.funding_fees_excl_tax_cents), ('fiducie', property.fiducie_fees_excl_tax_cents)
    ) due (fee, amount_cents)
    where ${living}
      and due.amount_cents > 0
      and not exists (
        select from company_fee_transfer taken
        where taken.property_id = property.id and taken.fee = due.fee and taken.status <> 'failed'
      )
    order by property.funding_ended_at, property.id, due.fee
    limit ${PAGE_SIZE}`.execute(db);
  return rows.map(({ exclTaxCents, country, vatOverrideBps, ...row }) => ({
    ...row,
    ...NOTHING_ELSE,
    amountCents: feeInclTaxCents(exclTaxCents, vatBpsOfSpv({ country, vatOverrideBps }, vatBps)),
  }));
}

/** Projects that repay by a schedule and have none, with what was collected. */
export async function listSchedulesToCreate(db: Database): Promise<WorkItem[]> {
  const { rows } = await sql<ProjectRow & { amountCents: Cents }>`
    select property.id::text as id, property.name as about, property.funding_ended_at as since, property.id as "propertyId",
      property.collected_cents as "amountCents", count(*) over () as count
    from property
    where ${living}
      and investor_contract_type in ('obligation', 'loan')
      and not exists (select from payment_schedule schedule where schedule.property_id = property.id)
    order by property.funding_ended_at, property.id
    limit ${PAGE_SIZE}`.execute(db);
  return rows.map((row) => ({ ...row, ...NOTHING_ELSE }));
}

/** Projects that have repaid everything and are not settled. */
export async function listSettlementsDue(db: Database): Promise<WorkItem[]> {
  const { rows } = await sql<ProjectRow>`
    select property.id::text as id, property.name as about, null::timestamptz as since, property.id as "propertyId",
      count(*) over () as count
    from property
    where ${living}
      and financial_status = 'repayment-finished'
    order by property.funding_ended_at, property.id
    limit ${PAGE_SIZE}`.execute(db);
  return rows.map((row) => ({ ...row, ...NOTHING_ELSE, amountCents: null }));
}

/** Tax withheld in the months before this one, which began at `monthStart`, and not remitted. */
export async function listTaxesToRemit(db: Database, monthStart: Temporal.Instant): Promise<WorkItem[]> {
  const { rows } = await sql<{ period: string; amountCents: Cents; since: Temporal.Instant; count: number }>`
    select to_char(settled_at at time zone 'Europe/Paris', 'YYYY-MM') as period, sum(tax_cents)::bigint as "amountCents",
      max(settled_at) as since, count(*) over () as count
    from payout_line
    where tax_cents > 0
      and tax_remittance_id is null
      and status in ('paid', 'paidOutside')
      and settled_at < ${monthStart}::timestamptz
    group by period
    order by period
    limit ${PAGE_SIZE}`.execute(db);
  return rows.map((row) => ({ ...row, id: row.period, about: row.period, propertyId: null, customerId: null }));
}

/** Charge-backs for which a wallet has too little; `about` is the account at the provider. */
export async function listChargeBacksShort(db: Database): Promise<WorkItem[]> {
  const { rows } = await sql<Pick<WorkItem, 'id' | 'about' | 'since' | 'count'>>`
    select id::text as id, account_id as about, first_seen_at as since, count(*) over () as count
    from (
      select *
      from charge_back
      where (freeze_state = 'open' or booking_state = 'open')
        and shortfall_told_at is not null
      limit ${COUNT_CAP}
    ) short
    where booking_state = 'open'
    order by first_seen_at, id
    limit ${PAGE_SIZE}`.execute(db);
  return rows.map((row) => ({ ...row, ...NOTHING_ELSE, propertyId: null, amountCents: null }));
}
