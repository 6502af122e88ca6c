// All SQL of the tax identity.

import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../core/db/pool.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import type { CursorKey } from '../../../core/http/pagination.ts';
import { type Address, FRENCH_TERRITORIES, type MissingPart, type NamedCommune, type TaxIdentity } from './rules.ts';

const inFrance = (country: RawBuilder<unknown>) => sql`${country} = any (${[...FRENCH_TERRITORIES]}::text[])`;
const IS_COMPANY = sql`coalesce(customer.customer_type = 'business', false)`;
/** Where the person lives, or the company has its seat. */
const COUNTRY = sql`case when ${IS_COMPANY} then company.country else customer.country end`;
const POSTCODE = sql`case when ${IS_COMPANY} then company.postcode else customer.postcode end`;
const CITY = sql`case when ${IS_COMPANY} then company.city else customer.city end`;
/** Whether the address is still the one for which a commune was found or declared. */
const IS_SAME_ADDRESS = sql`(identity.residence_postcode, identity.residence_city) is not distinct from ((${POSTCODE}), (${CITY}))`;

/** The one rule of what the file lacks of an investor (A-tax-identity-2). */
const MISSING = sql<MissingPart[]>`array_remove(
  case
    when customer.information_completed_at is null then array['profile']
    when ${IS_COMPANY} and company.customer_id is null then array['company']
    else array[
      case when not ${IS_COMPANY} and customer.sex is null then 'sex' end,
      case when not ${IS_COMPANY} and identity.birth_name is null then 'birth-name' end,
      case
        when not ${IS_COMPANY} and identity.birth_commune_code is null and ${inFrance(sql`customer.country_of_birth`)}
          then 'birth-commune'
      end,
      case
        when ${inFrance(COUNTRY)} and (identity.residence_commune_code is null or not ${IS_SAME_ADDRESS})
          then 'residence-commune'
      end
    ]
  end,
  null
)`;

/** Investors with what they declared and their company. */
const INVESTORS = sql`
  customer
  join auth_user person on person.id = customer.user_id
  left join tax_identity identity on identity.customer_id = customer.id
  left join customer_company company on company.customer_id = customer.id`;

/**
 * The investors that a yearly file will name: those who were paid interest this Paris year or the last, or hold bricks. The platform names
 * itself in none.
 */
const isNamed = (year: number) => sql`
  not customer.is_company_account
  and (
    exists (
      select from coupon_year
      where coupon_year.customer_id = customer.id
        and coupon_year.paris_year between ${year}::integer - 1 and ${year}::integer
        and coupon_year.coupon_cents > 0
    )
    or exists (select from brick_holding where brick_holding.customer_id = customer.id and brick_holding.brick_count > 0)
  )`;

const NAME = sql<string>`coalesce(
  case when ${IS_COMPANY} then company.name end,
  nullif(concat_ws(' ', customer.first_name, customer.last_name), ''),
  person.email
)`;

export type StoredIdentity = {
  isCompany: boolean;
  isProfileSaved: boolean;
  hasCompany: boolean;
  sex: 'female' | 'male' | null;
  countryOfBirth: string | null;
  cityOfBirth: string | null;
  country: string | null;
  postcode: string | null;
  city: string | null;
  birthName: string | null;
  usualName: string | null;
  birthCommuneCode: string | null;
  birthCommuneName: string | null;
  residenceCommuneCode: string | null;
  residenceCommuneName: string | null;
  isSameAddress: boolean;
  declaredAt: Temporal.Instant | null;
  missing: MissingPart[];
};

