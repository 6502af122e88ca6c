// The administrators' lists, which the database writes as JSON (ten thousand properties are one statement), and the search of
// properties.

import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../core/db/pool.ts';
import { containing } from '../../../core/db/sql-fragments.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import type { CursorKey } from '../../../core/http/pagination.ts';
import { UUID } from '../../../core/uuid.ts';
import type { PropertyRow } from '../project-life/index.ts';
import type { Sort, Stage } from './view-schemas.ts';

/** An instant as Temporal writes it. Every connection is in UTC, so the suffix that is cut off is `+00:00`. */
function moment(column: string): RawBuilder<unknown> {
  return sql`left(to_json(${sql.ref(column)}) #>> '{}', -6) || 'Z'`;
}

function fee(column: string, transfer: string): RawBuilder<unknown> {
  return sql`case
    when ${sql.ref(column)} is not null
    then json_build_object('amountExcludingTaxCents', ${sql.ref(column)}, 'transfer', ${sql.ref(transfer)})
  end`;
}

/** The fields of toPropertyView under the same names; a test compares the two. */
const PROPERTY_FIELDS = sql`
  property.id as "id", property.name as "name", property.investor_contract_type as "investorContractType",
  property.presentation -> 'investmentCase' as "investmentCase",
  coalesce(property.presentation -> 'imageGallery', '[]') as "imageGallery",
  coalesce(property.presentation -> 'videoGallery', '[]') as "videoGallery",
  coalesce(property.presentation -> 'documents', '[]') as "documents",
  property.presentation -> 'address' as "address",
  property.presentation -> 'localisationDescription' as "localisationDescription",
  property.presentation -> 'surface' as "surface",
  ${moment('property.funding_start_date')} as "fundingStartDate",
  ${moment('property.funding_max_end_date')} as "fundingMaxEndDate",
  ${moment('property.revenue_start_date')} as "revenueStartDate",
  property.investment_horizon_in_months as "investmentHorizonInMonths",
  property.amount_to_fund_cents as "amountToFundCents", property.min_amount_to_fund_cents as "minAmountToFundCents",
  coalesce(property.presentation -> 'advantages', '[]') as "advantages",
  property.presentation -> 'finances' as "finances", property.presentation -> 'attributes' as "attributes",
  property.return_on_investment_rate::float8 / 10000 as "returnOnInvestment",
  property.presentation -> 'lotCount' as "lotCount",
  ${moment('property.display_date')} as "displayDate", ${moment('property.published_at')} as "publishedAt",
  property.total_bricks as "totalBricks", property.min_bricks as "minBricks",
  ${moment('property.purchased_date')} as "purchasedDate", property.is_marketplace_allowed as "isMarketplaceAllowed",
  property.status as "status", property.spv_id as "spvId", property.project_owner_id as "projectOwnerId",
  property.project_owner_presentation_id as "projectOwnerPresentationId",
  property.total_construction_budget_cents as "totalConstructionBudget",
  property.total_fund_escrow_cents as "totalFundEscrow",
  json_build_object(
    'fundingFees', ${fee('property.funding_fees_excl_tax_cents', 'property.funding_fees_transfer')},
    'fiducieFees', ${fee('property.fiducie_fees_excl_tax_cents', 'property.fiducie_fees_transfer')}
  ) as "companyFees",
  property.operation as "operation",
  json_build_object(
    'startedAt', ${moment('property.funding_start_date')},
    'maxEndDate', ${moment('property.funding_max_end_date')},
    'ended', property.funding_ended_at is not null,
    'endedAt', ${moment('property.funding_ended_at')},
    'collectedCents', property.collected_cents
  ) as "funding",
  property.total_bricks - property.uncreated_bricks as "createdBricks",
  property.primary_market_open as "primaryMarketOpen", property.investor_count as "investorCount",
  property.purchased_brick_count as "purchasedBrickCount",
  json_build_object(
    'saleStartedAt', ${moment('property.resale_sale_started_at')},
    'offerAcceptedAt', ${moment('property.resale_offer_accepted_at')},
    'saleType', property.resale_sale_type,
    'completedAt', ${moment('property.resale_completed_at')}
  ) as "resale",
  property.financial_status as "financialStatus",
  property.has_been_in_delay_or_default_once as "hasBeenInDelayOrDefaultOnce",
  ${moment('property.referral_paid_at')} as "referralPaidAt",
  ${moment('property.solde_de_tout_compte_done_at')} as "soldeDeToutCompteDoneAt",
  ${moment('property.created_at')} as "createdAt", ${moment('property.updated_at')} as "updatedAt"`;

const TOTAL_ESCROW = sql`coalesce(schedule.interest_sequestre_cents, property.total_fund_escrow_cents)`;

/**
 * The escrow is that of the schedule once there is one, and is used by the payments out of it (repayments.md#escrow). The
 * construction budget is lent by later events of the schedule.
 */
