// Writes src/core/db/tables.ts from a migrated database: column types, and unions of literals from check constraints.

import { execFile } from 'node:child_process';
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

/** Columns that a check constraint limits to literals: union type by `table.column`; of a list each element is one of them. */
async function unionsOfLiterals(url: string): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
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
    JSON.stringify({ columns: await unionsOfLiterals(url) }),
    '--out-file',
    outFile,
  ]);
}

if (import.meta.main) await generateTables(process.argv[2] ?? '');
