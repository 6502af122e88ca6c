// Writes src/core/db/tables.ts from a migrated database: column types, unions of literals from check constraints, types of ids from keys
// and of amounts from names.

import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';

const TABLES_FILE = fileURLToPath(new URL('../src/core/db/tables.ts', import.meta.url));
const CODEGEN = fileURLToPath(new URL('../node_modules/kysely-codegen/dist/cli/bin.js', import.meta.url));

/** TypeScript types of PostgreSQL's types, as parsed in src/core/db/pool.ts. */
const TYPE_MAPPING = {
  timestamptz: 'Temporal.Instant',
  date: 'Temporal.PlainDate',
  int8: 'number',
  numeric: 'number',
  jsonb: 'unknown',
};

/** Tables whose ids have their own type, by that type: the compiler refuses one of them in place of another. */
const ID_TYPES = { CustomerId: 'customer', PropertyId: 'property', SpvId: 'spv', EcheanceId: 'echeance' };

const BRANDS = `import type { Cents } from "../cents.ts";
import type { Brand } from "../ids.ts";

${Object.keys(ID_TYPES)
  .map((name) => `export type ${name} = Brand<string, "${name}">;`)
  .join('\n\n')}
`;

/** Columns that a check constraint limits to literals: union type by `table.column`; of a list each element is one of them. */
async function unionsOfLiterals(client: pg.Client): Promise<Record<string, string>> {
  const checks = await client.query<{
    table: string;
    column: string;
    definition: string;
    nullable: boolean;
    has_default: boolean;
    is_list: boolean;
  }>(`
    select
      c.relname as table,
      a.attname as column,
      pg_get_constraintdef(k.oid) as definition,
      not a.attnotnull as nullable,
      a.atthasdef as has_default,
      a.atttypid = 'text[]'::regtype as is_list
    from pg_constraint k
    join pg_class c on c.oid = k.conrelid
    join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1]
    where k.contype = 'c'
      and cardinality(k.conkey) = 1
      and c.relnamespace = 'public'::regnamespace
      and a.atttypid in ('text'::regtype, 'text[]'::regtype)
    order by 1, 2`);
  const unions: Record<string, string> = {};
  for (const check of checks.rows) {
    const [set] = (check.is_list ? /<@ ARRAY\[[^\]]*\]/ : /^CHECK \(\(+"?\w+"? = .*/).exec(check.definition) ?? [];
    if (set === undefined) continue;
    const words = [...set.matchAll(/'([^']+)'::text/g)].map(([, word]) => `'${word}'`);
    const values = check.is_list ? [`(${words.join(' | ')})[]`] : words;
    const union = [...values, ...(check.nullable ? ['null'] : [])].join(' | ');
    unions[`${check.table}.${check.column}`] = check.has_default ? `Generated<${union}>` : union;
  }
  return unions;
}

/** The ids of {@link ID_TYPES} and every column that leads to one by foreign keys, over other tables too: type by `table.column`. */
async function typesOfIds(client: pg.Client): Promise<Record<string, string>> {
  const keys = await client.query<{ column: string; target: string; nullable: boolean }>(`
    select
      c.relname || '.' || a.attname as column,
      referenced.relname || '.' || target.attname as target,
      not a.attnotnull as nullable
    from pg_constraint k
    cross join unnest(k.conkey, k.confkey) as pair (attnum, target_attnum)
    join pg_class c on c.oid = k.conrelid
    join pg_attribute a on a.attrelid = c.oid and a.attnum = pair.attnum
    join pg_class referenced on referenced.oid = k.confrelid
    join pg_attribute target on target.attrelid = referenced.oid and target.attnum = pair.target_attnum
    where k.contype = 'f'
      and c.relnamespace = 'public'::regnamespace
    order by 1, 2`);
  const idTypes = new Map(Object.entries(ID_TYPES).map(([name, table]) => [`${table}.id`, name]));
  const types = Object.fromEntries(idTypes);
  for (let found = idTypes.size; found > 0; ) {
    const next = keys.rows.filter(({ column, target }) => !idTypes.has(column) && idTypes.has(target));
    for (const { column, target, nullable } of next) {
      const type = idTypes.get(target) ?? '';
      idTypes.set(column, type);
      types[column] = nullable ? `${type} | null` : type;
    }
    found = next.length;
  }
  return types;
}

/** Columns of amounts, whose names end in `_cents`: type by `table.column`. */
async function typesOfAmounts(client: pg.Client): Promise<Record<string, string>> {
  const amounts = await client.query<{ column: string; nullable: boolean; has_default: boolean }>(`
    select
      c.relname || '.' || a.attname as column,
      not a.attnotnull as nullable,
      a.atthasdef as has_default
    from pg_attribute a
    join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace
      and c.relkind = 'r'
      and a.attname like '%\\_cents'
      and not a.attisdropped
    order by 1`);
  return Object.fromEntries(
    amounts.rows.map(({ column, nullable, has_default: hasDefault }) => {
      const type = nullable ? 'Cents | null' : 'Cents';
      return [column, hasDefault ? `Generated<${type}>` : type];
    }),
  );
}

async function overrides(url: string): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return { ...(await unionsOfLiterals(client)), ...(await typesOfIds(client)), ...(await typesOfAmounts(client)) };
  } finally {
    await client.end();
  }
}

/** Generates the file from the database at `url`. */
export async function generateTables(url: string, outFile = TABLES_FILE): Promise<void> {
  await promisify(execFile)(process.execPath, [
    CODEGEN,
    '--url',
    url,
    '--dialect',
    'postgres',
    '--default-schema',
    'public',
    '--include-pattern',
    'public.*',
    '--type-mapping',
    JSON.stringify(TYPE_MAPPING),
    '--overrides',
    JSON.stringify({ columns: await overrides(url) }),
    '--out-file',
    outFile,
  ]);
  const [head, ...tables] = (await readFile(outFile, 'utf8')).split('\n\nexport ');
  await writeFile(outFile, [`${head}\n${BRANDS}`.trimEnd(), ...tables].join('\n\nexport '));
}

if (import.meta.main) await generateTables(process.argv[2] ?? '');
