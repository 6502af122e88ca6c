// States of payment schedules and their debits that tests begin with and that no request leads to: older ones, and damaged ones.
// All of it SQL.

import type { EcheanceId, PropertyId } from '../../src/core/db/tables.ts';
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
