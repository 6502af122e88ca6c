// States of payment schedules and their debits that tests begin with and that no request leads to: older ones, and damaged ones.
// All of it SQL.

import { randomUUID } from 'node:crypto';
import type { EcheanceId, PropertyId, SpvId } from '../../src/core/db/tables.ts';
import { timePasses } from './database-time.ts';
import type { World } from './world.ts';

/** Damage: faults of the past in the echeances of one schedule, as the proof and the recomputation meet them. */
export const spoilSchedule = {
  dueOne: (world: World, propertyId: PropertyId) =>
    world.sql('update echeance set capital_repayment_due_cents = 1 where property_id = $1', [propertyId]),
  gaps: (world: World, propertyId: PropertyId) =>
    world.sql(
      `update echeance set start_date = start_date - 1, capital_repayment_due_cents = case number when 15 then 10000000 else 0 end where property_id = $1`,
      [propertyId],
    ),
  noGaps: (world: World, propertyId: PropertyId) =>
    world.sql('update echeance set start_date = start_date + 1 where property_id = $1', [propertyId]),
  oneMissing: (world: World, propertyId: PropertyId, number: number) =>
    world.sql('delete from echeance where property_id = $1 and number = $2', [propertyId, number]),
  interest: (world: World, propertyId: PropertyId) =>
    world.sql(
      'update echeance set interest_cents = interest_cents + 7, interest_carry = 0 where property_id = $1 and number in (4, 5)',
      [propertyId],
    ),
};

/** The property has no schedule any more, as if none had been made. By SQL: nothing deletes one. */
export async function dropSchedule(world: World, propertyId: PropertyId): Promise<void> {
  await world.sql(
    `with no_echeance as (delete from echeance where property_id = $1), no_prorogation as (delete from prorogation where property_id = $1),
       no_event as (delete from capital_event where property_id = $1)
     delete from payment_schedule where property_id = $1`,
    [propertyId],
  );
}

/** A schedule that counts on more of the escrow than was set aside. By SQL: older ones, which no creation takes now. */
export async function escrowPlanned(world: World, propertyId: PropertyId, cents: number): Promise<void> {
  await world.sql('update payment_schedule set interest_sequestre_cents = $2 where property_id = $1', [propertyId, cents]);
}

/** An echeance that asks for nothing. By SQL: interest and fees of a month are never zero together. */
export async function owesNothing(world: World, echeanceId: EcheanceId | undefined): Promise<void> {
  await world.sql(
    'update echeance set interest_cents = 0, management_fees_excl_tax_cents = 0, management_fees_vat_cents = 0 where id = $1',
    [echeanceId],
  );
}

/** The ten days are over in which a debit is watched: the database's own time, which nothing moves. */
export async function watchOver(world: World, echeanceId: EcheanceId | undefined): Promise<void> {
  const where = 'echeance_id = $2';
  await timePasses(world, { table: 'direct_debit', columns: ['watched_until'], where, values: [echeanceId] }, '11 days');
}

/** A debit. By SQL: as it stands between two steps of its life; only how it is shown is asked. */
export async function recordDebit(
  world: World,
  echeanceId: EcheanceId | undefined,
  { status, providerDebitId }: { status: string; providerDebitId: number | null },
): Promise<void> {
  await world.sql(
    `insert into direct_debit (id, echeance_id, status, amount_cents, collection_date, debit_account_id, provider_mandate_id, provider_debit_id, created_at)
     values ($1, $2, $3, 89167, '2026-02-05', 'spv', 7, $4, clock_timestamp())`,
    [randomUUID(), echeanceId, status, providerDebitId],
  );
}

/** The debit of this number was taken back. By SQL: the provider does not know those of recordDebit. */
export async function cancelDebit(world: World, providerDebitId: number): Promise<void> {
  await world.sql(`update direct_debit set status = 'canceled' where provider_debit_id = $1`, [providerDebitId]);
}

/** Money of the escrow that waits for its echeance; its id. By SQL: only how the schedule counts it is asked, not the transfer at the provider. Cents. */
export async function escrowWaits(
  world: World,
  {
    propertyId,
    spvId,
    echeanceId,
    cents,
  }: { propertyId: PropertyId; spvId: SpvId; echeanceId: EcheanceId | undefined; cents: number },
): Promise<string> {
  const id = randomUUID();
  await world.sql(
    `insert into received_payment (id, property_id, spv_id, status, amount_cents, payment, source, payment_date, target_echeance_id, created_at)
     values ($1, $2, $3, 'waiting', $5, 'other', 'escrow', '2026-02-05', $4, now())`,
    [id, propertyId, spvId, echeanceId, cents],
  );
  return id;
}

/** It was archived without being assigned. By SQL: it was made by escrowWaits, without its money. */
export async function archiveUnassigned(world: World, id: string): Promise<void> {
  await world.sql(`update received_payment set status = 'archivedNotAssigned', archived_at = now() where id = $1`, [id]);
}