const SUMMARIES = sql`
  json_build_object(
    'totalFundEscrow', ${TOTAL_ESCROW},
    'used', coalesce(transferred.cents, 0),
    'remaining', greatest(${TOTAL_ESCROW} - coalesce(transferred.cents, 0), 0)
  ) as "interestEscrow",
  json_build_object(
    'totalConstructionBudget', property.total_construction_budget_cents,
    'lent', coalesce(event.lent_cents, 0),
    'remaining', greatest(property.total_construction_budget_cents - coalesce(event.lent_cents, 0), 0)
  ) as "constructionBudget"`;

/** What other tables say about a property. */
const RELATED_FIELDS = sql`
  case
    when spv.id is not null
    then json_build_object(
      'id', spv.id,
      'name', spv.name,
      'country', spv.country,
      'providerExternalId', spv.provider_external_id,
      'kybStatus', spv.kyb_status
    )
  end as "spv",
  case
    when owner.id is not null
    then json_build_object(
      'id', owner.id,
      'firstname', owner.firstname,
      'lastname', owner.lastname,
      'email', owner.email,
      'phoneNumber', owner.phone_number
    )
  end as "projectOwner",
  property.referral_paid_at is not null as "isReferralPaid", schedule.property_id is not null as "echeancierExists",
  request.id as "projectFinancingRequestId", request.project_owner_company_id as "projectOwnerCompanyId",
  request.account_manager as "accountManager"`;

/** Related tables are looked up by property, so that a page reads its own rows and nothing of the others. */
const SOURCES = sql`property
  left join spv on spv.id = property.spv_id
  left join project_owner owner on owner.id = property.project_owner_id
  left join payment_schedule schedule on schedule.property_id = property.id
  left join lateral (
    select sum(amount_cents) as cents
    from received_payment
    where property_id = property.id
      and source = 'escrow'
      and status <> 'archivedNotAssigned'
  ) transferred on true
  left join lateral (
    select sum(amount_cents - given_up_cents) as lent_cents
    from capital_event
    where property_id = property.id
      and type = 'capitalLoaned'
  ) event on true
  left join lateral (
    select id, project_owner_company_id, account_manager
    from project_financing_request
    where property_id = property.id
    order by created_at desc, id desc
    limit 1
  ) request on true`;

const HAS_NOTE = sql`property.internal_note_content <> '' as "hasInternalNote"`;

/** Which part of a list: what comes after a row, of one status or of both; one row more than `limit` is read. */
type ListedPart = { status?: 'DRAFT' | 'PUBLISHED' | undefined; limit: number; after: CursorKey | undefined };

/** The rest of a statement over `property`, from its conditions on. */
function newestOf({ status, limit, after }: ListedPart): RawBuilder<unknown> {
  return sql`
      and ${status === undefined ? sql`true` : sql`property.status = ${status}`}
      and ${after ? sql`(property.created_at, property.id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql`true`}
      order by property.created_at desc, property.id desc
      limit ${limit + 1}::integer`;
}

/** Obligations and loans, newest first: the JSON texts of the items of a PropertyList. */
export async function listProjectsJson(db: Database, part: ListedPart): Promise<string[]> {
  return jsonOf(
    db,
    sql`
      select
        (select to_json(fields) from (select ${PROPERTY_FIELDS}, ${SUMMARIES}) fields) as "project",
        ${RELATED_FIELDS}
      from ${SOURCES}
      where property.investor_contract_type in ('obligation', 'loan')
      ${newestOf(part)}`,
  );
}

/** Royalty properties, newest first: the JSON texts of the items of a RoyaltyList. */
export async function listRoyaltiesJson(db: Database, part: ListedPart): Promise<string[]> {
  return jsonOf(
    db,
    sql`
      select ${PROPERTY_FIELDS}, ${HAS_NOTE}
      from property
      where property.investor_contract_type = 'royalty'
      ${newestOf(part)}`,
  );
}

/** One whole property: the JSON text of a PropertyOrNull, `null` for an unknown one. */
export async function findPropertyJson(db: Database, propertyId: PropertyId): Promise<string> {
  const { rows } = await sql<{ json: string }>`
    select to_json(item)::text as json
    from (
      select ${PROPERTY_FIELDS}, ${SUMMARIES}, ${RELATED_FIELDS}, ${HAS_NOTE}
      from ${SOURCES}
      where property.id = ${propertyId}
    ) item`.execute(db);
  return rows[0]?.json ?? 'null';
}

/**
 * The rows as JSON, in their order. The caller joins them, because for one value of all rows (json_agg) the database would keep
 * several copies of the whole list in memory.
 */
async function jsonOf(db: Database, rows: RawBuilder<unknown>): Promise<string[]> {
  const result = await sql<{ json: string }>`select to_json(item)::text as json from (${rows}) item`.execute(db);
  return result.rows.map(({ json }) => json);
}

/** Filters, all optional. */
type PropertyFilters = {
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
    .leftJoin('funding_totals as totals', 'totals.property_id', 'property.id')
    .select([
      'property.id',
      'property.name',
      'property.investor_contract_type as investorContractType',
      stageNow.as('stage'),
      'property.financial_status as financialStatus',
      'spv.name as spvName',
      'property.amount_to_fund_cents as amountToFundCents',
      sql<number>`coalesce(totals.confirmed_cents, 0)`.as('confirmedCents'),
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

/** By any part of the name, or of that of its SPV, or by the whole id: each by its own index. */
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
