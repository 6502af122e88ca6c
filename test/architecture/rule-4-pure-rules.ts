// Rule 4: rules.ts and the schedule computation know no database, clock or provider, not even through a file that they import.

import ts from 'typescript';
import { finding, type Import, productFiles, type Rule, type SourceFile, type Tree, walk } from './engine.ts';
import type { Finding } from './findings.ts';
import { patternsOf, walls } from './walls.ts';

const ID = 'rule-4';

// One list for both: dependency-cruiser refuses the direct import, this file what is reached through others.
const wallOf = (wanted: string) => walls.find(({ name }) => name === wanted);
const pure = patternsOf(wallOf('rule-4-rules-are-pure')?.from ?? {});
const impure = patternsOf(wallOf('rule-4-rules-are-pure')?.to ?? {});
const providers = patternsOf(wallOf('rule-4-rules-call-no-provider')?.to ?? {});

// What reads the world without an import. Names with a dot are read as a whole.
const AMBIENT = [
  'Temporal.Now',
  'Date.now',
  'performance',
  'process',
  'fetch',
  'crypto',
  'Math.random',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'queueMicrotask',
  'WebSocket',
];

export const pureRules: Rule = {
  id: ID,
  title: 'rules.ts and the schedule computation import no database, clock or provider',
  check: (tree: Tree) => pureFiles(tree).flatMap((file) => [...reached(tree, file), ...ambient(file)]),
};

/** The files that must be pure. */
function pureFiles(tree: Tree): SourceFile[] {
  return productFiles(tree).filter((file) => pure.some((pattern) => pattern.test(file.path)));
}

function reached(tree: Tree, file: SourceFile): Finding[] {
  return file.imports.flatMap((entry) => {
    const path = pathToImpure(tree, entry, new Set([file.path]));
    if (path === undefined) return [];
    const remedy = 'Take the value as an argument (rows, a date, a setting) and let the verb file read it.';
    return [finding(file, entry.node, ID, `reaches ${path.join(' -> ')}`, remedy)];
  });
}

/** Types are erased, so behind the first step only values count; of a door, only what was asked for. */
function pathToImpure(tree: Tree, entry: Import, seen: Set<string>): string[] | undefined {
  const forbidden = entry.typeOnly ? impure : [...impure, ...providers];
  if (forbidden.some((pattern) => pattern.test(entry.target))) return [entry.target];
  const next = tree.byPath.get(entry.target);
  if (entry.typeOnly || next === undefined || seen.has(keyOf(next, entry))) return undefined;
  seen.add(keyOf(next, entry));
  for (const onward of next.imports.filter((step) => !step.typeOnly && (next.role !== 'index' || brings(step, entry)))) {
    const path = pathToImpure(tree, onward, seen);
    if (path !== undefined) return [next.path, ...path];
  }
  return undefined;
}

/** A door may be passed again with another wish. */
function keyOf(file: SourceFile, entry: Import): string {
  return file.role === 'index' ? `${file.path} ${entry.origins.join()}` : file.path;
}

/** True when the re-export `step` of a door brings something that `entry` asks the door for. */
function brings(step: Import, entry: Import): boolean {
  return step.names.includes('*') || entry.origins.includes('*') || step.names.some((name) => entry.origins.includes(name));
}

function ambient(file: SourceFile): Finding[] {
  const found: Finding[] = [];
  const remedy = 'Take the date, the id or the setting as an argument.';
  const own = declaredNames(file);
  walk(file.ast, (node) => {
    const readsNow = ts.isNewExpression(node) && node.expression.getText() === 'Date' && (node.arguments?.length ?? 0) === 0;
    const name = nameOfWorld(node, own);
    if (readsNow || name !== undefined) found.push(finding(file, node, ID, `reads the world: ${name ?? 'new Date()'}`, remedy));
  });
  return found;
}

/** Names that the file declares itself: a parameter may well be called `performance`. */
function declaredNames(file: SourceFile): Set<string> {
  const names = new Set<string>();
  walk(file.ast, (node) => {
    if ((ts.isParameter(node) || ts.isVariableDeclaration(node) || ts.isBindingElement(node)) && ts.isIdentifier(node.name))
      names.add(node.name.text);
  });
  return names;
}

function nameOfWorld(node: ts.Node, own: Set<string>): string | undefined {
  if (ts.isPropertyAccessExpression(node)) return AMBIENT.find((name) => name === node.getText());
  if (!ts.isIdentifier(node) || !AMBIENT.includes(node.text) || own.has(node.text)) return undefined;
  const { parent } = node;
  const isOwnName = 'name' in parent && parent.name === node && !ts.isShorthandPropertyAssignment(parent);
  return isOwnName || ts.isTypeReferenceNode(parent) || ts.isQualifiedName(parent) ? undefined : node.text;
}
