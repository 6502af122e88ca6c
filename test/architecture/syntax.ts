// Small questions to the syntax tree that several rules ask: functions and their parameters, call chains, texts of SQL.

import ts from 'typescript';
import { type SourceFile, walk } from './engine.ts';

export type FunctionNode = ts.FunctionDeclaration | ts.FunctionExpression | ts.ArrowFunction | ts.MethodDeclaration;

/** A function that stands at the top of a file, declared or assigned to a const. */
export type TopFunction = { name: string; exported: boolean; node: FunctionNode };

export function isFunctionNode(node: ts.Node): node is FunctionNode {
  return (
    ts.isFunctionDeclaration(node) || ts.isFunctionExpression(node) || ts.isArrowFunction(node) || ts.isMethodDeclaration(node)
  );
}

/** Functions at the top of the file, with `export default` and `export { name }` counted as exports too. */
export function topFunctions(file: SourceFile): TopFunction[] {
  const exportedLater = new Set<string>();
  for (const statement of file.ast.statements) {
    if (!ts.isExportDeclaration(statement) || statement.moduleSpecifier !== undefined) continue;
    if (statement.exportClause === undefined || !ts.isNamedExports(statement.exportClause)) continue;
    for (const element of statement.exportClause.elements) exportedLater.add((element.propertyName ?? element.name).text);
  }
  const found: TopFunction[] = [];
  for (const statement of file.ast.statements) {
    const exported = hasModifier(statement, ts.SyntaxKind.ExportKeyword);
    const add = (name: string, node: ts.Node | undefined) => {
      if (node !== undefined && isFunctionNode(node)) found.push({ name, node, exported: exported || exportedLater.has(name) });
    };
    if (ts.isFunctionDeclaration(statement)) add(statement.name?.text ?? 'default', statement);
    if (ts.isVariableStatement(statement)) {
      for (const declaration of statement.declarationList.declarations) {
        if (ts.isIdentifier(declaration.name)) add(declaration.name.text, unwrap(declaration.initializer));
      }
    }
    if (ts.isExportAssignment(statement)) found.push(...defaultFunction(statement));
  }
  return found;
}

function defaultFunction(statement: ts.ExportAssignment): TopFunction[] {
  const node = unwrap(statement.expression);
  return node !== undefined && isFunctionNode(node) ? [{ name: 'default', exported: true, node }] : [];
}

function hasModifier(node: ts.Node, kind: ts.SyntaxKind): boolean {
  return ts.canHaveModifiers(node) && (ts.getModifiers(node) ?? []).some((modifier) => modifier.kind === kind);
}

/** The expression inside parentheses, `as`, `satisfies` and `await`. */
export function unwrap(node: ts.Expression | undefined): ts.Expression | undefined {
  let current = node;
  while (current !== undefined) {
    if (
      ts.isParenthesizedExpression(current) ||
      ts.isAsExpression(current) ||
      ts.isSatisfiesExpression(current) ||
      ts.isAwaitExpression(current)
    )
      current = current.expression;
    else return current;
  }
  return current;
}

/** Name of what is called: `f` for `f()`, `set` for `a.b.set()`. */
export function calleeName(call: ts.CallExpression): string | undefined {
  if (ts.isIdentifier(call.expression)) return call.expression.text;
  return ts.isPropertyAccessExpression(call.expression) ? call.expression.name.text : undefined;
}

/** The calls that follow in the same chain, the given one first: `[updateTable, set, where]` for `db.updateTable().set().where()`. */
export function chainFrom(call: ts.CallExpression): ts.CallExpression[] {
  const chain = [call];
  for (let current: ts.Node = call; ; ) {
    const access = current.parent;
    if (!ts.isPropertyAccessExpression(access) || access.expression !== current) return chain;
    const next = access.parent;
    if (!ts.isCallExpression(next) || next.expression !== access) return chain;
    chain.push(next);
    current = next;
  }
}

/** Text of a plain literal, else undefined. */
export function literalText(node: ts.Node | undefined): string | undefined {
  return node !== undefined && ts.isStringLiteralLike(node) ? node.text : undefined;
}

/** True for a string that is put together: a template with holes, or a sum with a string in it. */
export function isGlued(node: ts.Node): boolean {
  if (ts.isTemplateExpression(node)) return true;
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.PlusToken) return false;
  return [node.left, node.right].some((side) => ts.isStringLiteralLike(side) || isGlued(side));
}

/** Value of a property of an object literal: the initializer, or the name itself for a shorthand; undefined when absent. */
export function propertyOf(object: ts.Node | undefined, name: string): ts.Expression | undefined {
  if (object === undefined || !ts.isObjectLiteralExpression(object)) return undefined;
  for (const property of object.properties) {
    if (property.name === undefined || !('text' in property.name) || property.name.text !== name) continue;
    if (ts.isPropertyAssignment(property)) return property.initializer;
    if (ts.isShorthandPropertyAssignment(property)) return property.name;
  }
  return undefined;
}

/**
 * Every text under `root`, templates and sums as a whole. A hole becomes the name that `sql.table('x')`, `sql.ref('x')` or
 * `sql.raw('x')` puts there, else `$`.
 */
export function textsOf(root: ts.Node): { node: ts.Node; text: string }[] {
  const found: { node: ts.Node; text: string }[] = [];
  walk(root, (node) => {
    if (!ts.isStringLiteralLike(node) && !isGlued(node)) return true;
    found.push({ node, text: textOf(node) });
    return ts.isTemplateExpression(node) || ts.isBinaryExpression(node);
  });
  return found;
}

function textOf(node: ts.Node): string {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node)) {
    return node.head.text + node.templateSpans.map((span) => textOf(span.expression) + span.literal.text).join('');
  }
  if (isGlued(node) && ts.isBinaryExpression(node)) return textOf(node.left) + textOf(node.right);
  if (ts.isCallExpression(node) && ['table', 'ref', 'raw', 'id'].includes(calleeName(node) ?? ''))
    return literalText(node.arguments[0]) ?? '$';
  return '$';
}
