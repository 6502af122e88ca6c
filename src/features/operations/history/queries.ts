// SQL of the sealed history. The hashes are made by functions of the database, as they are over all rows.

import type { Buffer } from 'node:buffer';
import { sql } from 'kysely';
import { startOfParisDay } from '../../../core/dates.ts';
import type { Database } from '../../../core/db/pool.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import type { Difference, Head, Leaf } from './rules.ts';

/** The Paris day that is to be sealed next; null when nothing was ever written. */
export async function nextDay(db: Database | Tx): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select coalesce(
      (select max(day) + 1 from history_head),
      (select (min(written_at) at time zone 'Europe/Paris')::date from history_rows('-infinity', 'infinity'))
    )::text as day`.execute(db);
  return rows[0]?.day ?? null;
}

/** Seals the day; refused by the database out of order, or before it is over for some hours. */
export async function sealDay(tx: Tx, day: string): Promise<void> {
  await sql`select history_seal(${day}::date)`.execute(tx);
}

/** Heads from a day on, up to another one, oldest first. */
export async function listHeads(db: Database | Tx, { from, to }: { from?: string; to?: string } = {}): Promise<Head[]> {
  const { rows } = await sql<Head>`
    select
      day::text as day,
      encode(previous_sha256, 'hex') as previous,
      encode(root_sha256, 'hex') as root,
      counts,
      encode(head_sha256, 'hex') as head
    from history_head
    where day >= coalesce(${from ?? null}::date, '-infinity')
      and day <= coalesce(${to ?? null}::date, 'infinity')
    order by history_head.day`.execute(db);
  return rows;
}

/** The leaves of a day in the order of its tree. */
export async function listLeaves(db: Database, day: string): Promise<Leaf[]> {
  const { rows } = await sql<Leaf>`
    select part.table_name as "table", row.id, encode(row.leaf, 'hex') as leaf
    from history_leaves part
    cross join unnest(part.ids, part.leaves) with ordinality as row (id, leaf, place)
    where part.day = ${day}::date
    order by part.table_name collate "C", row.place`.execute(db);
  return rows;
}

/** The first rows written before the end of a day that are not what was sealed, by day. */
export async function listDifferences(tx: Tx, until: string, limit: number): Promise<Difference[]> {
  const end = startOfParisDay(Temporal.PlainDate.from(until).add({ days: 1 }));
  // All rows and all leaves are joined: with the usual memory that is done in parts on the disk.
  await sql`set local work_mem = '256MB'`.execute(tx);
  const { rows } = await sql<Difference>`
    select day::text as day, table_name as "table", id, difference
    from history_differences(${end}::timestamptz, ${limit}::integer)`.execute(tx);
  return rows;
}

/** Days whose leaves are not those of their head. */
export async function listWrongRoots(db: Database): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`select day::text as day from history_wrong_roots() as day`.execute(db);
  return rows.map(({ day }) => day);
}

/** Days whose stamp is not for their head. */
export async function listForeignStamps(db: Database): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select head.day::text as day
    from history_stamp stamp
    join history_head head on head.day = stamp.day
    where position(head.head_sha256 in stamp.response) = 0
    order by head.day`.execute(db);
  return rows.map(({ day }) => day);
}

/** Writes the stamp of a head; false when it has one. */
export async function insertStamp(tx: Tx, stamp: { day: string; response: Buffer; at: Temporal.Instant }): Promise<boolean> {
  const { rows } = await sql<{ day: string }>`
    insert into history_stamp (day, response, stamped_at)
    values (${stamp.day}::date, ${stamp.response}::bytea, ${stamp.at}::timestamptz)
    on conflict do nothing
    returning day::text as day`.execute(tx);
  return rows.length > 0;
}

/** The first stamp of this day or a later one. */
export async function findStamp(
  db: Database,
  from: string,
): Promise<{ day: string; response: string; stampedAt: Temporal.Instant } | undefined> {
  const { rows } = await sql<{ day: string; response: string; stampedAt: Temporal.Instant }>`
    select day::text as day, encode(response, 'base64') as response, stamped_at as "stampedAt"
    from history_stamp
    where day >= ${from}::date
    order by history_stamp.day
    limit 1`.execute(db);
  const [stamp] = rows;
  // The database breaks lines of base64.
  return stamp && { ...stamp, response: stamp.response.replaceAll('\n', '') };
}

/** A posting with its Paris day and its text, if that day is sealed and it is among its leaves. */
export type SealedPosting = { id: string; day: string; content: string };

/** The confirmed posting of a reference. */
export async function findSealedPosting(db: Database, reference: string): Promise<SealedPosting | undefined> {
  const { rows } = await sql<SealedPosting>`
    select posting.id::text as id, part.day::text as day, row.content
    from ledger_posting posting
    join history_leaves part
      on part.day = (posting.created_at at time zone 'Europe/Paris')::date
      and part.table_name = 'ledger_posting'
    cross join lateral history_rows(posting.created_at, posting.created_at + interval '1 microsecond') as row
    where posting.reference = ${reference}::uuid
      and posting.step = 'confirm'
      and posting.id::text = any (part.ids)
      and row.table_name = 'ledger_posting'
      and row.id = posting.id::text`.execute(db);
  return rows[0];
}

/** A node beside the way from a leaf to the root. */
export type PathStep = { side: 'left' | 'right'; sha256: string };

/** The way of a leaf to the root of its day, from below. */
export async function readPath(db: Database, leaf: { day: string; table: string; id: string }): Promise<PathStep[]> {
  const { rows } = await sql<PathStep>`
    select side, encode(sha256, 'hex') as sha256
    from history_path(${leaf.day}::date, ${leaf.table}::text, ${leaf.id}::text)
    order by level`.execute(db);
  return rows;
}
