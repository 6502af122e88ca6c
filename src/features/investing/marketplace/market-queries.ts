// SQL of the market of a property: its prices, and the columns that decide whether its bricks may be sold.

import type { Database } from '../../../core/db/pool.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';

/** The columns of `ResaleState`. */
export const MARKET_STATE = [
  'property.investor_contract_type as investorContractType',
  'property.purchased_date as purchasedDate',
  'property.resale_sale_type as resaleSaleType',
  'property.resale_completed_at as resaleCompletedAt',
  'property.is_marketplace_allowed as isMarketplaceAllowed',
] as const;

/** A property with its official price at `at` and its latest yearly revenue; cents per brick, null while it has none. */
export async function findPropertyForSale(db: Database | Tx, propertyId: PropertyId, at: Temporal.Instant) {
  return db
    .selectFrom('property')
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('brick_price')
          .select('price_cents as officialCents')
          .whereRef('brick_price.property_id', '=', 'property.id')
          .where('valid_from', '<=', at)
          .orderBy('valid_from', 'desc')
          .limit(1)
          .as('price'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('brick_price')
          .select('revenue_per_brick_cents as revenuePerBrickCents')
          .whereRef('brick_price.property_id', '=', 'property.id')
          .where('revenue_per_brick_cents', 'is not', null)
          .where('valid_from', '<=', at)
          .orderBy('valid_from', 'desc')
          .limit(1)
          .as('revenue'),
      (join) => join.onTrue(),
    )
    .where('property.id', '=', propertyId)
    .select([
      ...MARKET_STATE,
      'property.return_on_investment_rate as returnOnInvestmentRate',
      'price.officialCents',
      'revenue.revenuePerBrickCents',
    ])
    .executeTakeFirst();
}
