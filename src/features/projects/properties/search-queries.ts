// SQL of the search of properties, and of the prices of one.

import { sql } from 'kysely';
import { containing } from '../../../core/db/containing.ts';
import type { Database } from '../../../core/db/pool.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import type { CursorKey } from '../../../core/http/cursor.ts';
import { UUID } from '../../../core/uuid.ts';
import type { PropertyRow } from '../project-life/index.ts';
import type { Sort, Stage } from './search-schemas.ts';

/** Filters, all optional. */
export type PropertyFilters = {
  search?: string;
  stage?: Stage;
  investorContractType?: PropertyRow['investor_contract_type'];
};

/** In the order asked for, one more than `limit` when there are more. */
export async function findProperties(
  db: Database,
  { search, stage, investorContractType }: PropertyFilters,
  { limit, after, sort, at }: { limit: number; after: CursorKey | undefined; sort: Sort; at: Temporal.Instant },
) {
  const key = sort === 'updatedAt' || sort === '-updatedAt' ? 'property.updated_at' : 'property.created_at';
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  const stageNow = stageAt(at);
  let query = db
    .selectFrom('property')
    .leftJoin('spv', 'spv.id', 'property.spv_id')
    .leftJoin('funding_tally as tally', 'tally.property_id', 'property.id')
    .select([
      'property.id',
      'property.name',
      'property.investor_contract_type as investorContractType',
      stageNow.as('stage'),
      'property.financial_status as financialStatus',
      'spv.name as spvName',
      'property.amount_to_fund_cents as amountToFundCents',
      sql<number>`coalesce(tally.confirmed_cents, 0)`.as('confirmedCents'),
      sql<number | null>`property.return_on_investment_rate::float8 / 10000`.as('returnOnInvestment'),
      'property.investment_horizon_in_months as investmentHorizonInMonths',
      'property.funding_start_date as fundingStartDate',
      'property.funding_max_end_date as fundingMaxEndDate',
      'property.created_at as createdAt',
      'property.updated_at as updatedAt',
    ]);
  if (investorContractType !== undefined) query = query.where('property.investor_contract_type', '=', investorContractType);
  if (stage !== undefined) query = query.where(stageNow, '=', stage);
  if (search !== undefined && search.trim() !== '') query = query.where('property.id', 'in', idsFoundBy(search.trim()));
  if (after) {
    const { at, id } = after;
    query = query.where(
      direction === 'desc'
        ? sql<boolean>`(${sql.ref(key)}, property.id) < (${at}, ${id})`
        : sql<boolean>`(${sql.ref(key)}, property.id) > (${at}, ${id})`,
    );
  }
  return query
    .orderBy(key, direction)
    .orderBy('property.id', direction)
    .limit(limit + 1)
    .execute();
}

/** By any part of the name, or of that of its SPV, or by the whole id: each by an index of its own. */
function idsFoundBy(text: string) {
  const part = containing(text);
  return sql<PropertyId>`(
    select id
    from property
    where lower(name) like ${part}
    union
    select property.id
    from spv
    join property on property.spv_id = spv.id
    where lower(spv.name) like ${part}
    union
    select ${UUID.test(text) ? text.toLowerCase() : null}::uuid
  )`;
}

/** The stage of a property; the same words as STAGES. */
function stageAt(at: Temporal.Instant) {
  return sql<Stage>`case
    when property.status = 'DRAFT' then 'draft'
    when property.solde_de_tout_compte_done_at is not null then 'settled'
    when property.financial_status = 'repayment-finished' then 'repaid'
    when property.financial_status in ('repayment-delay', 'repayment-default') then 'late'
    when property.financial_status = 'repayment-ongoing' then 'repayment'
    when property.funding_ended_at is not null then 'closed'
    when property.funding_start_date > ${at} or property.display_date > ${at} then 'announced'
    else 'funding'
  end`;
}

/** Prices of a brick of the property, oldest first. */
export async function findBrickPrices(db: Database, propertyId: PropertyId) {
  return db
    .selectFrom('brick_price')
    .select(['valid_from as validFrom', 'price_cents as priceCents', 'revenue_per_brick_cents as revenuePerBrickCents', 'year'])
    .where('property_id', '=', propertyId)
    .orderBy('valid_from')
    .execute();
}
