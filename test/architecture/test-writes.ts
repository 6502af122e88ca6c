// Finds statements that write, in tests: a state is reached through the product, or by a statement that says why it cannot be.

import ts from 'typescript';
import { lineOf, type SourceFile, type Tree, walk } from './engine.ts';
import type { Finding } from './findings.ts';

/** So many states are written by SQL: the number may only fall. */
export const STATES_BY_SQL = 61;

/** What Kysely writes has quoted names: tests name such statements of the product, and run none. */
const WRITE =
  /\b(?:insert\s+into\s+[a-z_.]+|update\s+[a-z_.]+\s+set|delete\s+from\s+[a-z_.]+|merge\s+into\s+[a-z_.]+|truncate\s+[a-z_.]+)\b/i;
const BUILDER = /^(?:insertInto|updateTable|deleteFrom|mergeInto)$/;

/**
 * Comments that explain a statement: a state that the product does not bring about, damage that a proof or a recomputation must see, what the
 * database must refuse, and text that is never run.
 */
const REASON = /\b(By SQL|Damage|Refused by the database|Never run): \S/;

/** A statement that writes, and the kind of its comment: on it, or on what it is part of. */
type Write = { file: SourceFile; node: ts.Node; statement: string; kind: string | undefined };

export function writesOf(tree: Tree): Write[] {
  const found: Write[] = [];
  for (const file of tree.files) {
    if (!(file.path.endsWith('.test.ts') || file.path.startsWith('test/')) || file.path.startsWith('test/architecture/'))
      continue;
    walk(file.ast, (node) => {
      const statement = statementIn(node);
      if (statement === undefined) return true;
      found.push({ file, node, statement, kind: kindOf(file, node) });
      return false;
    });
  }
  return found;
}

/** Writes without a comment, and all states where there are more of them than `limit`. */
export function unexplainedWrites(tree: Tree, limit: number): Finding[] {
  const writes = writesOf(tree);
  const at = ({ file, node, statement }: Write, problem: string): Finding => ({
    ...{ file: file.path, line: lineOf(file, node), rule: 'test-writes', problem: `${problem}: ${statement}` },
    remedy:
      'Reach the state through the product, or say in a comment above it `By SQL: ` and why the product cannot bring it about.',
  });
  const states = writes.filter(({ kind }) => kind === 'By SQL');
  return [
    ...writes.filter(({ kind }) => kind === undefined).map((write) => at(write, 'a test writes by SQL')),
    ...(states.length > limit ? states.map((write) => at(write, `${states.length} states by SQL, ${limit} may be`)) : []),
  ];
}

function statementIn(node: ts.Node): string | undefined {
  if (ts.isPropertyAccessExpression(node)) return BUILDER.exec(node.name.text)?.[0];
  if (ts.isTemplateExpression(node)) return WRITE.exec(node.getText().replaceAll(/\$\{[^}]*\}/g, 'x'))?.[0];
  return ts.isStringLiteralLike(node) ? WRITE.exec(node.text)?.[0] : undefined;
}

function kindOf(file: SourceFile, node: ts.Node): string | undefined {
  for (let around: ts.Node = node; !ts.isSourceFile(around); around = around.parent) {
    if (ts.isCallExpression(around) && around.expression.getText() === 'assert.rejects') return 'Refused by the database';
    for (const { pos, end } of ts.getLeadingCommentRanges(file.text, around.pos) ?? []) {
      const kind = REASON.exec(file.text.slice(pos, end))?.[1];
      if (kind !== undefined) return kind;
    }
  }
  return undefined;
}

if (import.meta.main) {
  const { readTree } = await import('./engine.ts');
  const { REPOSITORY } = await import('./walls.ts');
  for (const { file, node, statement, kind } of writesOf(readTree(REPOSITORY)))
    console.log(`${kind ?? '-'} ${file.path}:${lineOf(file, node)} ${statement}`);
}
