// SQL of the simulation: what a published project announces of its loan.

import { sql } from 'kysely';
import type { Database } from '../../../core/db/pool.ts';
import type { PropertyId } from '../../../core/db/tables.ts';

/** Cents, and a rate as a percentage x 10 000; what is not set yet is null. */
export type Offer = NonNullable<Awaited<ReturnType<typeof findOffer>>>;

/** The terms of a project; its issuer is French without an SPV, as everywhere. */
export async function findOffer(db: Database, propertyId: PropertyId) {
  return db
    .selectFrom('property')
    .leftJoin('spv', 'spv.id', 'property.spv_id')
    .where('property.id', '=', propertyId)
    .select([
      'property.investor_contract_type as contractType',
      'property.amount_to_fund_cents as amountToFundCents',
      'property.return_on_investment_rate as interestRate',
      'property.investment_horizon_in_months as durationInMonths',
      'property.funding_max_end_date as fundingMaxEndDate',
    ])
    .select(({ fn }) => fn.coalesce('spv.country', sql.lit<'France'>('France')).as('issuerCountry'))
    .executeTakeFirst();
}
