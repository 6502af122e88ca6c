// Rule 1, what single imports cannot show: every file has a known place, and there are no cycles. doors.ts runs it.

import ts from 'typescript';
import { finding, type Rule, type SourceFile, type Tree } from './engine.ts';
import type { Finding } from './findings.ts';

const ID = 'rule-1';
const DEPS = 'src/deps.ts';
const PLACES =
  /^(src\/[^/]+\.ts|src\/(core|config)\/.+|src\/features\/(access|investing|projects|repayment|operations)\/[^/]+\/.+|src\/(money|providers)\/[^/]+\/.+|(sandbox|scripts|test|bench)\/.+|clients\/[^/]+\/src\/.+|web\/.+)$/;

export const knownPlaces: Rule = {
  id: ID,
  title: 'every file has a place; no cycles, types included',
  check: (tree: Tree) => [...strays(tree), ...depsIsTypes(tree), ...cycles(tree)],
};

function strays(tree: Tree): Finding[] {
  const remedy =
    'Put it into core/ or config/, or into a room: a folder in a wing of features/, or directly under money/ or providers/.';
  return tree.files
    .filter((file) => file.role !== 'test' && !PLACES.test(file.path))
    .map((file) => ({ file: file.path, line: 1, rule: ID, problem: 'stands outside every room', remedy }));
}

function depsIsTypes(tree: Tree): Finding[] {
  const deps = tree.byPath.get(DEPS);
  const values = deps?.ast.statements.filter((statement) => {
    const isType = ts.isTypeAliasDeclaration(statement) || ts.isInterfaceDeclaration(statement);
    return !isType && !ts.isImportDeclaration(statement) && !(ts.isExportDeclaration(statement) && statement.isTypeOnly);
  });
  if (deps === undefined || values === undefined) return [];
  return values.map((statement) =>
    finding(deps, statement, ID, 'a value in deps.ts', 'deps.ts lists types only: move the code to what service.ts builds.'),
  );
}

/** One finding per knot of files that reach each other, by imports of types too. */
function cycles(tree: Tree): Finding[] {
  return knots(tree)
    .filter((knot) => knot.length > 1)
    .map((knot) => {
      const names = new Set(knot.map((file) => file.path));
      const file = knot.toSorted((a, b) => a.path.localeCompare(b.path))[0];
      const edge = file?.imports.find((entry) => names.has(entry.target));
      if (file === undefined || edge === undefined) throw new Error('a knot without an import');
      const problem = `${knot.length} files import each other: ${[...names].toSorted().join(', ')}`;
      return finding(file, edge.node, ID, problem, 'Move what both need into a third file, or turn one import into an argument.');
    });
}

/** Strongly connected components, by Tarjan. */
function knots(tree: Tree): SourceFile[][] {
  const found: SourceFile[][] = [];
  const order = new Map<SourceFile, number>();
  const stack: SourceFile[] = [];
  const visit = (file: SourceFile): number => {
    const number = order.size;
    order.set(file, number);
    stack.push(file);
    let low = number;
    for (const { target } of file.imports) {
      const next = tree.byPath.get(target);
      if (next === undefined) continue;
      if (!order.has(next)) low = Math.min(low, visit(next));
      else if (stack.includes(next)) low = Math.min(low, order.get(next) ?? low);
    }
    if (low === number) found.push(stack.splice(stack.indexOf(file)));
    return low;
  };
  for (const file of tree.files) if (!order.has(file)) visit(file);
  return found;
}
