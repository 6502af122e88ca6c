// SQL of what a project pays after its funding, and of the fees of the platform; names say what is locked.

import { sql } from 'kysely';
import type { Database } from '../../../core/db/pool.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { lockProperty } from '../project-life/index.ts';
import type { Fee, FeesPaid } from './rules.ts';
import type { FeeTransfer } from './schemas.ts';

/** A property as its transfers see it, with its SPV; amounts in cents. */
export type TransferProperty = NonNullable<Awaited<ReturnType<typeof findTransferProperty>>>;

export async function findTransferProperty(db: Database | Tx, propertyId: string) {
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
      'spv.id as spvId',
      'spv.country',
      'spv.provider_external_id as accountId',
      'spv.vat_override_bps as vatOverrideBps',
    ])
    .executeTakeFirst();
}

/** The same with the property locked: its transfers wait for each other until the end of the transaction. */
export async function lockTransferProperty(tx: Tx, propertyId: string): Promise<TransferProperty | undefined> {
  return (await lockProperty(tx, propertyId)) && findTransferProperty(tx, propertyId);
}

/** The attempt that counts: on its way or done; refused ones do not. Exact under {@link lockTransferProperty}. */
export async function findLiveFeeTransfer(tx: Tx, propertyId: string, fee: Fee) {
  return tx
    .selectFrom('company_fee_transfer')
    .select(['id', 'status', 'payment_order_id as orderId'])
    .where('property_id', '=', propertyId)
    .where('fee', '=', fee)
    .where('status', 'in', ['waiting', 'transferred'])
    .executeTakeFirst();
}

/** Fees of the property that are on their way or done, as they were computed then. */
export async function readFeesPaid(db: Database | Tx, propertyId: string): Promise<FeesPaid> {
  const rows = await db
    .selectFrom('company_fee_transfer')
    .select(['fee', sql<number>`amount_excl_tax_cents + vat_cents`.as('inclTaxCents')])
    .where('property_id', '=', propertyId)
    .where('status', 'in', ['waiting', 'transferred'])
    .execute();
  return Object.fromEntries(rows.map(({ fee, inclTaxCents }) => [fee, inclTaxCents]));
}

/** A new attempt; a second live one violates `company_fee_transfer_once`. */
export async function insertFeeTransfer(
  tx: Tx,
  transfer: {
    id: string;
    propertyId: string;
    fee: Fee;
    exclTaxCents: number;
    vatBps: number;
    vatCents: number;
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
      payment_order_id: transfer.orderId,
      wallet_transaction_id: transfer.transactionId,
      created_at: transfer.at,
    })
    .execute();
}

/** An attempt with what its settlement needs. */
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
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

/** `waiting` to its end. Throws when it was settled before. */
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

/** The fee's transfer as the view shows it; null while it was not moved. */
export async function findFeeOfProperty(db: Database | Tx, propertyId: string, fee: Fee): Promise<FeeTransfer | null> {
  const row = await db
    .selectFrom('property')
    .select(['funding_fees_transfer as funding', 'fiducie_fees_transfer as fiducie'])
    .where('id', '=', propertyId)
    .executeTakeFirstOrThrow();
  // Border: settleCompanyFee is the single writer of both columns.
  return row[fee] as FeeTransfer | null;
}
