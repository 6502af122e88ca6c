// The nine rules of ARCHITECTURE.md on this repository, and for each the proof that it catches what is planted against it.
// Rule 1 is mostly in doors.test.ts. A failure prints file:line, the rule, what is wrong and what to do.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { type Rule, readTree, treeOf } from './engine.ts';
import { report } from './findings.ts';
import { foundPlaces, plantedPlaces } from './planted.ts';
import { membersThatReachProviders, PROVIDERS } from './ports.ts';
import { knownPlaces } from './rule-1-known-places.ts';
import { oneSubjectOneFile } from './rule-2-one-subject-one-file.ts';
import { wholeLiterals } from './rule-3-whole-literals.ts';
import { pureRules } from './rule-4-pure-rules.ts';
import { OPENING_ALLOWED, requiredTransaction } from './rule-5-required-transaction.ts';
import { laterIsAJob, TIMERS_ALLOWED } from './rule-6-later-is-a-job.ts';
import { noCallInside } from './rule-7-no-call-inside.ts';
import { onlyTheLedger } from './rule-8-only-the-ledger.ts';
import { FUNCTION_OWNERS, foreignWritesOfFunctions, functionsOf, readFunctions } from './rule-9-sql-functions.ts';
import { OWNERS, tablesHaveOwners } from './rule-9-tables-have-owners.ts';
import { REPOSITORY } from './walls.ts';

const RULES: readonly Rule[] = [
  knownPlaces,
  oneSubjectOneFile,
  wholeLiterals,
  pureRules,
  requiredTransaction,
  laterIsAJob,
  noCallInside,
  onlyTheLedger,
  tablesHaveOwners,
];

const repository = readTree(REPOSITORY);
const clean = readTree(join(import.meta.dirname, 'planted/clean'));

for (const rule of RULES) {
  describe(`${rule.id}: ${rule.title}`, () => {
    it('holds in this repository', () => {
      const findings = rule.check(repository);
      assert.equal(findings.length, 0, report(findings));
    });

    it('is silent about a clean tree', () => {
      const findings = rule.check(clean);
      assert.equal(findings.length, 0, report(findings));
    });

    // The planted places of rule 1 carry names of walls too: doors.test.ts compares them. Long files are made below.
    it('finds every planted violation and nothing else', { skip: rule === knownPlaces || rule === oneSubjectOneFile }, () => {
      const planted = readTree(join(import.meta.dirname, 'planted', rule.id));
      assert.deepEqual(foundPlaces(rule.check(planted), false), [...new Set(plantedPlaces(planted))]);
    });
  });
}

describe('rule-9 and the functions of the database', () => {
  const found = (body: string, name = 'withdraw') =>
    foreignWritesOfFunctions(
      functionsOf('db/functions/withdraw.sql', `create function ${name}(p uuid) returns text as $$\n${body}\n$$;`),
      OWNERS,
    ).map(({ line, problem }) => `${line} ${problem}`);

  it('reads all of this repository', () => {
    const names = readFunctions(REPOSITORY).map(({ name }) => name);
    assert.deepEqual(
      Object.keys(FUNCTION_OWNERS).filter((name) => !names.includes(name)),
      [],
    );
  });

  it('finds what one writes of another room, and what has no owner', () => {
    assert.deepEqual(found('insert into payment (id) values (p);'), [
      '1 withdraw writes payment, which is not of features/investing/withdrawals',
    ]);
    assert.deepEqual(found('with gone as (delete from mfa_context returning 1) select 1;'), [
      '1 withdraw writes mfa_context, which is not of features/investing/withdrawals',
    ]);
    assert.deepEqual(found('update purchase set id = p;', 'somebody'), ['1 somebody writes tables and has no owner']);
  });

  it('lets a function write what is its room’s, lock the rest, and keep sums', () => {
    assert.deepEqual(found('perform from customer for no key update; -- insert into purchase'), []);
    assert.deepEqual(found('insert into withdrawal (id) values (p); perform payment_create(p);'), []);
    assert.deepEqual(found('insert into proof_dirty_row (kind) values (p);', 'proof_mark_row'), []);
  });
});

describe('rule-7 and Deps', () => {
  it('knows every member of Deps that reaches a provider', () => {
    const deps = repository.byPath.get('src/deps.ts');
    assert.ok(deps, 'src/deps.ts lists what service.ts builds');
    const ports = membersThatReachProviders(repository, deps);
    assert.ok(ports.length > 0, 'no member of Deps reaches a provider: the types were not understood');
    assert.deepEqual(
      ports.filter((name) => !PROVIDERS.includes(name)),
      [],
      'add these to PROVIDERS in ports.ts',
    );
  });
});

describe('rule-2 and what is too long', () => {
  const lines = (count: number) => '// why\n'.repeat(count);
  const body = (name: string, count: number) => `${name} {\n${'  step();\n'.repeat(count - 2)}}\n`;
  const placesIn = (sources: Record<string, string>) => foundPlaces(oneSubjectOneFile.check(treeOf(sources)), false);

  it('grants a table of cases more lines than a file of the product, and what is generated any number', () => {
    const places = placesIn({
      'src/core/cents.ts': lines(400),
      'src/core/cents.test.ts': lines(500),
      'src/core/db/tables.ts': lines(501),
      'src/core/ids.ts': lines(401),
      'test/life.test.ts': lines(501),
    });
    assert.deepEqual(places, ['src/core/ids.ts:1', 'test/life.test.ts:1']);
  });

  it('counts a function without the routes that it lists, and no chapter of tests', () => {
    const route = `  route(app, {\n${'    field: 1,\n'.repeat(70)}  });\n`;
    const places = placesIn({
      'src/core/short.ts': body('function a()', 66),
      'src/core/long.ts': body('function a()', 67),
      'src/core/listed.ts': `function a() {\n${route}}\n`,
      'src/core/chapter.test.ts': `describe('a', () => {\n${'  step();\n'.repeat(70)}});\n`,
    });
    assert.deepEqual(places, ['src/core/long.ts:1']);
  });

  it('knows names that say nothing, and forwards only through a door', () => {
    const places = placesIn({
      'src/core/utils.ts': '// why\n',
      'src/features/a/b/index.ts': "export { a } from './a.ts';\n",
      'src/features/a/b/a.ts': "// why\nexport { b } from './b.ts';\n",
    });
    assert.deepEqual(places, ['src/core/utils.ts:1', 'src/features/a/b/a.ts:2']);
  });
});

describe('allow-lists', () => {
  it('name owners of tables that exist, and exist themselves', () => {
    const tables = repository.byPath.get('src/core/db/tables.ts')?.text ?? '';
    const gone = Object.entries(OWNERS).flatMap(([table, owners]) => [
      ...(new RegExp(`^  ${table}: `, 'm').test(tables) ? [] : [table]),
      ...owners.filter((owner) => !existsSync(join(REPOSITORY, 'src', owner))),
    ]);
    assert.deepEqual(gone, []);
  });

  it('name only files that exist', () => {
    assert.deepEqual(
      Object.keys({ ...TIMERS_ALLOWED, ...OPENING_ALLOWED }).filter((path) => !existsSync(join(REPOSITORY, path))),
      [],
    );
  });
});
