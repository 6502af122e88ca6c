// SQL of a split: one record becomes two that add up to it.

import { sql } from 'kysely';
import type { Cents } from '../../../core/cents.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { PAYMENT_COLUMNS } from './queries.ts';
import type { PaymentRow } from './rules.ts';

/** Columns that both parts share. */
const SHARED = [
  'property_id',
  'spv_id',
  'status',
  'lineage',
  'origin_wire_id',
  'origin_amount_cents',
  'payment',
  'source',
  'debit_account_id',
  'provider_wire_id',
  'payment_order_id',
  'wallet_transaction_id',
  'payment_date',
  'comment',
  'target_echeance_id',
] as const;

/** The locked record becomes a child with `newAmountCents`; a second child gets the rest (repayments.md#splitting). */
export async function splitPayment(
  tx: Tx,
  row: PaymentRow,
  split: { newAmountCents: Cents; restId: string; restCents: Cents; at: Temporal.Instant },
): Promise<[PaymentRow, PaymentRow]> {
  const kept = await tx
    .updateTable('payment_to_be_assigned')
    .set({
      amount_cents: split.newAmountCents,
      lineage: 'child',
      origin_wire_id: row.originWireId ?? row.id,
      origin_amount_cents: row.originAmountCents ?? row.amountCents,
    })
    .where('id', '=', row.id)
    .returning(PAYMENT_COLUMNS)
    .executeTakeFirstOrThrow();
  const rest = await tx
    .insertInto('payment_to_be_assigned')
    .columns([...SHARED, 'id', 'amount_cents', 'created_at'])
    .expression((from) =>
      from
        .selectFrom('payment_to_be_assigned')
        .select([
          ...SHARED,
          sql<string>`${split.restId}::uuid`.as('id'),
          sql<Cents>`${split.restCents}::bigint`.as('amount_cents'),
          sql<Temporal.Instant>`${split.at}::timestamptz`.as('created_at'),
        ])
        .where('id', '=', row.id),
    )
    .returning(PAYMENT_COLUMNS)
    .executeTakeFirstOrThrow();
  return [kept, rest];
}
