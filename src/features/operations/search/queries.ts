// SQL of the search: each branch by an index of its own, as it runs while somebody types.

import { sql } from 'kysely';
import type { Cents } from '../../../core/cents.ts';
import type { Database } from '../../../core/db/pool.ts';
import { containing } from '../../../core/db/sql-fragments.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import type { PaymentPurpose } from '../../../money/payments/index.ts';
import { MAX_OF_A_KIND, type Wanted } from './rules.ts';

type FoundAs<Amount> = { id: string; name: string; note: string | null; amountCents: Amount; at: Temporal.Instant };
/** A record as it was found. */
export type Found = FoundAs<Cents | null>;
type FoundMoney = FoundAs<Cents>;

/** A pattern that no text matches, where no words are looked for. */
const patternOf = ({ words }: Wanted) => (words === null ? null : containing(words));

/** By any part of the name, or of that of the SPV, or by id. */
export async function findProjects(db: Database | Tx, wanted: Wanted): Promise<Found[]> {
  const part = patternOf(wanted);
  const { rows } = await sql<Found>`
    select
      property.id::text as id,
      property.name,
      spv.name as note,
      null::bigint as "amountCents",
      property.created_at as at
    from (
      select id
      from property
      where lower(name) like ${part}::text
      union
      select property.id
      from spv
      join property on property.spv_id = spv.id
      where lower(spv.name) like ${part}::text
      union
      select ${wanted.id}::uuid
    ) found
    join property on property.id = found.id
    left join spv on spv.id = property.spv_id
    order by property.created_at desc, property.id desc
    limit ${MAX_OF_A_KIND}`.execute(db);
  return rows;
}

/** By amount, part of the label, number of the wire at the provider, or id. */
export async function findWires(db: Database | Tx, wanted: Wanted): Promise<FoundMoney[]> {
  const { rows } = await sql<FoundMoney>`
    select
      wire.id::text as id,
      case when wire.property_id is null then spv.name else property.name end as name,
      nullif(wire.comment, '') as note,
      wire.amount_cents as "amountCents",
      wire.created_at as at
    from (
      (
        select id
        from received_payment
        where amount_cents = ${wanted.amountCents}::bigint
        order by created_at desc
        limit ${MAX_OF_A_KIND}
      )
      union
      (
        select id
        from received_payment
        where lower(comment) like ${patternOf(wanted)}::text
        order by created_at desc
        limit ${MAX_OF_A_KIND}
      )
      union
      select id
      from received_payment
      where provider_wire_id = ${wanted.providerNumber}::bigint
      union
      select ${wanted.id}::uuid
    ) found
    join received_payment wire on wire.id = found.id
    join spv on spv.id = wire.spv_id
    left join property on property.id = wire.property_id
    order by wire.created_at desc, wire.id desc
    limit ${MAX_OF_A_KIND}`.execute(db);
  return rows;
}

/** By number at the provider, or by id, which is its reference there. */
export async function findPayments(db: Database | Tx, { id, providerNumber }: Wanted): Promise<FoundMoney[]> {
  const { rows } = await sql<FoundMoney & { name: PaymentPurpose }>`
    select
      payment.id::text as id,
      payment.purpose as name,
      nullif(payment.comment, '') as note,
      payment.amount_cents as "amountCents",
      payment.created_at as at
    from payment
    where payment.id = ${id}::uuid
      or (payment.kind, payment.provider_payment_id) in (
        ('transfer', ${providerNumber}::bigint), ('payOut', ${providerNumber}::bigint)
      )
    order by payment.created_at desc
    limit ${MAX_OF_A_KIND}`.execute(db);
  return rows;
}

/** By number as it is printed, or by id. */
export async function findInvoices(db: Database | Tx, { id, invoice }: Wanted): Promise<(FoundMoney & InvoiceKey)[]> {
  const { rows } = await sql<FoundMoney & InvoiceKey>`
    select
      invoice.id::text as id,
      invoice.issuer,
      invoice.year,
      invoice.number,
      '' as name,
      invoice.billed_to ->> 'name' as note,
      invoice.amount_excl_tax_cents + invoice.vat_cents as "amountCents",
      invoice.issued_at as at
    from invoice
    where invoice.id = ${id}::uuid
      or (invoice.issuer, invoice.year, invoice.number)
        = (${invoice?.issuer ?? null}::text, ${invoice?.year ?? null}::integer, ${invoice?.number ?? null}::integer)
    limit ${MAX_OF_A_KIND}`.execute(db);
  return rows;
}

type InvoiceKey = { issuer: string; year: number; number: number };
