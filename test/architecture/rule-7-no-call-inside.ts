// Rule 7: no provider call inside a transaction. Write the intent, commit, call, write the outcome.

import ts from 'typescript';
import { finding, productFiles, type Rule, type SourceFile, type Tree, walk } from './engine.ts';
import type { Finding } from './findings.ts';
import { carriesProvider, PROVIDERS } from './ports.ts';
import { OPENING_CALLS, takesTxFirst } from './rule-5-required-transaction.ts';
import { calleeName, isFunctionNode, topFunctions, unwrap } from './syntax.ts';

const ID = 'rule-7';
const REMEDY =
  'Write the intent and commit; call the provider after inTransaction; write the outcome in a second transaction (or from a job).';

// Modules whose every call leaves the process.
const NETWORK_MODULES = ['undici', 'http', 'https', 'http2', 'net', 'tls', 'nodemailer'];

export const noCallInside: Rule = {
  id: ID,
  title: 'no provider call inside a transaction',
  check: (tree: Tree) => productFiles(tree).flatMap((file) => [...callsInside(file), ...portsBesideTx(tree, file)]),
};

/** Code that runs inside a transaction: the callback of inTransaction, and every function that takes a Tx first. */
function insides(file: SourceFile): Map<ts.Node, string | undefined> {
  const found = new Map<ts.Node, string | undefined>();
  const named = new Map(topFunctions(file).map(({ name, node }) => [name, node]));
  walk(file.ast, (node) => {
    if (takesTxFirst(node)) found.set(node, nameOfFirst(node));
    if (!ts.isCallExpression(node) || !OPENING_CALLS.includes(calleeName(node) ?? '')) return;
    for (const argument of node.arguments.slice(1)) {
      const work = unwrap(argument);
      const callback = work !== undefined && ts.isIdentifier(work) ? named.get(work.text) : work;
      if (callback !== undefined && isFunctionNode(callback)) found.set(callback, nameOfFirst(callback));
    }
  });
  return found;
}

function nameOfFirst(node: ts.Node): string | undefined {
  const first = isFunctionNode(node) ? node.parameters[0]?.name : undefined;
  return first !== undefined && ts.isIdentifier(first) ? first.text : undefined;
}

function callsInside(file: SourceFile): Finding[] {
  const found = new Map<ts.Node, Finding>();
  const unpacked = namesFromDeps(file);
  const imported = new Set(file.imports.filter(({ target }) => leavesProcess(target)).flatMap(({ names }) => names));
  for (const [inside, tx] of insides(file)) {
    walk(inside, (node) => {
      const problem = problemOf(node, tx, unpacked, imported);
      if (problem !== undefined) found.set(node, finding(file, node, ID, problem, REMEDY));
      return problem === undefined;
    });
  }
  return [...found.values()];
}

function leavesProcess(target: string): boolean {
  return target.startsWith('src/providers/') || NETWORK_MODULES.includes(target);
}

function problemOf(node: ts.Node, tx: string | undefined, unpacked: Set<string>, imported: Set<string>): string | undefined {
  if (ts.isPropertyAccessExpression(node) && node.expression.getText() === 'deps' && PROVIDERS.includes(node.name.text)) {
    return `touches deps.${node.name.text} inside a transaction`;
  }
  if (ts.isBindingElement(node) && PROVIDERS.includes((node.propertyName ?? node.name).getText()) && isUnpackedDeps(node)) {
    return `unpacks ${node.getText()} from deps inside a transaction`;
  }
  if (!ts.isCallExpression(node)) return undefined;
  const root = rootOf(node.expression);
  if (root === 'fetch') return 'calls fetch inside a transaction';
  if (unpacked.has(root)) return `calls ${node.expression.getText()} inside a transaction`;
  // A function that takes tx first is itself looked at: it may neither ask for a port nor call one.
  if (tx !== undefined && node.arguments[0]?.getText() === tx) return undefined;
  if (imported.has(root) && isWaitedFor(node)) return `calls ${root}, which leaves the process, inside a transaction`;
  const handsOverDeps = node.arguments.some((argument) => argument.getText() === 'deps');
  if (handsOverDeps) return `hands all of deps to ${node.expression.getText()} inside a transaction`;
  return undefined;
}

function rootOf(expression: ts.Expression): string {
  let current = expression;
  while (ts.isPropertyAccessExpression(current)) current = current.expression;
  return ts.isIdentifier(current) ? current.text : '';
}

function isWaitedFor(node: ts.Node): boolean {
  return (
    ts.isAwaitExpression(node.parent) ||
    ts.isReturnStatement(node.parent) ||
    ts.isVoidExpression(node.parent) ||
    ts.isArrowFunction(node.parent)
  );
}

/** Names that stand for a provider in this file: `{ payments }` taken from deps, `const payments = deps.payments`. */
function namesFromDeps(file: SourceFile): Set<string> {
  const names = new Set<string>();
  walk(file.ast, (node) => {
    if (
      ts.isBindingElement(node) &&
      ts.isIdentifier(node.name) &&
      PROVIDERS.includes((node.propertyName ?? node.name).getText()) &&
      isUnpackedDeps(node)
    ) {
      names.add(node.name.text);
    }
    const source = ts.isVariableDeclaration(node) ? unwrap(node.initializer) : undefined;
    const isAlias =
      source !== undefined &&
      ts.isPropertyAccessExpression(source) &&
      source.expression.getText() === 'deps' &&
      PROVIDERS.includes(source.name.text);
    if (isAlias && ts.isVariableDeclaration(node)) names.add(node.name.getText());
  });
  return names;
}

/** `const { payments } = deps`, or a first parameter `{ payments }: Deps`; what is unpacked without a type is a row. */
function isUnpackedDeps(element: ts.BindingElement): boolean {
  const owner = element.parent.parent;
  if (ts.isVariableDeclaration(owner)) return owner.initializer?.getText() === 'deps';
  return ts.isParameter(owner) && owner.parent.parameters[0] === owner && /Deps\b/.test(owner.type?.getText() ?? '');
}

function portsBesideTx(tree: Tree, file: SourceFile): Finding[] {
  const found: Finding[] = [];
  walk(file.ast, (node) => {
    if (!takesTxFirst(node)) return;
    for (const parameter of node.parameters.slice(1)) {
      if (!carriesProvider(tree, file, parameter.type)) continue;
      const problem = `takes a Tx and ${parameter.name.getText()}: ${parameter.type?.getText()}, which reaches a provider`;
      found.push(
        finding(
          file,
          parameter,
          ID,
          problem,
          "Ask for what it needs only, such as Pick<Deps, 'clock' | 'jobs'>; call the provider outside the transaction.",
        ),
      );
    }
  });
  return found;
}
