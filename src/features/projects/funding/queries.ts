// SQL of the funding, except the counts of purchases, which are in the room primary-purchase.

import { sql } from 'kysely';
import type { Cents } from '../../../core/cents.ts';
import type { Database } from '../../../core/db/pool.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { lockProperty } from '../project-life/index.ts';

/** The columns of a property that its funding needs, with the price of a brick at publication. */
export async function findFunding(db: Database | Tx, propertyId: PropertyId) {
  return db
    .selectFrom('property')
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('brick_price')
          .select('price_cents as brickPriceCents')
          .whereRef('brick_price.property_id', '=', 'property.id')
          .orderBy('valid_from')
          .limit(1)
          .as('price'),
      (join) => join.onTrue(),
    )
    .where('property.id', '=', propertyId)
    .select([
      'property.id as propertyId',
      'property.name',
      'property.investor_contract_type as investorContractType',
      'property.spv_id as spvId',
      'property.amount_to_fund_cents as amountToFundCents',
      'property.min_amount_to_fund_cents as minAmountToFundCents',
      'property.total_fund_escrow_cents as totalFundEscrowCents',
      'property.total_bricks as totalBricks',
      'property.min_bricks as minBricks',
      'property.display_date as displayDate',
      'property.published_at as publishedAt',
      'property.funding_start_date as startDate',
      'property.funding_max_end_date as maxEndDate',
      'property.funding_ended_at as endedAt',
      'property.primary_market_open as primaryMarketOpen',
      'property.investor_count as investorCount',
      'property.purchased_brick_count as purchasedBrickCount',
      'property.purchased_date as purchasedDate',
      'property.financial_status as financialStatus',
      'property.status',
      'property.solde_de_tout_compte_done_at as settledAt',
      'price.brickPriceCents',
    ])
    .executeTakeFirst();
}

/** The columns of a property that its funding needs; prices and amounts in cents. */
export type FundingRow = NonNullable<Awaited<ReturnType<typeof findFunding>>>;

/** The same with the property locked: nobody buys, cancels or closes until the end of the transaction. */
export async function lockFunding(tx: Tx, propertyId: PropertyId): Promise<FundingRow | undefined> {
  return (await lockProperty(tx, propertyId)) && findFunding(tx, propertyId);
}

/** Number of investors with a confirmed purchase. Exact only under {@link lockFunding}. */
export async function countInvestors(db: Database | Tx, propertyId: PropertyId): Promise<number> {
  const row = await db
    .selectFrom('purchase')
    .select((select) => select.fn.count<number>('customer_id').distinct().as('count'))
    .where('property_id', '=', propertyId)
    .where('status', '=', 'confirmed')
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Investors with a confirmed purchase, with their bricks and cents in this funding. */
export async function listInvestors(tx: Tx, propertyId: PropertyId) {
  return tx
    .selectFrom('purchase')
    .innerJoin('customer', 'customer.id', 'purchase.customer_id')
    .innerJoin('auth_user', 'auth_user.id', 'customer.user_id')
    .where('purchase.property_id', '=', propertyId)
    .where('purchase.status', '=', 'confirmed')
    .groupBy(['customer.id', 'customer.first_name', 'auth_user.email'])
    .orderBy('customer.id')
    .select((select) => [
      'auth_user.email',
      'customer.first_name as firstName',
      select.fn.sum<number>('purchase.brick_count').as('bricks'),
      select.fn.sum<Cents>('purchase.amount_cents').as('investedCents'),
    ])
    .execute();
}

/** Published fundings that have started and not ended (A-funding-16). */
export async function listActiveFundings(db: Database, now: Temporal.Instant) {
  return (
    db
      .selectFrom('property')
      .select(['id as propertyId', 'name', 'total_bricks as totalBricks', 'funding_max_end_date as maxEndDate'])
      // A literal, so that the prepared statement can use the partial index.
      .where('status', '=', sql.lit('PUBLISHED'))
      .where('funding_ended_at', 'is', null)
      .where('funding_start_date', '<=', now)
      .orderBy('name')
      .orderBy('id')
      .execute()
  );
}
