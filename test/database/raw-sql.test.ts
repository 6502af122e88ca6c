// Raw SQL against the database that db/ makes: each statement is one that the server takes, and its row type says what comes.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import ts from 'typescript';
import { createTestDatabase } from '../support/database.ts';
import { type Describer, openDescriber } from './described-columns.ts';
import { checkRawSql } from './raw-sql.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Functions with SQL that is not checked, with the reason. Everything else is: a new entry needs one as good. */
const UNCHECKED: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [
      'AMOUNTS_EQUAL_POSTINGS',
      'BRICK_INVARIANTS',
      'INVARIANTS',
      'LEDGER_INVARIANTS',
      'MOVEMENTS_MATCH_TRANSACTIONS',
      'OWNERS_FOLLOW_TRADES',
      'PURSES',
      'REPAYMENT_INVARIANTS',
      'among',
      'compareEach',
      'findViolations',
      'isOfWithdrawal',
      'moved',
      'ofOrders',
      'ofTransactions',
      'ofWithdrawals',
      'propertiesOf',
      'unlikePayment',
      'writtenOrTouched',
    ].map((name) => [name, 'narrowed by a scope that the caller passes: ledger-proof/daily-proof.test.ts runs them in both']),
  ),
  freshStatisticsTask: 'ANALYZE, which PostgreSQL does not prepare',
  importSnapshot: 'SET TRANSACTION, which PostgreSQL does not prepare',
  insertLines: 'joins the tax rates that the job passes, or none, through three functions',
  ...Object.fromEntries(
    ['BLANKS', 'countRows', 'erase', 'listFiles'].map((name) => [
      name,
      'any table by its name: erasure/rules.test.ts runs it over each',
    ]),
  ),
  listRowsAbout: 'any table by its name: personal-data/export.test.ts runs it over each',
  jsonList: 'the statement is the builder query of its caller, which the compiler checks',
  selectSchedule: 'a sum that reads the row of the query around it',
};

/** Differences that are none, with the reason. */
const PROVEN: Readonly<Record<string, string>> = {
  'selectWithUser: the value may be null': 'a pending correction has its changes: profile_correction_is_closed_whole',
};

/** A file that exists only in this test; each comment is what must be found of the line below it. */
const FIXTURE = join(import.meta.dirname, 'planted-queries.ts');
// Never run: its statements are only described.
const PLANTED = `import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Cents } from '../../src/core/cents.ts';
import type { CustomerId, DB } from '../../src/core/db/tables.ts';
export async function wrong(db: Kysely<DB>, id: string) {
  // column "price_cents" is int8, the row type says string
  await sql<{ price_cents: string }>\`select price_cents from brick_price where property_id = \${id}\`.execute(db);
  // column "created_at" is timestamptz, the row type says Date
  await sql<{ created_at: Date }>\`select created_at from customer\`.execute(db);
  // column "ids" is _uuid, the row type says number[]
  await sql<{ ids: number[] }>\`select array_agg(id) as ids from customer\`.execute(db);
  // column "email" is not in the row type
  await sql<{ id: string }>\`select id, email from auth_user\`.execute(db);
  // the row type says "name", which is not a column
  await sql<{ id: CustomerId; name: string }>\`select id from customer\`.execute(db);
  // the row type says "id", which is not a column
  await sql<{ id: CustomerId }>\`update customer set phone = null\`.execute(db);
  // column "phone" may be null, the row type says string
  await sql<{ phone: string }>\`select phone from customer\`.execute(db);
  // column "id" is never null, the row type says CustomerId | null
  await sql<{ id: CustomerId | null }>\`delete from customer returning id\`.execute(db);
  // column "owner" may be null, the row type says CustomerId
  await sql<{ owner: CustomerId }>\`select c.id as owner from brick left join customer c on c.id = owner_customer_id\`.execute(db);
  // column "id" is CustomerId, the row type says string
  await sql<{ id: string }>\`select id from customer\`.execute(db);
  // column "of" is PropertyId, the row type says CustomerId
  await sql<{ of: CustomerId }>\`select property_id as of from brick\`.execute(db);
  // column "price_cents" is Cents, the row type says number
  await sql<{ price_cents: number }>\`select price_cents from brick_price\`.execute(db);
  // column "confirmed" is Cents, the row type says number
  await sql<{ confirmed: number }>\`select confirmed_cents as confirmed from funding_totals\`.execute(db);
  // column "vat_bps" is no amount, the row type says Cents
  await sql<{ vat_bps: Cents }>\`select vat_bps from trade_paper\`.execute(db);
  // column "status" is never 'gone', the row type says "pending" | "gone"
  await sql<{ status: 'pending' | 'gone' }>\`select status from market_deal\`.execute(db);
  // column "status" may be 'reserved', 'confirmed', the row type says "pending"
  await sql<{ status: 'pending' }>\`select status from market_deal\`.execute(db);
  // column "name" is any text, the row type says "Paris"
  await sql<{ name: 'Paris' }>\`select name from property\`.execute(db);
  // the value is bool, the row type says number
  await db.selectFrom('customer as c').select(sql<number>\`c.frozen_at is null\`.as('isFree')).execute();
}
export async function right(db: Kysely<DB>, of: { id?: string; day: Temporal.PlainDate }) {
  const parts = [sql\`true\`];
  if (of.id) parts.push(sql\`c.id = \${of.id}\`);
  await sql<{ id: CustomerId; phone: string; born: Temporal.PlainDate | null; count: number; sex: 'female' | 'male' | null }>\`
    select c.id, phone, date_of_birth as born, (select count(*) from brick) as count, sex from \${sql.table('customer')} c
    where phone is not null and \${sql.join(parts, sql\` and \`)} and \${since('created_at', of.day)}\`.execute(db);
  await sql<{ vat_cents: Cents; asked: Cents | null }>\`
    select vat_cents, requested_amount_cents as asked from trade_paper, project_financing_request\`.execute(db);
  await sql<{ id: CustomerId }>\`select * from (\${shares(of.id ? sql\`owner_customer_id\` : sql\`id\`)}) share\`.execute(db);
}
function since(column: string, day: Temporal.PlainDate) {
  return sql<boolean>\`\${sql.ref(column)} > \${day} and \${sql.lit('a')} <> 'b'\`;
}
function shares(column: RawBuilder<unknown>): RawBuilder<{ id: CustomerId }> {
  return sql\`select \${column} as id from brick where owner_customer_id is not null\`;
}
export async function refused(db: Kysely<DB>) {
  await sql<{ id: string }>\`select id from custommer\`.execute(db);
}
export async function unknown(db: Kysely<DB>, ...given: RawBuilder<unknown>[]) {
  await sql<{ id: string }>\`select \${given[0]} as id from customer\`.execute(db);
}
`;

