// All SQL of the funding but the counts of its purchases, which are theirs; names say what is locked or guaranteed.

import { sql } from 'kysely';
import type { Database } from '../../core/db/pool.ts';
import type { Tx } from '../../core/db/transaction.ts';

/** A property as its funding sees it, with the price of a brick at publication. */
export async function findFunding(db: Database | Tx, propertyId: string) {
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
      'price.brickPriceCents',
    ])
    .executeTakeFirst();
}

/** A property as its funding sees it; prices and amounts in cents. */
export type FundingRow = NonNullable<Awaited<ReturnType<typeof findFunding>>>;

/** The same with the property locked: nobody buys, cancels or closes until the end of the transaction. */
export async function lockFunding(tx: Tx, propertyId: string): Promise<FundingRow | undefined> {
  await tx.selectFrom('property').select('id').where('id', '=', propertyId).forNoKeyUpdate().execute();
  // A statement of its own: it sees what was committed until the lock was given, not until it was asked for.
  return findFunding(tx, propertyId);
}

/** Different investors with a confirmed purchase. Exact only under {@link lockFunding}. */
export async function countInvestors(db: Database | Tx, propertyId: string): Promise<number> {
  const row = await db
    .selectFrom('purchase')
    .select((select) => select.fn.count<number>('customer_id').distinct().as('count'))
    .where('property_id', '=', propertyId)
    .where('status', '=', 'confirmed')
    .executeTakeFirstOrThrow();
  return row.count;
}

/** How a funding ended. */
export type FundingEnd = { propertyId: string; purchasedBrickCount: number; investorCount: number; at: Temporal.Instant };

/**
 * Open to ended, once: primary market closed, figures kept. A royalty property is bought with what
 * was collected, at this moment (DESIGN §5). False when it had ended before.
 */
export async function markEnded(tx: Tx, end: FundingEnd): Promise<boolean> {
  const row = await tx
    .updateTable('property')
    .set({
      funding_ended_at: end.at,
      purchased_brick_count: end.purchasedBrickCount,
      investor_count: end.investorCount,
      primary_market_open: false,
      purchased_date: sql`case when investor_contract_type = 'royalty' then ${end.at}::timestamptz else purchased_date end`,
      updated_at: end.at,
    })
    .where('id', '=', end.propertyId)
    .where('funding_ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Everybody with a confirmed purchase, with their bricks and cents in this funding. */
export async function listInvestors(tx: Tx, propertyId: string) {
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
      select.fn.sum<number>('purchase.amount_cents').as('investedCents'),
    ])
    .execute();
}

/** Published fundings that have started and not ended (A-funding-16). */
export async function listActiveFundings(db: Database, now: Temporal.Instant) {
  return (
    db
      .selectFrom('property')
      .select(['id as propertyId', 'name', 'total_bricks as totalBricks', 'funding_max_end_date as maxEndDate'])
      // Written out, so that the prepared statement uses the partial index.
      .where('status', '=', sql.lit('PUBLISHED'))
      .where('funding_ended_at', 'is', null)
      .where('funding_start_date', '<=', now)
      .orderBy('name')
      .orderBy('id')
      .execute()
  );
}