/** An investor with what the file says of them. */
export async function findIdentity(db: Database | Tx, customerId: CustomerId): Promise<StoredIdentity | undefined> {
  const { rows } = await sql<StoredIdentity>`
    select
      ${IS_COMPANY} as "isCompany",
      customer.information_completed_at is not null as "isProfileSaved",
      company.customer_id is not null as "hasCompany",
      customer.sex,
      customer.country_of_birth as "countryOfBirth",
      customer.city_of_birth as "cityOfBirth",
      ${COUNTRY} as country,
      ${POSTCODE} as postcode,
      ${CITY} as city,
      identity.birth_name as "birthName",
      identity.usual_name as "usualName",
      identity.birth_commune_code as "birthCommuneCode",
      identity.birth_commune_name as "birthCommuneName",
      identity.residence_commune_code as "residenceCommuneCode",
      identity.residence_commune_name as "residenceCommuneName",
      ${IS_SAME_ADDRESS} as "isSameAddress",
      identity.declared_at as "declaredAt",
      ${MISSING} as missing
    from ${INVESTORS}
    where customer.id = ${customerId}`.execute(db);
  return rows[0];
}

/** Writes a whole declaration, in place of an earlier one. The caller holds the customer's lock. */
export async function writeIdentity(
  tx: Tx,
  customerId: CustomerId,
  { identity, address, at }: { identity: TaxIdentity; address: Address; at: Temporal.Instant },
): Promise<void> {
  const { birthName, usualName, birthCommune, residenceCommune } = identity;
  const columns = {
    birth_name: birthName,
    usual_name: usualName,
    birth_commune_code: birthCommune?.code ?? null,
    birth_commune_name: birthCommune?.name ?? null,
    ...residenceColumns(address, residenceCommune),
    declared_at: at,
  };
  await tx
    .insertInto('tax_identity')
    .values({ customer_id: customerId, ...columns })
    .onConflict((conflict) => conflict.column('customer_id').doUpdateSet(columns))
    .execute();
}

function residenceColumns({ postcode, city }: Address, commune: NamedCommune | null) {
  const isWhole = postcode !== null && city !== null;
  return {
    residence_postcode: isWhole ? postcode : null,
    residence_city: isWhole ? city : null,
    residence_commune_code: isWhole ? (commune?.code ?? null) : null,
    residence_commune_name: isWhole ? (commune?.name ?? null) : null,
  };
}

export type Resident = { customerId: CustomerId; postcode: string | null; city: string | null };

/** Investors with an address in France for which no commune was looked for yet, by id after `after`. */
export async function listUnseenAddresses(db: Database, after: CustomerId | null, limit: number): Promise<Resident[]> {
  const { rows } = await sql<Resident>`
    select customer.id as "customerId", ${POSTCODE} as postcode, ${CITY} as city
    from ${INVESTORS}
    where customer.information_completed_at is not null
      and ${inFrance(COUNTRY)}
      and not ${IS_SAME_ADDRESS}
      and (${after}::uuid is null or customer.id > ${after}::uuid)
    order by customer.id
    limit ${limit}`.execute(db);
  return rows;
}

/** Keeps the commune of an address that is still theirs, or that it does not say one; a declaration for the same address stays. */
export async function writeResidence(
  tx: Tx,
  { customerId, postcode, city }: Resident,
  commune: NamedCommune | null,
): Promise<void> {
  await sql`
    insert into tax_identity (
      customer_id, residence_postcode, residence_city, residence_commune_code, residence_commune_name
    )
    select customer.id, ${postcode}::text, ${city}::text, ${commune?.code ?? null}::text, ${commune?.name ?? null}::text
    from ${INVESTORS}
    where customer.id = ${customerId}::uuid
      and (${POSTCODE}, ${CITY}) is not distinct from (${postcode}::text, ${city}::text)
    for no key update of customer
    on conflict (customer_id) do update
    set residence_postcode = excluded.residence_postcode,
      residence_city = excluded.residence_city,
      residence_commune_code = excluded.residence_commune_code,
      residence_commune_name = excluded.residence_commune_name
    where (tax_identity.residence_postcode, tax_identity.residence_city)
      is distinct from (excluded.residence_postcode, excluded.residence_city)`.execute(tx);
}

