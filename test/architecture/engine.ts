// Reads a source tree once for the rules in this folder: files, imports, rooms and roles, only from the syntax (no type check).

import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import ts from 'typescript';
import type { Finding } from './findings.ts';

/**
 * One import or re-export. `target` is a path inside the tree for relative ones, else the bare name without `node:`. `names` are
 * local, `origins` what they are called in the target; an origin `*` means everything.
 */
export type Import = {
  target: string;
  specifier: string;
  typeOnly: boolean;
  reexport: boolean;
  names: string[];
  origins: string[];
  node: ts.Node;
};

/** Place of a file in the source tree. `role` is the last word of its name where that word has a meaning there, else `verb`. */
export type Role = 'index' | 'routes' | 'schemas' | 'rules' | 'queries' | 'errors' | 'jobs' | 'test' | 'verb';

export type SourceFile = {
  path: string;
  text: string;
  ast: ts.SourceFile;
  lineCount: number;
  imports: Import[];
  /** `features/investing/marketplace`, `money/ledger`, `providers/payments`; undefined outside the rooms. */
  room: string | undefined;
  role: Role;
};

export type Tree = { root: string; files: SourceFile[]; byPath: ReadonlyMap<string, SourceFile> };

/** A rule of ARCHITECTURE.md: what it demands in one sentence, and where a tree breaks it. */
export type Rule = { id: string; title: string; check: (tree: Tree) => Finding[] };

export const PROGRAM_FOLDERS = ['src', 'sandbox', 'scripts', 'test', 'bench', 'clients', 'web'];
/** Copies of others and what a generator wrote: no rule of ours is theirs. */
const NOT_OURS = [
  'node_modules',
  'test/architecture/planted',
  'clients/typescript/src/generated',
  'clients/typescript/dist',
  'web/dist',
];
const ROOM = /^src\/((?:features\/[^/]+|money|providers)\/[^/]+)\//;
const ROLE = /^(?:.+-)?(routes|schemas|rules|queries|errors|jobs)\.ts$/;

/** Every TypeScript file, TSX included, of the programs under `root`; the planted violations of this folder are no part of them. */
export function readTree(root: string): Tree {
  const patterns = PROGRAM_FOLDERS.filter((folder) => existsSync(join(root, folder))).map((folder) => `${folder}/**/*.{ts,tsx}`);
  const paths = globSync(patterns, {
    cwd: root,
    exclude: (path) => NOT_OURS.includes(path),
  });
  const sources = paths.toSorted().map((path) => [path, readFileSync(join(root, path), 'utf8')] as const);
  return treeOf(Object.fromEntries(sources), root);
}

/** The same from texts in memory, for a test that needs a tree of two lines. */
export function treeOf(sources: Record<string, string>, root = ''): Tree {
  const files = Object.entries(sources).map(([path, text]) => parse(path, text));
  return { root, files, byPath: new Map(files.map((file) => [file.path, file])) };
}

function parse(path: string, text: string): SourceFile {
  const ast = ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true, ts.ScriptKind.TS);
  const lineCount = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
  return { path, text, ast, lineCount, imports: importsOf(path, ast), room: ROOM.exec(path)?.[1], role: roleOf(path) };
}

function roleOf(path: string): Role {
  const name = posix.basename(path);
  if (name.endsWith('.test.ts')) return 'test';
  if (name === 'index.ts') return 'index';
  // Border: the expression names exactly these roles.
  return (ROLE.exec(name)?.[1] as Role | undefined) ?? 'verb';
}

function importsOf(path: string, ast: ts.SourceFile): Import[] {
  const found: Import[] = [];
  const add = (node: ts.Node, specifier: ts.Node | undefined, more: Omit<Import, 'target' | 'specifier' | 'node'>) => {
    if (specifier === undefined || !ts.isStringLiteralLike(specifier)) return;
    const name = specifier.text;
    const target = name.startsWith('.') ? posix.join(dirname(path), name) : name.replace(/^node:/, '');
    found.push({ target, specifier: name, node, ...more });
  };
  walk(ast, (node) => {
    if (ts.isImportDeclaration(node)) {
      add(node, node.moduleSpecifier, { reexport: false, ...clauseOf(node.importClause) });
    } else if (ts.isExportDeclaration(node)) {
      const named =
        node.exportClause !== undefined && ts.isNamedExports(node.exportClause) ? [...node.exportClause.elements] : undefined;
      const names = named?.map((element) => element.name.text) ?? ['*'];
      const origins = named?.map((element) => (element.propertyName ?? element.name).text) ?? ['*'];
      add(node, node.moduleSpecifier, { typeOnly: node.isTypeOnly, reexport: true, names, origins });
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      add(node, node.arguments[0], { typeOnly: false, reexport: false, names: [], origins: ['*'] });
    } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      add(node, node.argument.literal, { typeOnly: true, reexport: false, names: [], origins: [] });
    }
  });
  return found;
}

function clauseOf(clause: ts.ImportClause | undefined): Pick<Import, 'typeOnly' | 'names' | 'origins'> {
  const bindings = clause?.namedBindings;
  const named = bindings !== undefined && ts.isNamedImports(bindings) ? [...bindings.elements] : [];
  const names = named.map((element) => element.name.text);
  // Types are erased, so they bring nothing.
  const origins = named.filter((element) => !element.isTypeOnly).map((element) => (element.propertyName ?? element.name).text);
  if (clause?.name !== undefined) {
    names.push(clause.name.text);
    origins.push('default');
  }
  if (bindings !== undefined && ts.isNamespaceImport(bindings)) {
    names.push(bindings.name.text);
    origins.push('*');
  }
  const inlineTypes = named.length > 0 && clause?.name === undefined && named.every((element) => element.isTypeOnly);
  return { typeOnly: clause?.phaseModifier === ts.SyntaxKind.TypeKeyword || inlineTypes, names, origins };
}

/** Calls `visit` for `node` and everything below it; where `visit` answers false, what is below is left out. */
export function walk(node: ts.Node, visit: (node: ts.Node) => unknown): void {
  if (visit(node) === false) return;
  ts.forEachChild(node, (child) => walk(child, visit));
}

/** A finding at `node`. */
export function finding(file: SourceFile, node: ts.Node, rule: string, problem: string, remedy: string): Finding {
  return { file: file.path, line: lineOf(file, node), rule, problem, remedy };
}

/** Line of the first character of `node`, from 1. */
export function lineOf(file: SourceFile, node: ts.Node): number {
  return file.ast.getLineAndCharacterOfPosition(node.getStart(file.ast)).line + 1;
}

/** Files of the product itself: src/ without the tests that stand beside the code. */
export function productFiles(tree: Tree): SourceFile[] {
  return tree.files.filter((file) => file.path.startsWith('src/') && file.role !== 'test');
}
