// What writes a transfer to the project owner and the property's state that follows from it.

import { sql } from 'kysely';
import type { Tx } from '../../core/db/transaction.ts';
import type { RouteAudit } from '../../core/http/route.ts';
import type { OwnerTransferKey } from './transfer-queries.ts';

/** A new transfer: waiting for the provider, or a fact outside (`no-withdraw`), of which `bookedCents` were in our books. */
export type NewOwnerTransfer = OwnerTransferKey & {
  id: string;
  spvId: string | null;
  amountCents: number;
  audit: RouteAudit;
  transactionId: string | null;
  at: Temporal.Instant;
} & ({ action: 'withdraw'; bankAccountId: number; orderId: string } | { action: 'no-withdraw'; bookedCents: number });

/** Writes it; the flags of document 2 stand with a transfer that bypasses the withdrawal. */
export async function insertOwnerTransfer(tx: Tx, transfer: NewOwnerTransfer): Promise<void> {
  const isOutside = transfer.action === 'no-withdraw';
  const { administrator } = transfer.audit;
  await tx
    .insertInto('owner_transfer')
    .values({
      id: transfer.id,
      property_id: transfer.propertyId,
      spv_id: transfer.spvId,
      action: transfer.action,
      status: isOutside ? 'transferred' : 'waiting',
      amount_cents: transfer.amountCents,
      provider_bank_account_id: isOutside ? null : transfer.bankAccountId,
      booked_cents: isOutside ? transfer.bookedCents : transfer.amountCents,
      withdraw_bypassed: isOutside,
      bypassing_administrator_id: isOutside ? administrator.administratorId : null,
      bypassing_administrator_email: isOutside ? administrator.email : null,
      administrator_id: administrator.administratorId,
      idempotency_key: transfer.idempotencyKey,
      payment_order_id: isOutside ? null : transfer.orderId,
      wallet_transaction_id: transfer.transactionId,
      pending_audit: isOutside ? null : JSON.stringify(transfer.audit),
      created_at: transfer.at,
      settled_at: isOutside ? transfer.at : null,
    })
    .execute();
}

/** Takes the audit row that is still to be written; undefined when somebody wrote it before. */
export async function takePendingAudit(tx: Tx, id: string): Promise<RouteAudit | undefined> {
  const row = await tx
    .updateTable('owner_transfer')
    .from((from) =>
      from.selectFrom('owner_transfer').select(['id', 'pending_audit']).where('id', '=', id).forUpdate().as('before'),
    )
    .set({ pending_audit: null })
    .whereRef('owner_transfer.id', '=', 'before.id')
    .where('owner_transfer.pending_audit', 'is not', null)
    .returning('before.pending_audit as audit')
    .executeTakeFirst();
  // Border: insertOwnerTransfer is the single writer of the column.
  return row?.audit as RouteAudit | undefined;
}

/** `waiting` to its end; false when it was settled before. */
export async function markOwnerTransfer(
  tx: Tx,
  id: string,
  end: { to: 'transferred' | 'failed'; at: Temporal.Instant },
): Promise<boolean> {
  const row = await tx
    .updateTable('owner_transfer')
    .set({ status: end.to, settled_at: end.at })
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** The first transfer to the owner: an obligation or a loan is purchased (DESIGN §5). */
export async function markPurchased(tx: Tx, propertyId: string, at: Temporal.Instant): Promise<void> {
  await tx
    .updateTable('property')
    .set({
      purchased_date: sql`case when investor_contract_type = 'royalty' then purchased_date
        else coalesce(purchased_date, ${at}::timestamptz) end`,
      updated_at: at,
    })
    .where('id', '=', propertyId)
    .execute();
}

/** The only transfer came back: an obligation or a loan is not purchased. */
export async function undoPurchase(tx: Tx, propertyId: string, at: Temporal.Instant): Promise<void> {
  await tx
    .updateTable('property')
    .set({ purchased_date: sql`case when investor_contract_type = 'royalty' then purchased_date end`, updated_at: at })
    .where('id', '=', propertyId)
    .execute();
}

/** True once the funding has ended. */
export async function hasFundingEnded(tx: Tx, propertyId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('property')
    .select('funding_ended_at as endedAt')
    .where('id', '=', propertyId)
    .executeTakeFirstOrThrow();
  return row.endedAt !== null;
}