/** Investors whom a file will name, of whom it lacks something, and who were not asked for it in `year`, by id after `after`. */
export async function listToAsk(
  db: Database,
  { year, after, limit }: { year: number; after: CustomerId | null; limit: number },
): Promise<CustomerId[]> {
  const { rows } = await sql<{ id: CustomerId }>`
    select customer.id
    from ${INVESTORS}
    where ${isNamed(year)}
      and cardinality(${MISSING}) > 0
      and identity.asked_year is distinct from ${year}::integer
      and (${after}::uuid is null or customer.id > ${after}::uuid)
    order by customer.id
    limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Marks an investor as asked in a year; false when they were already. The caller holds the customer's lock. */
export async function markAsked(tx: Tx, customerId: CustomerId, { year, at }: { year: number; at: Temporal.Instant }) {
  const row = await tx
    .insertInto('tax_identity')
    .values({ customer_id: customerId, asked_year: year, asked_at: at })
    .onConflict((conflict) =>
      conflict
        .column('customer_id')
        .doUpdateSet({ asked_year: year, asked_at: at })
        .where(sql<boolean>`tax_identity.asked_year is distinct from excluded.asked_year`),
    )
    .returning('customer_id')
    .executeTakeFirst();
  return row !== undefined;
}

type Incomplete = {
  customerId: CustomerId;
  about: string;
  email: string;
  customerType: 'individual' | 'business' | null;
  missing: MissingPart[];
  askedAt: Temporal.Instant | null;
  createdAt: Temporal.Instant;
};

/** Investors whom a file will name and of whom it lacks something, newest first. */
export async function findIncompletePage(
  db: Database,
  { year, missing }: { year: number; missing: MissingPart | undefined },
  { after, limit }: { after: CursorKey | undefined; limit: number },
): Promise<Incomplete[]> {
  const { rows } = await sql<Incomplete>`
    select
      customer.id as "customerId",
      ${NAME} as about,
      person.email,
      customer.customer_type as "customerType",
      ${MISSING} as missing,
      identity.asked_at as "askedAt",
      customer.created_at as "createdAt"
    from ${INVESTORS}
    where ${isNamed(year)}
      and ${missing === undefined ? sql`cardinality(${MISSING}) > 0` : sql`${missing}::text = any (${MISSING})`}
      and ${after ? sql`(customer.created_at, customer.id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql`true`}
    order by customer.created_at desc, customer.id desc
    limit ${limit}`.execute(db);
  return rows;
}

/** How many there are, and how many lack each part. */
export async function countIncomplete(
  db: Database,
  year: number,
): Promise<{ count: number; countByPart: { part: MissingPart; count: number }[] }> {
  const { rows } = await sql<{ part: MissingPart | null; count: number }>`
    with incomplete as (
      select ${MISSING} as missing
      from ${INVESTORS}
      where ${isNamed(year)}
    )
    select null::text as part, count(*) as count
    from incomplete
    where cardinality(missing) > 0
    union all
    select part, count(*)
    from incomplete
    cross join unnest(missing) part
    group by part
    order by count desc, part`.execute(db);
  return {
    count: rows.find(({ part }) => part === null)?.count ?? 0,
    countByPart: rows.flatMap(({ part, count }) => (part === null ? [] : [{ part, count }])),
  };
}

/** Investors who were asked between two moments and has not completed it, the longest asked first, with how many they are, 1 000 at most. */
export async function listUnanswered(
  db: Database,
  { askedAfter, askedBefore, limit }: { askedAfter: Temporal.Instant; askedBefore: Temporal.Instant; limit: RawBuilder<unknown> },
): Promise<{ customerId: CustomerId; about: string; since: Temporal.Instant | null; count: number }[]> {
  const { rows } = await sql<{ customerId: CustomerId; about: string; since: Temporal.Instant | null; count: number }>`
    select
      customer.id as "customerId",
      ${NAME} as about,
      identity.asked_at as since,
      least(count(*) over (), 1000) as count
    from ${INVESTORS}
    where identity.asked_at > ${askedAfter}::timestamptz
      and identity.asked_at <= ${askedBefore}::timestamptz
      and customer.closed_at is null
      and cardinality(${MISSING}) > 0
    order by identity.asked_at, customer.id
    limit ${limit}`.execute(db);
  return rows;
}
