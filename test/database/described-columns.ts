// What the server says of a statement before it runs: its columns, by the Parse and Describe messages of the protocol.

import pg from 'pg';
import { createPool } from '../../src/core/db/pool.ts';
import { createLog } from '../../src/core/telemetry/log.ts';

/**
 * A column of a result. `kind`: what our connections make of its values. `source` (its name there), `table`, `nullable` and `words` (the closed
 * set that a check or an enum allows) are known when it is a column of a table and nothing else; an outer join is not noticed.
 */
export type Column = {
  name: string;
  type: string;
  kind: string;
  source?: string;
  table?: string;
  nullable?: boolean;
  words?: readonly string[] | undefined;
};

/** Columns of a statement, or why the server does not take it. */
export type Description = { columns: Column[] } | { problem: string };

type Field = pg.FieldDef;

/** Asks the server; statements come one after the other. */
export type Describer = { describe(text: string): Promise<Description>; close(): Promise<void> };

export async function openDescriber(url: string): Promise<Describer> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const catalogue = await readCatalogue(client);
  return {
    async describe(text) {
      const answer = await fieldsOf(client, text);
      return 'problem' in answer ? answer : { columns: answer.fields.map((field) => columnOf(field, catalogue)) };
    },
    close: () => client.end(),
  };
}

/** Parse, Describe, Sync: the client's own queries would go on to Bind and Execute. */
function fieldsOf(client: pg.Client, text: string): Promise<{ fields: Field[] } | { problem: string }> {
  const { promise, resolve } = Promise.withResolvers<{ fields: Field[] } | { problem: string }>();
  let fields: Field[] = [];
  client.query({
    submit(connection: pg.Connection) {
      connection.parse({ name: '', text, types: [] }, true);
      connection.describe({ type: 'S', name: '' }, true);
      connection.sync();
    },
    handleRowDescription(message: { fields: Field[] }) {
      fields = message.fields;
    },
    handleReadyForQuery: () => resolve({ fields }),
    handleError: (error: Error) => resolve({ problem: error.message }),
  });
  return promise;
}

type PgType = { oid: number; name: string; element: number | null; labels: string[] | null };
type TableColumn = { table_id: number; table: string; number: number; name: string; nullable: boolean; check: string | null };
type Catalogue = { types: Map<number, PgType>; columns: Map<string, TableColumn>; parse(oid: number, text: string): unknown };

async function readCatalogue(client: pg.Client): Promise<Catalogue> {
  const types = await client.query<PgType>(`
    select type.oid::integer, type.typname as name, nullif(type.typelem, 0)::integer as element,
      (select array_agg(enumlabel::text order by enumsortorder) from pg_enum where enumtypid = type.oid) as labels
    from pg_type type`);
  const columns = await client.query<TableColumn>(`
    select c.oid::integer as table_id, c.relname as table, a.attnum as number, a.attname as name, not a.attnotnull as nullable,
      (select pg_get_constraintdef(k.oid) from pg_constraint k where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
        and pg_get_constraintdef(k.oid) ~ '^CHECK \\(\\(+"?\\w+"? = ') as check
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
    where c.relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace)`);
  const pool = createPool({ url: '', size: 1, name: 'kinds', log: createLog({ level: 'fatal', name: 'kinds' }) });
  return {
    types: new Map(types.rows.map((type) => [type.oid, type])),
    columns: new Map(columns.rows.map((column) => [`${column.table_id}.${column.number}`, column])),
    parse: (oid, text) => pool.options.types?.getTypeParser(oid, 'text')(text),
  };
}

function columnOf(field: Field, catalogue: Catalogue): Column {
  const type = catalogue.types.get(field.dataTypeID);
  const source = catalogue.columns.get(`${field.tableID}.${field.columnID}`);
  const column = { name: field.name, type: type?.name ?? 'unknown', kind: kindOf(field.dataTypeID, catalogue) };
  if (source === undefined) return column;
  const words = source.check ? [...source.check.matchAll(/'([^']+)'::text/g)].map(([, word = '']) => word) : type?.labels;
  return { ...column, source: source.name, table: source.table, nullable: source.nullable, words: words ?? undefined };
}

/** A value of each type, as the server writes it. Of a type that is missing here the name is its kind: nothing fits. */
const SAMPLES: Readonly<Record<string, string>> = {
  bool: 't',
  int2: '1',
  int4: '1',
  int8: '1',
  float8: '1',
  numeric: '1',
  text: 'x',
  varchar: 'x',
  name: 'x',
  uuid: '00000000-0000-4000-8000-000000000000',
  date: '2026-11-20',
  timestamptz: '2026-11-20 22:57:27.123+00',
  void: '',
};

/** What the parsers of core/db/pool.ts make of a value. */
function kindOf(oid: number, catalogue: Catalogue): string {
  const type = catalogue.types.get(oid);
  if (type === undefined) return 'unknown';
  if (type.name === 'json' || type.name === 'jsonb') return 'json';
  const element = type.element === null ? undefined : catalogue.types.get(type.element);
  const sample = element ? `{${sampleOf(element)}}` : sampleOf(type);
  return sample === undefined ? type.name : kindOfValue(catalogue.parse(oid, sample));
}

function sampleOf(type: PgType): string | undefined {
  return type.labels?.[0] ?? SAMPLES[type.name];
}

function kindOfValue(value: unknown): string {
  if (Array.isArray(value)) return `${kindOfValue(value[0])}[]`;
  if (value instanceof Temporal.Instant) return 'Temporal.Instant';
  if (value instanceof Temporal.PlainDate) return 'Temporal.PlainDate';
  return value instanceof Date ? 'Date' : typeof value;
}
