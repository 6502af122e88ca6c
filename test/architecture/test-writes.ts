// Finds statements that write, in tests: a state is reached through the product, or by a builder of test/support that says why not.

import ts from 'typescript';
import { type Tree, walk } from './engine.ts';
import type { Finding } from './findings.ts';

/** Tests that may write, and why. */
export const MAY_WRITE: Readonly<Record<string, string>> = {
  'bench/pgbench.test.ts': 'translates texts, none is run',
  'src/core/http/forget-idempotency-keys.test.ts': 'the keys are core’s own table, below everything that a builder could use',
  'src/core/http/limits.test.ts': 'the same of the counters',
  'src/core/http/rate-limit.test.ts': 'the same of the counters',
  'src/features/operations/admin-actions/admin-actions.test.ts': 'tries what the database must refuse',
  'src/features/investing/invoices/invoices.test.ts': 'tries what the database must refuse',
  'src/features/investing/taxation/capital-loss.test.ts': 'tries what the database must refuse',
  'src/features/investing/taxation/coupon-taxes.test.ts': 'tries what the database must refuse',
  'src/features/investing/trade-papers/trade-papers.test.ts': 'tries what the database must refuse',
  'src/features/projects/contract-budget/contract-budget.test.ts': 'holds its own transaction open while a request waits for it',
  'src/features/projects/project-owners/project-owners.test.ts': 'holds its own transaction open while a request waits for it',
  'src/features/projects/properties/owner-presentation.test.ts': 'holds its own transaction open while a request waits for it',
  'test/database/raw-sql.test.ts': 'statements to look at, none is run',
  'test/scenarios/ledger-of-a-whole-life.test.ts': 'tries what the database must refuse',
};

/** What Kysely writes has quoted names: tests name such statements of the product, and run none. */
const WRITE = /\b(?:insert\s+into\s+[a-z_.]+|update\s+[a-z_.]+\s+set|delete\s+from\s+[a-z_.]+|merge\s+into\s+[a-z_.]+)\b/i;
const BUILDER = /^(?:insertInto|updateTable|deleteFrom|mergeInto)$/;

/** Every statement that writes, outside of test/support, in a file that `allowed` does not name; and every name that is not needed. */
export function testWrites(tree: Tree, allowed: Readonly<Record<string, string>>): Finding[] {
  const found: Finding[] = [];
  const used = new Set<string>();
  for (const file of tree.files) {
    const isTest = file.path.endsWith('.test.ts') || /^test\/(?!support\/)/.test(file.path);
    if (!isTest || file.path.startsWith('test/architecture/')) continue;
    walk(file.ast, (node) => {
      const statement = statementIn(node);
      if (statement === undefined) return;
      used.add(file.path);
      if (file.path in allowed) return;
      const line = file.ast.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      const remedy = 'reach the state through the product, or call a builder of test/support that says why it writes';
      found.push({ file: file.path, line, rule: 'test-writes', problem: `the test writes by SQL: ${statement}`, remedy });
    });
  }
  for (const path of Object.keys(allowed)) {
    if (used.has(path)) continue;
    const problem = 'the test writes nothing any more';
    found.push({ file: path, line: 1, rule: 'test-writes', problem, remedy: 'take it from MAY_WRITE' });
  }
  return found;
}

function statementIn(node: ts.Node): string | undefined {
  if (ts.isPropertyAccessExpression(node)) return BUILDER.exec(node.name.text)?.[0];
  const isText = ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node);
  return isText ? WRITE.exec(node.text)?.[0] : undefined;
}
