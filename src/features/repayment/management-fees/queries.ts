// SQL of the management fees; their status is written by the room payment-schedule.

import { sql } from 'kysely';
import { type Cents, centsOf } from '../../../core/cents.ts';
import type { Database } from '../../../core/db/pool.ts';
import type { EcheanceId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';

function selectFees(db: Database | Tx) {
  return db
    .selectFrom('echeance')
    .innerJoin('property', 'property.id', 'echeance.property_id')
    .leftJoin('spv', 'spv.id', 'property.spv_id')
    .select([
      'echeance.id as echeanceId',
      'echeance.property_id as propertyId',
      'property.name as propertyName',
      'spv.id as spvId',
      'spv.provider_external_id as accountId',
      'echeance.number',
      'echeance.period',
      'echeance.due_date as dueDate',
      'echeance.management_fees_excl_tax_cents as exclTaxCents',
      'echeance.management_fees_vat_cents as vatCents',
      'echeance.management_fees_vat_bps as vatBps',
      'echeance.management_fees_status as status',
      'echeance.management_fees_executed_at as executedAt',
      'echeance.management_fees_comment as comment',
      'echeance.management_fees_payment_id as paymentId',
    ])
    .select(({ fn }) => fn.coalesce('spv.country', sql.lit<'France'>('France')).as('country'));
}

/** A fee with its property and SPV; amounts in cents. */
export type FeeRow = Awaited<ReturnType<typeof listFeesOfPeriod>>[number];

/** Fees of one month across all properties, by property name. */
export async function listFeesOfPeriod(db: Database, period: string) {
  return selectFees(db)
    .where('echeance.period', '=', period)
    .where('echeance.management_fees_excl_tax_cents', '>', 0)
    .orderBy('property.name')
    .orderBy('echeance.id')
    .execute();
}

/** Fees up to a month that are not executed, oldest first. */
export async function listOpenFeesUntil(db: Database, lastPeriod: string): Promise<FeeRow[]> {
  return selectFees(db)
    .where('echeance.period', '<=', lastPeriod)
    .where('echeance.management_fees_status', '<>', sql.lit('executed' as const))
    .where('echeance.management_fees_excl_tax_cents', '>', 0)
    .orderBy('echeance.period')
    .orderBy('property.name')
    .orderBy('echeance.id')
    .execute();
}

/** The fee of an echeance, undefined when it has none; exact under the lock of its schedule. */
export async function findFee(db: Database | Tx, echeanceId: EcheanceId): Promise<FeeRow | undefined> {
  return selectFees(db)
    .where('echeance.id', '=', echeanceId)
    .where('echeance.management_fees_excl_tax_cents', '>', 0)
    .executeTakeFirst();
}

/** Cents held from this account when the payment was opened. The fee's `taken` amount may have grown since, by a new penalty. */
export async function sumHeldFrom(tx: Tx, paymentId: string, account: string): Promise<Cents> {
  const { rows } = await sql<{ cents: Cents }>`
    select coalesce(-sum(line.amount_cents), 0) as cents
    from wallet_transaction shown
    join ledger_posting posting on posting.reference = shown.id and posting.step = 'hold'
    join ledger_line line on line.posting_id = posting.id
    join ledger_account account on account.id = line.account_id
    where shown.payment_id = ${paymentId}::uuid
      and account.name = ${account}`.execute(tx);
  const [sum] = rows;
  if (!sum) throw new Error('a sum without a row');
  return centsOf(Number(sum.cents));
}
