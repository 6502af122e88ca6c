// SQL of the edits of a property, its budget and its internal note.

import { sql, type Updateable } from 'kysely';
import type { Database } from '../../core/db/pool.ts';
import type { Property } from '../../core/db/tables.ts';
import type { Tx } from '../../core/db/transaction.ts';
import { purseOf } from '../../money/ledger/index.ts';
import type { BudgetState } from './edit-rules.ts';
import type { PropertyRow } from './queries.ts';

/** Writes the columns that are given, while the property has the status that the caller saw under its lock. */
export async function updateProperty(
  tx: Tx,
  propertyId: string,
  status: PropertyRow['status'],
  columns: Updateable<Property>,
): Promise<PropertyRow> {
  return tx
    .updateTable('property')
    .set(columns)
    .where('id', '=', propertyId)
    .where('status', '=', status)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** What the contract-budget rules look at, with the SPV and whether the money was divided already. */
export type BudgetRow = BudgetState & { spvId: string | null; fundingEnded: boolean };

/** The budget of a property. A transfer that waits for the provider's answer counts as one. */
export async function findBudget(db: Database | Tx, propertyId: string): Promise<BudgetRow | undefined> {
  return db
    .selectFrom('property')
    .where('property.id', '=', propertyId)
    .select((select) => [
      'property.status',
      'property.investor_contract_type as contractType',
      'property.operation',
      'property.total_fund_escrow_cents as totalFundEscrow',
      'property.total_construction_budget_cents as totalConstructionBudget',
      'property.spv_id as spvId',
      sql<boolean>`property.funding_ended_at is not null`.as('fundingEnded'),
      select
        .exists(select.selectFrom('payment_schedule').select('property_id').whereRef('property_id', '=', 'property.id'))
        .$castTo<boolean>()
        .as('hasSchedule'),
      select
        .exists(
          select
            .selectFrom('owner_transfer')
            .select('id')
            .whereRef('property_id', '=', 'property.id')
            .where('status', '<>', 'failed'),
        )
        .$castTo<boolean>()
        .as('hasOwnerTransfer'),
    ])
    .executeTakeFirst();
}

/**
 * The same, locked so that neither a schedule nor a transfer can be written for the property meanwhile: their foreign keys
 * wait for this lock.
 */
export async function lockBudget(tx: Tx, propertyId: string): Promise<BudgetRow | undefined> {
  await tx.selectFrom('property').select('id').where('id', '=', propertyId).forUpdate().execute();
  // A statement of its own: it sees what was committed until the lock was given.
  return findBudget(tx, propertyId);
}

/** Cents that the closing and later changes have put into the SPV's ESCROW for this property. */
export async function sumSetAside(tx: Tx, propertyId: string, spvId: string): Promise<number> {
  const row = await tx
    .selectFrom('wallet_transaction')
    .innerJoin('ledger_posting', 'ledger_posting.reference', 'wallet_transaction.id')
    .innerJoin('ledger_line', 'ledger_line.posting_id', 'ledger_posting.id')
    .innerJoin('ledger_account', 'ledger_account.id', 'ledger_line.account_id')
    .where('wallet_transaction.property_id', '=', propertyId)
    .where('wallet_transaction.type', 'in', ['FUNDING_CLOSED', 'ESCROW_CHANGE'])
    .where('ledger_account.name', '=', purseOf(spvId, 'ESCROW'))
    .select((select) => select.fn.coalesce(select.fn.sum<number>('ledger_line.amount_cents'), sql<number>`0`).as('cents'))
    .executeTakeFirstOrThrow();
  return row.cents;
}

/** Deletes a DRAFT; false when it is none, or unknown. A row that refers to it violates a foreign key. */
export async function deleteDraft(tx: Tx, propertyId: string): Promise<boolean> {
  const row = await tx
    .deleteFrom('property')
    .where('id', '=', propertyId)
    .where('status', '=', 'DRAFT')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** The internal note; undefined for an unknown property. Never written: empty, version 0 (Q75). */
export async function findInternalNote(db: Database | Tx, propertyId: string) {
  return db
    .selectFrom('property')
    .where('id', '=', propertyId)
    .select(['internal_note_content as content', 'internal_note_version as version'])
    .executeTakeFirst();
}

/** Replaces the note of the version that the caller read; undefined when it is another one by now, or no such property. */
export async function replaceInternalNote(
  tx: Tx,
  propertyId: string,
  note: { content: string; version: number; at: Temporal.Instant },
) {
  return tx
    .updateTable('property')
    .set((row) => ({
      internal_note_content: note.content,
      internal_note_version: row('internal_note_version', '+', 1),
      updated_at: note.at,
    }))
    .where('id', '=', propertyId)
    .where('internal_note_version', '=', note.version)
    .returning(['internal_note_content as content', 'internal_note_version as version'])
    .executeTakeFirst();
}
