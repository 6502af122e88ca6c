// Rule 2: one subject, one file; at most 400 lines a file, about 60 a function.

import ts from 'typescript';
import { finding, lineOf, type Rule, type SourceFile, type Tree, walk } from './engine.ts';
import type { Finding } from './findings.ts';
import { calleeName, type FunctionNode, isFunctionNode } from './syntax.ts';

const ID = 'rule-2';

// The limits of ARCHITECTURE.md#the-nine-rules. "About" allows a tenth more, so that one more docstring does not force a bad split.
const FILE_LINES = 400;
const FUNCTION_LINES = Math.floor(60 * 1.1);
// Tests are tables of cases, read one case at a time.
const TEST_FILE_LINES = 500;

// Generated from the database, never read from top to bottom.
const GENERATED = ['src/core/db/tables.ts'];

// Names that say nothing about what is inside and therefore collect everything.
const DRAWERS = /^(.*-)?(utils?|helpers?|common|misc|shared|stuff)\.ts$/;

// Calls whose callback is a chapter of tests, not a function that is read as one.
const TEST_CALLS = ['describe', 'suite', 'test', 'it', 'before', 'after', 'beforeEach', 'afterEach'];
// Calls that declare one thing each. A function that lists them is as long as the list; the handlers inside count by themselves.
const DECLARING_CALLS = ['route', 'defineJob'];

export const oneSubjectOneFile: Rule = {
  id: ID,
  title: 'one subject, one file; at most 400 lines a file, about 60 a function',
  check: (tree: Tree) => tree.files.filter((file) => !GENERATED.includes(file.path)).flatMap(checkFile),
};

function checkFile(file: SourceFile): Finding[] {
  return [...fileLength(file), ...functionLengths(file), ...names(file)];
}

function fileLength(file: SourceFile): Finding[] {
  const limit = file.path.endsWith('.test.ts') ? TEST_FILE_LINES : FILE_LINES;
  if (file.lineCount <= limit) return [];
  const problem = `${file.lineCount} lines, the limit is ${limit}`;
  return [{ file: file.path, line: 1, rule: ID, problem, remedy: 'Split it where the subject changes, one subject a file.' }];
}

function functionLengths(file: SourceFile): Finding[] {
  const found: Finding[] = [];
  walk(file.ast, (node) => {
    if (!isFunctionNode(node) || isChapterOfTests(node)) return;
    const lines = linesOf(file, node) - linesOfDeclarations(file, node);
    if (lines <= FUNCTION_LINES) return;
    found.push(
      finding(
        file,
        node,
        ID,
        `a function of ${lines} lines, the limit is ${FUNCTION_LINES}`,
        'Name its steps as functions of their own, below it.',
      ),
    );
  });
  return found;
}

function isChapterOfTests(node: FunctionNode): boolean {
  const call = node.parent;
  if (!ts.isCallExpression(call) || !call.arguments.some((argument) => argument === node)) return false;
  const root = ts.isPropertyAccessExpression(call.expression) ? call.expression.expression.getText() : (calleeName(call) ?? '');
  return TEST_CALLS.includes(root);
}

function linesOf(file: SourceFile, node: ts.Node): number {
  return file.ast.getLineAndCharacterOfPosition(node.end).line + 2 - lineOf(file, node);
}

function linesOfDeclarations(file: SourceFile, node: FunctionNode): number {
  if (node.body === undefined || !ts.isBlock(node.body)) return 0;
  const isDeclaration = (statement: ts.Statement) =>
    ts.isExpressionStatement(statement) &&
    ts.isCallExpression(statement.expression) &&
    DECLARING_CALLS.includes(calleeName(statement.expression) ?? '');
  return node.body.statements.filter(isDeclaration).reduce((sum, statement) => sum + linesOf(file, statement), 0);
}

function names(file: SourceFile): Finding[] {
  const found: Finding[] = [];
  if (DRAWERS.test(file.path.split('/').at(-1) ?? '')) {
    found.push({
      file: file.path,
      line: 1,
      rule: ID,
      problem: 'a drawer for everything',
      remedy: 'Name the file after its one subject.',
    });
  }
  if (file.role !== 'index') {
    const forwards = file.imports.filter((entry) => entry.reexport && entry.specifier.startsWith('.'));
    for (const { node, target } of forwards) {
      found.push(
        finding(file, node, ID, `forwards ${target}`, 'Only the door (index.ts) of a room forwards: import the file itself.'),
      );
    }
  }
  return found;
}
