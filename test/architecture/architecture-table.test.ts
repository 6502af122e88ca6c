// The table of ARCHITECTURE.md that tells a newcomer in which room a URL lives is true: compared with the declared routes.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { readTree, treeOf } from './engine.ts';
import { report } from './findings.ts';
import { compareTable, declaredRoutes, END, START, shortestTable, tableOf } from './route-table.ts';
import { REPOSITORY } from './walls.ts';

const PLANTED = treeOf({
  'src/core/http/operator-routes.ts': "route(app, { method: 'GET', url: '/health/live' });",
  'src/features/investing/marketplace/routes.ts': "route(app, { method: 'POST', url: '/marketplace/deal/:dealId/purchase' });",
  'src/features/projects/properties/routes.ts': `route(app, { method: 'POST', url: '/administration/property' });
    route(app, { method: 'GET', url: '/administration/property/:id' });`,
  'src/features/projects/funding/routes.ts':
    "route(app, { method: 'GET', url: '/administration/property/:propertyId/funding' });",
});

const TRUE_TABLE = `${START}
| URL prefix | room |
|---|---|
| \`/health\` | core/http |
| \`/marketplace/\` | [marketplace](src/features/investing/marketplace) |
| /administration/property | \`src/features/projects/properties/\` |
| \`/administration/property/:id/funding\` | funding |
${END}`;

const differences = (table: string) => compareTable(tableOf(table) ?? [], declaredRoutes(PLANTED));

describe('the route table of ARCHITECTURE.md', () => {
  it('sends every declared route to its room', () => {
    const rows = tableOf(readFileSync(join(REPOSITORY, 'ARCHITECTURE.md'), 'utf8'));
    assert.ok(rows !== undefined, `ARCHITECTURE.md has no table between ${START} and ${END}`);
    const routes = declaredRoutes(readTree(REPOSITORY));
    assert.ok(routes.length > 0, 'no route(app, { url }) was found in src/');
    const findings = compareTable(rows, routes);
    assert.equal(findings.length, 0, report(findings));
  });

  it('is believed when it is true', () => {
    assert.deepEqual(differences(TRUE_TABLE), []);
  });

  it('can be printed, and then is true and short', () => {
    const routes = declaredRoutes(PLANTED);
    const rows = shortestTable(routes);
    assert.deepEqual(rows, [
      { prefix: '/administration/property', room: 'features/projects/properties' },
      { prefix: '/administration/property/:propertyId/funding', room: 'features/projects/funding' },
      { prefix: '/health', room: 'core/http' },
      { prefix: '/marketplace', room: 'features/investing/marketplace' },
    ]);
    assert.deepEqual(
      compareTable(
        rows.map((row, index) => ({ ...row, line: index + 1 })),
        routes,
      ),
      [],
    );
  });

  it('is refused without its markers', () => {
    assert.equal(tableOf(TRUE_TABLE.replace(END, '')), undefined);
    assert.equal(tableOf(TRUE_TABLE.replace(START, '')), undefined);
  });

  it('is refused with a wrong room, a missing row, a row too many, or a prefix that ends inside a word', () => {
    const problems = (table: string) => differences(table).map(({ file, problem }) => `${file}: ${problem}`);
    assert.deepEqual(problems(TRUE_TABLE.replace('| funding |', '| properties |')), [
      'src/features/projects/funding/routes.ts: /administration/property/:propertyId/funding is declared in features/projects/funding, the table sends /administration/property/:id/funding to properties',
    ]);
    assert.deepEqual(problems(TRUE_TABLE.replace(/.*:id.*\n/, '')), [
      'src/features/projects/funding/routes.ts: /administration/property/:propertyId/funding is declared in features/projects/funding, the table sends /administration/property to features/projects/properties',
    ]);
    assert.deepEqual(problems(TRUE_TABLE.replace(END, `| /voting | voting |\n${END}`)), [
      'ARCHITECTURE.md: no route needs the row /voting',
    ]);
    assert.deepEqual(problems(TRUE_TABLE.replace('`/health`', '`/heal`')), [
      'src/core/http/operator-routes.ts: /health/live is under no prefix of the table in ARCHITECTURE.md',
      'ARCHITECTURE.md: no route needs the row /heal',
    ]);
  });
});
