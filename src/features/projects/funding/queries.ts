// SQL of the funding, of the reports of its daily job, and of the fees after it. The counts of purchases are in the room
// primary-purchase.

import { sql } from 'kysely';
import type { Cents } from '../../../core/cents.ts';
import type { Database } from '../../../core/db/pool.ts';
import type { CompanyFeeTransfer, PropertyId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { priceAtPublication } from '../brick-prices/index.ts';
import { lockProperty } from '../project-life/index.ts';
import type { Fee, FeesPaid, FundingSummary } from './rules.ts';
import type { FeeTransfer } from './schemas.ts';

/** The columns of a property that its funding needs, with the price of a brick at publication. */
export async function findFunding(db: Database | Tx, propertyId: PropertyId) {
  return db
    .selectFrom('property')
    .leftJoinLateral(priceAtPublication, (join) => join.onTrue())
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

/** Published fundings that have started and not ended. */
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

/** Records a closing that must be reported, in the transaction of the closing. */
export async function insertAutoClosing(tx: Tx, summary: FundingSummary, closedAt: Temporal.Instant): Promise<void> {
  await tx
    .insertInto('funding_auto_closing')
    .values({ property_id: summary.propertyId, summary: JSON.stringify(summary), closed_at: closedAt })
    .execute();
}

/**
 * Marks all unreported closings, also of runs that died, as reported and returns them, oldest first. Concurrent calls share none.
 */
export async function takeUnreportedClosings(tx: Tx, toldAt: Temporal.Instant): Promise<FundingSummary[]> {
  const rows = await tx
    .updateTable('funding_auto_closing')
    .set({ told_at: toldAt })
    .where('told_at', 'is', null)
    .returning(['summary', 'closed_at'])
    .execute();
  return (
    rows
      .toSorted((a, b) => Temporal.Instant.compare(a.closed_at, b.closed_at))
      // Border: only insertAutoClosing writes this column.
      .map(({ summary }) => summary as FundingSummary)
  );
}

/** The columns of a property and its SPV that transfers need; amounts in cents. */
export type TransferProperty = NonNullable<Awaited<ReturnType<typeof findTransferProperty>>>;

/** The property with this id, with its SPV. */
export async function findTransferProperty(db: Database | Tx, propertyId: PropertyId) {
  return db
    .selectFrom('property')
    .leftJoin('spv', 'spv.id', 'property.spv_id')
    .where('property.id', '=', propertyId)
    .select([
      'property.id as propertyId',
      'property.name',
      'property.investor_contract_type as investorContractType',
      'property.amount_to_fund_cents as amountToFundCents',
      'property.total_fund_escrow_cents as totalFundEscrowCents',
      'property.total_construction_budget_cents as totalConstructionBudgetCents',
      'property.funding_fees_excl_tax_cents as fundingFeesExclTaxCents',
      'property.fiducie_fees_excl_tax_cents as fiducieFeesExclTaxCents',
      'property.collected_cents as collectedCents',
      'property.status',
      'property.funding_ended_at',
      'property.financial_status',
      'property.solde_de_tout_compte_done_at',
      'spv.id as spvId',
      'spv.country',
      'spv.provider_external_id as accountId',
      'spv.vat_override_bps as vatOverrideBps',
    ])
    .executeTakeFirst();
}

/** The same with the property locked: its transfers wait for each other until the end of the transaction. */
export async function lockTransferProperty(tx: Tx, propertyId: PropertyId): Promise<TransferProperty | undefined> {
  return (await lockProperty(tx, propertyId)) && findTransferProperty(tx, propertyId);
}

/**
 * The transfer of the fee that is waiting or done; failed attempts do not count. Exact only under {@link lockTransferProperty}.
 */
export async function findLiveFeeTransfer(tx: Tx, propertyId: PropertyId, fee: Fee) {
  return tx
    .selectFrom('company_fee_transfer')
    .select(['id', 'status', 'payment_id as paymentId'])
    .where('property_id', '=', propertyId)
    .where('fee', '=', fee)
    .where('status', 'in', ['waiting', 'transferred'])
    .executeTakeFirst();
}

/** Transfers of the property's fees that are waiting or done: one at most of each fee. */
export async function listLiveFeeTransfers(db: Database, propertyId: PropertyId) {
  const rows = await db
    .selectFrom('company_fee_transfer')
    .select(['fee', 'status', 'payment_id as paymentId', 'amount_excl_tax_cents as exclTaxCents', 'vat_cents as vatCents'])
    .where('property_id', '=', propertyId)
    .where('status', '<>', 'failed')
    .execute();
  return rows.flatMap(({ status, ...row }) => (status === 'failed' ? [] : [{ ...row, status }]));
}

/** Fees of the property whose transfer is waiting or done, with the amounts of the transfer. */
export async function readFeesPaid(db: Database | Tx, propertyId: PropertyId): Promise<FeesPaid> {
  const rows = await db
    .selectFrom('company_fee_transfer')
    .select(['fee', sql<Cents>`amount_excl_tax_cents + vat_cents`.as('inclTaxCents')])
    .where('property_id', '=', propertyId)
    .where('status', 'in', ['waiting', 'transferred'])
    .execute();
  return Object.fromEntries(rows.map(({ fee, inclTaxCents }) => [fee, inclTaxCents]));
}

/** Inserts a transfer of a fee; a second one that is waiting or done violates `company_fee_transfer_once`. */
export async function insertFeeTransfer(
  tx: Tx,
  transfer: {
    id: string;
    propertyId: PropertyId;
    fee: Fee;
    exclTaxCents: Cents;
    vatBps: number;
    vatCents: Cents;
    country: CompanyFeeTransfer['spv_country'];
    paymentId: string;
    transactionId: string;
    at: Temporal.Instant;
  },
): Promise<void> {
  await tx
    .insertInto('company_fee_transfer')
    .values({
      id: transfer.id,
      property_id: transfer.propertyId,
      fee: transfer.fee,
      status: 'waiting',
      amount_excl_tax_cents: transfer.exclTaxCents,
      vat_bps: transfer.vatBps,
      vat_cents: transfer.vatCents,
      spv_country: transfer.country,
      payment_id: transfer.paymentId,
      wallet_transaction_id: transfer.transactionId,
      created_at: transfer.at,
    })
    .execute();
}

/** The transfer of a fee with what its settlement needs. */
export async function findFeeTransfer(tx: Tx, id: string) {
  return tx
    .selectFrom('company_fee_transfer')
    .select([
      'id',
      'property_id as propertyId',
      'fee',
      'amount_excl_tax_cents as exclTaxCents',
      'vat_bps as vatBps',
      'vat_cents as vatCents',
      'spv_country as country',
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

/** waiting -> transferred or failed. Throws when it was settled before. */
export async function markFeeTransfer(
  tx: Tx,
  id: string,
  end: { to: 'transferred' | 'failed'; invoiceId: string | null; at: Temporal.Instant },
): Promise<void> {
  await tx
    .updateTable('company_fee_transfer')
    .set({ status: end.to, invoice_id: end.invoiceId, settled_at: end.at })
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .returning('id')
    .executeTakeFirstOrThrow(() => new Error(`fee transfer ${id} does not wait`));
}

/** The fee's transfer as the property shows it; null until it was transferred. */
export async function findFeeOfProperty(db: Database | Tx, propertyId: PropertyId, fee: Fee): Promise<FeeTransfer | null> {
  const row = await db
    .selectFrom('property')
    .select(['funding_fees_transfer as funding', 'fiducie_fees_transfer as fiducie'])
    .where('id', '=', propertyId)
    .executeTakeFirstOrThrow();
  // Border: only settleCompanyFee writes both columns.
  return row[fee] as FeeTransfer | null;
}
