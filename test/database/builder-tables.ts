// Tables of the builder queries around a fragment (sql<number>`...`), so that the server can describe the fragment by itself.

import ts from 'typescript';
import { original, type Reading } from './source-values.ts';

type Tables = Map<string, string>;
type Sources = Pick<Reading, 'checker' | 'sources'>;

const NAMES_A_TABLE = /^(?:selectFrom|\w*[jJ]oin|from|using|updateTable|insertInto|deleteFrom)$/;
const TABLE = /^([\w.]+)(?: as (\w+))?$/;

/** FROM lists to try: none, the nearest query, that with the ones around it; for a function or a constant, those of its users too. */
export function* fromLists(fragment: ts.Node, sources: Sources): Generator<string> {
  yield '';
  // Of the row that an insert would have written; its table has the same names.
  const hidden = fragment.getText().includes('excluded.') ? '' : 'excluded';
  yield* listsAround(fragment, hidden, sources);
  const top = ts.findAncestor(fragment, isTop);
  for (const use of top ? usesOf(top, sources) : []) yield* listsAround(use, hidden, sources);
}

function* listsAround(node: ts.Node, hidden: string, sources: Sources): Generator<string> {
  const tables: Tables = new Map();
  for (let around = node; !ts.isSourceFile(around); around = around.parent) {
    if (ts.isCallExpression(around)) merge(tables, tablesOfChain(around, sources, new Set()));
    else if (isTop(around)) merge(tables, tablesWithin(around, sources, new Set()));
    else continue;
    const shown = [...tables].filter(([alias]) => alias !== hidden);
    yield shown.map(([alias, table]) => `${table} as ${alias}`).join(', ');
  }
}

function isTop(node: ts.Node): node is ts.FunctionDeclaration | ts.VariableDeclaration {
  return ts.isFunctionDeclaration(node) || (ts.isVariableDeclaration(node) && ts.isSourceFile(node.parent.parent.parent));
}

/** Tables that one query names, in its own calls and in those of the function or variable that it begins with. */
function tablesOfChain(call: ts.CallExpression, sources: Sources, been: Set<ts.Node>): Tables {
  const tables: Tables = new Map();
  let node: ts.Node = call;
  while (ts.isPropertyAccessExpression(node.parent) && ts.isCallExpression(node.parent.parent)) node = node.parent.parent;
  for (; ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression); node = node.expression.expression)
    merge(tables, tablesOfCall(node));
  const start = ts.isCallExpression(node) ? node.expression : node;
  return ts.isIdentifier(start) ? merge(tables, tablesOfName(start, sources, been)) : tables;
}

/** All tables that a function or an expression names, and the functions it calls. */
function tablesWithin(node: ts.Node, sources: Sources, been: Set<ts.Node>): Tables {
  const tables: Tables = new Map();
  if (been.has(node)) return tables;
  been.add(node);
  const visit = (inner: ts.Node): void => {
    if (ts.isCallExpression(inner)) {
      merge(tables, tablesOfCall(inner));
      if (ts.isIdentifier(inner.expression)) merge(tables, tablesOfName(inner.expression, sources, been));
    }
    ts.forEachChild(inner, visit);
  };
  visit(node);
  return tables;
}

function tablesOfName(name: ts.Identifier, sources: Sources, been: Set<ts.Node>): Tables {
  const declaration = original(sources, sources.checker.getSymbolAtLocation(name))?.valueDeclaration;
  const isOurs = declaration && (ts.isFunctionDeclaration(declaration) || ts.isVariableDeclaration(declaration));
  return isOurs && !declaration.getSourceFile().isDeclarationFile ? tablesWithin(declaration, sources, been) : new Map();
}

function tablesOfCall(call: ts.CallExpression): Tables {
  const tables: Tables = new Map();
  if (!ts.isPropertyAccessExpression(call.expression) || !NAMES_A_TABLE.test(call.expression.name.text)) return tables;
  const [first] = call.arguments;
  for (const argument of first && ts.isArrayLiteralExpression(first) ? first.elements : first ? [first] : []) {
    const [, table, alias] = (ts.isStringLiteralLike(argument) && TABLE.exec(argument.text)) || [];
    if (table === undefined) continue;
    tables.set(alias ?? table, table);
    if (call.expression.name.text === 'insertInto') tables.set('excluded', table);
  }
  return tables;
}

/** Where a function or a constant is used. */
function usesOf({ name }: ts.FunctionDeclaration | ts.VariableDeclaration, { checker, sources }: Sources): ts.Node[] {
  if (name === undefined) return [];
  const symbol = checker.getSymbolAtLocation(name);
  const found: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && node.text === name.getText() && node !== name) {
      if (original({ checker }, checker.getSymbolAtLocation(node)) === symbol) found.push(node);
    }
    ts.forEachChild(node, visit);
  };
  for (const source of sources) if (source.text.includes(name.getText())) visit(source);
  return found;
}

function merge(into: Tables, more: Tables): Tables {
  for (const [alias, table] of more) if (!into.has(alias)) into.set(alias, table);
  return into;
}
