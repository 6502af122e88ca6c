// SQL that asks whether a schedule is in use.

import { sql } from 'kysely';
import type { PropertyId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';

/**
 * True when something was paid, executed, ordered, claimed or promised on an echeance of the property and not taken back, or when
 * anything at all, as an archived transfer or a canceled debit, refers to an echeance after the `last` one. Exact under its schedule's lock.
 */
export async function isInUse(tx: Tx, propertyId: PropertyId, { last }: { last: number }): Promise<boolean> {
  const { rows } = await sql<{ used: number }>`
    select 1 as used
    from echeance
    where property_id = ${propertyId}::uuid
      and (
        management_fees_status <> 'notExecuted'
        or management_fees_taken_cents > 0
        or penalty_total_cents <> 0
        or penalty_for_investors_cents <> 0
        or exists (
          select from payment_to_be_assigned payment
          where payment.assigned_echeance_id = echeance.id
        )
        or exists (
          select from payment_to_be_assigned payment
          where payment.target_echeance_id = echeance.id
            and (payment.status <> 'archivedNotAssigned' or echeance.number > ${last}::bigint or payment.capital_event_id is not null)
        )
        or exists (
          select from direct_debit debit
          where debit.echeance_id = echeance.id
            and (debit.status not in ('failed', 'canceled') or echeance.number > ${last}::bigint)
        )
        or exists (
          select from payout_run run
          where run.echeance_id = echeance.id
        )
        or exists (
          select from charge_back_claim claim
          where claim.echeance_id = echeance.id
        )
      )
    limit 1`.execute(tx);
  return rows.length > 0;
}
