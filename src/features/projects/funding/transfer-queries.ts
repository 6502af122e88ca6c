// SQL of the transfers after a funding: the property with its SPV, and the fees of the platform.

import { sql } from 'kysely';
import type { Cents } from '../../../core/cents.ts';
import type { Database } from '../../../core/db/pool.ts';
import type { CompanyFeeTransfer, PropertyId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { lockProperty } from '../project-life/index.ts';
import type { Fee, FeesPaid } from './rules.ts';
import type { FeeTransfer } from './schemas.ts';

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
    .select(['id', 'status', 'payment_order_id as orderId'])
    .where('property_id', '=', propertyId)
    .where('fee', '=', fee)
    .where('status', 'in', ['waiting', 'transferred'])
    .executeTakeFirst();
}

/** Transfers of the property's fees that are waiting or done: one at most of each fee. */
export async function listLiveFeeTransfers(db: Database, propertyId: PropertyId) {
  const rows = await db
    .selectFrom('company_fee_transfer')
    .select(['fee', 'status', 'payment_order_id as orderId', 'amount_excl_tax_cents as exclTaxCents', 'vat_cents as vatCents'])
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
    orderId: string;
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
      payment_order_id: transfer.orderId,
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
  // Border: settleCompanyFee alone writes both columns.
  return row[fee] as FeeTransfer | null;
}
