// SQL of taking an assignment back.

import { sql } from 'kysely';
import type { EcheanceId, PropertyId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { PAYMENT_COLUMNS } from './queries.ts';
import type { PaymentRow } from './rules.ts';

/** A record with its assignment. `capitalEventId`: it is the escrow part of that event. */
export type AssignedRow = Omit<PaymentRow, 'propertyId'> & {
  propertyId: PropertyId;
  echeanceId: EcheanceId;
  paymentFor: 'mensualite' | 'capitalRepayment';
  capitalEventId: string | null;
};

function selectAssigned(tx: Tx, id: string) {
  return tx
    .selectFrom('payment_to_be_assigned')
    .select([...PAYMENT_COLUMNS, 'assigned_echeance_id as echeanceId', 'payment_for as paymentFor'])
    .select('capital_event_id as capitalEventId')
    .where('id', '=', id)
    .where('status', '=', 'assigned');
}

type Read = Awaited<ReturnType<ReturnType<typeof selectAssigned>['executeTakeFirst']>>;

/** The record, undefined when it is not assigned. */
export async function findAssignment(tx: Tx, id: string): Promise<AssignedRow | undefined> {
  return toAssigned(await selectAssigned(tx, id).executeTakeFirst());
}

/** The same, locked until the end of the transaction. */
export async function lockAssignment(tx: Tx, id: string): Promise<AssignedRow | undefined> {
  return toAssigned(await selectAssigned(tx, id).forUpdate().executeTakeFirst());
}

/** Throws when an assigned record lacks its echeance (excluded by `payment_assigned_where`) or its project (set by each assignment). */
function toAssigned(row: Read): AssignedRow | undefined {
  if (!row) return undefined;
  const { propertyId, echeanceId, paymentFor } = row;
  if (propertyId === null || echeanceId === null || paymentFor === null)
    throw new Error(`payment ${row.id} is assigned to nothing`);
  return { ...row, propertyId, echeanceId, paymentFor };
}

/** From assigned to waiting, without a project if the assignment had set it. Throws when the record is not assigned. */
export async function markUnassigned(tx: Tx, { id }: AssignedRow): Promise<PaymentRow> {
  return tx
    .updateTable('payment_to_be_assigned')
    .set({
      status: 'waiting',
      property_id: sql`case when project_named_by_assignment then null else property_id end`,
      project_named_by_assignment: false,
      assigned_echeance_id: null,
      payment_for: null,
      on_last_echeance: false,
      assigned_at: null,
      assign_comment: null,
    })
    .where('id', '=', id)
    .where('status', '=', 'assigned')
    .returning(PAYMENT_COLUMNS)
    .executeTakeFirstOrThrow();
}
