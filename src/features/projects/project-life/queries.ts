// SQL of the lock of a property, its financial status, its changes after its publication, and its money that was never at the provider.

import { type Selectable, sql, type Updateable } from 'kysely';
import { invalidate } from '../../../core/cache.ts';
import { type Cents, centsOf } from '../../../core/cents.ts';
import type { Database } from '../../../core/db/pool.ts';
import type { Property, PropertyId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { FINANCIAL_TRANSITIONS, type FinancialEvent, type FinancialState } from './rules.ts';

/** A property as stored. */
export type PropertyRow = Selectable<Property>;

/**
 * Locks a property, before any other row of it (docs/adr/0013-lock-order.md). Every transaction that changes it, spends its money
 * or counts its bricks takes this lock; inserting a row that only refers to it does not wait. Later statements of the transaction
 * see everything that earlier holders of the lock have committed. Undefined for an unknown property.
 */
export async function lockProperty(tx: Tx, propertyId: PropertyId): Promise<PropertyRow | undefined> {
  return tx.selectFrom('property').selectAll().where('id', '=', propertyId).forNoKeyUpdate().executeTakeFirst();
}

/** The same lock for several properties, in the order of their ids; returns the ids that exist. */
export async function lockProperties(tx: Tx, propertyIds: readonly PropertyId[]): Promise<Set<PropertyId>> {
  const rows = await tx
    .selectFrom('property')
    .select('id')
    .where('id', '=', (any) => any.fn.any(any.val(propertyIds)))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Changes the status from one of `from` to `to`; false when it has none of them, or `to` already. */
async function moveFinancialStatus(
  tx: Tx,
  propertyId: PropertyId,
  change: { from: readonly FinancialState[]; to: FinancialState; at: Temporal.Instant },
): Promise<boolean> {
  const from = change.from.filter((status) => status !== null && status !== change.to);
  const row = await tx
    .updateTable('property')
    .set({ financial_status: change.to, updated_at: change.at })
    .where('id', '=', propertyId)
    .where((property) =>
      property.or([
        property('financial_status', '=', property.fn.any(property.val(from))),
        ...(change.from.includes(null) ? [property('financial_status', 'is', null)] : []),
      ]),
    )
    .returning('id')
    .executeTakeFirst();
  if (row === undefined) return false;
  if (change.to !== null)
    await tx
      .insertInto('financial_status_change')
      .values({ property_id: propertyId, status: change.to, changed_at: change.at })
      .execute();
  return true;
}

/** The end of a funding; `escrowCents` of the collected money is set aside for interest. */
type FundingEnd = {
  propertyId: PropertyId;
  purchasedBrickCount: number;
  investorCount: number;
  collectedCents: Cents;
  escrowCents: Cents;
  at: Temporal.Instant;
};

/**
 * Marks the funding as ended: closes the primary market and writes the final numbers. A royalty property is purchased at this
 * moment (defaults.md#financial-status-of-a-project). False when the funding had ended before.
 */
export async function markFundingEnded(tx: Tx, end: FundingEnd): Promise<boolean> {
  const row = await tx
    .updateTable('property')
    .set({
      funding_ended_at: end.at,
      purchased_brick_count: end.purchasedBrickCount,
      investor_count: end.investorCount,
      collected_cents: end.collectedCents,
      escrow_set_aside_cents: end.escrowCents,
      primary_market_open: false,
      purchased_date: sql`case
        when investor_contract_type = 'royalty' then ${end.at}::timestamptz
        else purchased_date
      end`,
      updated_at: end.at,
    })
    .where('id', '=', end.propertyId)
    .where('funding_ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Marks an obligation or a loan as purchased at its first transfer to the owner (defaults.md#financial-status-of-a-project). */
export async function markPurchased(tx: Tx, propertyId: PropertyId, at: Temporal.Instant): Promise<void> {
  await tx
    .updateTable('property')
    .set({
      purchased_date: sql`case
        when investor_contract_type = 'royalty' then purchased_date
        else coalesce(purchased_date, ${at}::timestamptz)
      end`,
      updated_at: at,
    })
    .where('id', '=', propertyId)
    .execute();
}

/** Undoes {@link markPurchased} when the only transfer to the owner has failed. */
export async function undoPurchase(tx: Tx, propertyId: PropertyId, at: Temporal.Instant): Promise<void> {
  await tx
    .updateTable('property')
    .set({ purchased_date: sql`case when investor_contract_type = 'royalty' then purchased_date end`, updated_at: at })
    .where('id', '=', propertyId)
    .execute();
}

/** Writes the transfer of a fee, as the administrators' view shows it in `companyFees.x.transfer`. */
export async function writeFeeTransfer(
  tx: Tx,
  propertyId: PropertyId,
  transfer: { fee: 'funding' | 'fiducie'; shown: object; at: Temporal.Instant },
): Promise<void> {
  const shown = JSON.stringify(transfer.shown);
  await tx
    .updateTable('property')
    .set({
      updated_at: transfer.at,
      ...(transfer.fee === 'funding' ? { funding_fees_transfer: shown } : { fiducie_fees_transfer: shown }),
    })
    .where('id', '=', propertyId)
    .execute();
}

/** Writes the amounts of the contract budget, cents; undefined ones stay as they are. */
export async function writeContractBudget(
  tx: Tx,
  propertyId: PropertyId,
  amounts: {
    totalFundEscrow: Cents | undefined;
    totalConstructionBudget: Cents | undefined;
    budgetIncreasesCents: Cents;
    escrowSetAsideCents?: Cents;
    at: Temporal.Instant;
  },
): Promise<{ totalFundEscrow: Cents; totalConstructionBudget: Cents }> {
  return tx
    .updateTable('property')
    .set({
      total_fund_escrow_cents: amounts.totalFundEscrow,
      total_construction_budget_cents: amounts.totalConstructionBudget,
      escrow_set_aside_cents: amounts.escrowSetAsideCents,
      budget_increases_cents: amounts.budgetIncreasesCents,
      updated_at: amounts.at,
    })
    .where('id', '=', propertyId)
    .returning(['total_fund_escrow_cents as totalFundEscrow', 'total_construction_budget_cents as totalConstructionBudget'])
    .executeTakeFirstOrThrow();
}

/** Opens or closes the secondary market. */
export async function setMarketplaceAllowed(
  tx: Tx,
  propertyId: PropertyId,
  change: { isAllowed: boolean; at: Temporal.Instant },
): Promise<void> {
  await tx
    .updateTable('property')
    .set({ is_marketplace_allowed: change.isAllowed, updated_at: change.at })
    .where('id', '=', propertyId)
    .execute();
}

/** The columns that a step of a sale writes. */
type ResaleChange = Pick<
  Updateable<Property>,
  'resale_sale_started_at' | 'resale_offer_accepted_at' | 'resale_sale_type' | 'resale_completed_at' | 'updated_at'
>;

/** A step of the sale of a royalty property. */
export async function writeResale(tx: Tx, propertyId: PropertyId, change: ResaleChange): Promise<Selectable<Property>> {
  return tx.updateTable('property').set(change).where('id', '=', propertyId).returningAll().executeTakeFirstOrThrow();
}

/** Sets the flag of a project that was once late or in default; it is never cleared. */
export async function raiseDelayFlag(tx: Tx, propertyId: PropertyId, at: Temporal.Instant): Promise<void> {
  await tx
    .updateTable('property')
    .set({ has_been_in_delay_or_default_once: true, updated_at: at })
    .where('id', '=', propertyId)
    .where('has_been_in_delay_or_default_once', '=', false)
    .execute();
}

/**
 * Marks the referral rewards of these properties as paid. Throws when those of one were paid before, which the caller has
 * checked.
 */
export async function markReferralsPaid(tx: Tx, propertyIds: readonly PropertyId[], at: Temporal.Instant): Promise<void> {
  const rows = await tx
    .updateTable('property')
    .set({ referral_paid_at: at, updated_at: at })
    .where('id', '=', (any) => any.fn.any(any.val(propertyIds)))
    .where('referral_paid_at', 'is', null)
    .returning('id')
    .execute();
  if (rows.length !== propertyIds.length)
    throw new Error(`of properties ${propertyIds.join(', ')} only ${rows.length} could be marked as paid`);
}

/** Marks the final settlement as done. Throws when it was done before. */
export async function markSettled(tx: Tx, propertyId: PropertyId, at: Temporal.Instant): Promise<Selectable<Property>> {
  return tx
    .updateTable('property')
    .set({ solde_de_tout_compte_done_at: at, updated_at: at })
    .where('id', '=', propertyId)
    .where('solde_de_tout_compte_done_at', 'is', null)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Cents in the project's purses that are not at the provider: records of source `other`, less what of them left the books again, less
 * wires that cover them, less what was handed over to the owner outside.
 */
export async function sumOffProvider(db: Database | Tx, propertyId: PropertyId): Promise<Cents> {
  const { rows } = await sql<{ cents: number }>`
    select
      (
        select coalesce(sum(amount_cents - archived_off_provider_cents), 0)
        from received_payment
        where property_id = ${propertyId}::uuid
          and source = 'other'
      ) - (
        select coalesce(sum(covered_cents), 0)
        from received_payment
        where property_id = ${propertyId}::uuid
          and covered_cents > 0
      ) - (
        select coalesce(sum(off_provider_cents), 0)
        from owner_settlement
        where property_id = ${propertyId}::uuid
      ) as cents`.execute(db);
  return centsIn(rows);
}

/** Cents in all purses of the project. */
export async function sumPurses(db: Database | Tx, propertyId: PropertyId): Promise<Cents> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(balance_cents), 0) as cents
    from ledger_account
    where owner_id = ${propertyId}::uuid`.execute(db);
  return centsIn(rows);
}

/** Cents in the purses that somebody else gets: what is held, and what open payouts will take; for fees and transfers all that is the holders'. */
export async function sumPromised(
  db: Database | Tx,
  propertyId: PropertyId,
  leaving: 'anything' | 'feesAndTransfers',
): Promise<Cents> {
  const owed = leaving === 'feesAndTransfers' ? IN_PURSES_OF_HOLDERS : IN_OPEN_PAYOUTS;
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(held.balance_cents), 0) + (${owed(propertyId)}) as cents
    from ledger_account held
    where held.name = 'PRO:' || ${propertyId}::text || ':HELD'`.execute(db);
  return centsIn(rows);
}

const IN_PURSES_OF_HOLDERS = (propertyId: PropertyId) => sql`
      select coalesce(sum(balance_cents), 0)
      from ledger_account
      where owner_id = ${propertyId}::uuid
        and split_part(name, ':', 3) in ('COUPON', 'CAPITAL', 'ESCROW')`;

const IN_OPEN_PAYOUTS = (propertyId: PropertyId) => sql`
      select coalesce(sum(line.gross_cents), 0)
      from payout_run run
      join payout_line line on line.run_id = run.id
      where run.property_id = ${propertyId}::uuid
        and line.status in ('waiting', 'failed', 'blocked')`;

function centsIn(rows: readonly { cents: number }[]): Cents {
  const [sum] = rows;
  if (!sum) throw new Error('a sum without a row');
  return centsOf(Number(sum.cents));
}

/**
 * Compare-and-set by the table of transitions; invalidates the cached page. False when the event changes nothing in the present
 * status.
 */
export async function changeFinancialStatus(
  tx: Tx,
  propertyId: PropertyId,
  event: FinancialEvent,
  at: Temporal.Instant,
): Promise<boolean> {
  const isChanged = await moveFinancialStatus(tx, propertyId, { ...FINANCIAL_TRANSITIONS[event], at });
  if (isChanged) await invalidate(tx, [propertyCacheKey(propertyId)]);
  return isChanged;
}

/** What the public page of a property shows and no purchase changes. */
export function propertyCacheKey(propertyId: PropertyId): string {
  return `property:${propertyId}`;
}