/** The program of tsconfig.json without its tests, and the fixture. */
function createProgram(): ts.Program {
  const config = ts.parseJsonConfigFileContent(
    ts.readConfigFile(join(ROOT, 'tsconfig.json'), ts.sys.readFile).config,
    ts.sys,
    ROOT,
  );
  const files = config.fileNames.filter((file) => file.startsWith(join(ROOT, 'src/')) && !file.endsWith('.test.ts'));
  const host = ts.createCompilerHost(config.options, true);
  const { readFile, fileExists } = host;
  host.readFile = (path) => (path === FIXTURE ? PLANTED : readFile(path));
  host.fileExists = (path) => path === FIXTURE || fileExists(path);
  const { getSourceFile } = host;
  host.getSourceFile = (path, version, ...rest) =>
    path === FIXTURE ? ts.createSourceFile(path, PLANTED, version, true) : getSourceFile(path, version, ...rest);
  return ts.createProgram([...files, FIXTURE], config.options, host);
}

describe('raw SQL', () => {
  const program = createProgram();
  const ours = program.getSourceFiles().filter((file) => file.fileName.startsWith(join(ROOT, 'src/')));
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let describer: Describer;
  before(async () => {
    database = await createTestDatabase();
    describer = await openDescriber(database.url);
  });
  after(async () => {
    await describer.close();
    await database.drop();
  });

  it('is taken by the server, and its row types say what comes', async () => {
    const { findings, unchecked, total } = await checkRawSql(program, ours, describer);
    const isProven = (finding: string) => Object.keys(PROVEN).some((known) => finding.includes(known));
    const open = findings.filter((finding) => !isProven(finding));
    assert.equal(open.length, 0, `\n${open.join('\n')}`);
    assert.equal(
      findings.length,
      Object.keys(PROVEN).length,
      'a difference that is listed as proven is gone: take it off the list',
    );
    assert.deepEqual(
      [...unchecked.keys()].sort(),
      Object.keys(UNCHECKED).sort(),
      `not checked:\n${[...unchecked.values()].join('\n')}`,
    );
    assert.ok(total > 200, `${total}`);
  });

  it('that is wrong is found, and nothing else', async () => {
    const fixture = program.getSourceFiles().filter((file) => file.fileName === FIXTURE);
    const { findings, unchecked } = await checkRawSql(program, fixture, describer);
    const lines = PLANTED.split('\n');
    const expected = lines.flatMap((line, index) => {
      const [, words] = /^ *\/\/ (.*)$/.exec(line) ?? [];
      return words ? [`test/database/planted-queries.ts:${index + 2} wrong: ${words}`] : [];
    });
    assert.deepEqual(findings, expected);
    assert.ok(expected.length > 10);
    assert.deepEqual([...unchecked.keys()], ['refused', 'unknown']);
    assert.match(unchecked.get('refused') ?? '', /planted-queries.ts:\d+: relation "custommer" does not exist$/);
  });
});
