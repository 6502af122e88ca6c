// Rule 3: URLs, error codes, job names and audit kinds are whole literals, written once, never glued: grep is the map.

import ts from 'typescript';
import { finding, productFiles, type Rule, type SourceFile, type Tree, walk } from './engine.ts';
import type { Finding } from './findings.ts';
import { calleeName, isGlued, literalText, propertyOf, unwrap } from './syntax.ts';

const ID = 'rule-3';

type Kind = 'URL' | 'error code' | 'job name' | 'audit kind';
/** A literal that others look for, at the one place where it may stand. `key` is what must be unique. */
type Definition = { kind: Kind; key: string; value: string; file: SourceFile; node: ts.Node };

const USE_INSTEAD: Record<Kind, string> = {
  URL: 'Keep the literal in the route alone; whoever needs it imports it from there or asks the route.',
  'error code':
    'Import the constant from the errors.ts that defines it (through the door of its room; core/errors.ts for general codes).',
  'job name': 'Import the job from the jobs.ts that defines it and enqueue that.',
  'audit kind': 'Take it from the definition of the route, or export a const where it first stands and import that.',
};

const METHODS_OF_FASTIFY = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'all', 'route'];

export const wholeLiterals: Rule = { id: ID, title: 'URLs, error codes, job names and audit kinds: whole literals, once', check };

function check(tree: Tree): Finding[] {
  const files = productFiles(tree);
  const found: Finding[] = [];
  const definitions = files.flatMap((file) => [...errorCodes(file, found), ...routeParts(file, found), ...jobNames(file, found)]);
  definitions.push(...auditKinds(files, found));
  return [...found, ...twice(definitions)];
}

/** `export const CODE = 'code'` in an errors.ts. */
function errorCodes(file: SourceFile, found: Finding[]): Definition[] {
  if (file.role !== 'errors') return [];
  const definitions: Definition[] = [];
  for (const statement of file.ast.statements) {
    if (!ts.isVariableStatement(statement)) continue;
    for (const { initializer } of statement.declarationList.declarations) {
      const node = unwrap(initializer);
      const value = literalText(node);
      if (node !== undefined && value !== undefined) definitions.push({ kind: 'error code', key: value, value, file, node });
      if (node !== undefined && isGlued(node)) found.push(glued(file, node, 'error code'));
    }
  }
  return definitions;
}

/** `url` of `route(app, { … })`, and what could hide a URL from grep: prefixes, Fastify's own verbs in a room. */
function routeParts(file: SourceFile, found: Finding[]): Definition[] {
  const definitions: Definition[] = [];
  const inFeatures = file.path.startsWith('src/features/');
  walk(file.ast, (node) => {
    if (!ts.isCallExpression(node)) return;
    const name = calleeName(node);
    if (isRouteCall(node)) {
      const options = node.arguments.at(-1);
      const url = propertyOf(options, 'url');
      const value = literalText(url);
      const method = literalText(propertyOf(options, 'method')) ?? '';
      if (url !== undefined && value !== undefined)
        definitions.push({ kind: 'URL', key: `${method} ${value}`, value, file, node: url });
      else if (inFeatures || url !== undefined) found.push(glued(file, url ?? node, 'URL'));
    } else if (name === 'register') {
      const prefix = propertyOf(node.arguments[1], 'prefix');
      if (prefix !== undefined)
        found.push(finding(file, prefix, ID, 'a prefix glues URLs together', 'Write the whole URL in each route.'));
    } else if (inFeatures && METHODS_OF_FASTIFY.includes(name ?? '') && node.expression.getText() === `app.${name}`) {
      const remedy = "Use route(app, { method, url: '…' }), which asks for guard, codes and audit kind.";
      found.push(finding(file, node, ID, `app.${name}() declares a route past route()`, remedy));
    }
  });
  return definitions;
}

/** `route(app, { … })`: our own function, not the method of Fastify. */
export function isRouteCall(call: ts.CallExpression): boolean {
  return ts.isIdentifier(call.expression) && call.expression.text === 'route' && call.arguments.length > 0;
}

/** `name` of `defineJob({ … })` and `declareJob({ … })`. */
function jobNames(file: SourceFile, found: Finding[]): Definition[] {
  const definitions: Definition[] = [];
  walk(file.ast, (node) => {
    if (!ts.isCallExpression(node) || !['defineJob', 'declareJob'].includes(calleeName(node) ?? '')) return;
    if (file.role !== 'jobs')
      found.push(finding(file, node, ID, 'defines a job outside a jobs.ts', 'Move the definition to the jobs.ts of the room.'));
    const name = node.arguments.map((argument) => propertyOf(argument, 'name')).find((value) => value !== undefined);
    const value = literalText(name);
    if (name !== undefined && value !== undefined) definitions.push({ kind: 'job name', key: value, value, file, node: name });
    else found.push(glued(file, name ?? node, 'job name'));
  });
  return definitions;
}

/** `audit` of a route and `kind` of `recordAdminAction`: a literal or the name of a const that holds one. */
function auditKinds(files: SourceFile[], found: Finding[]): Definition[] {
  const definitions: Definition[] = [];
  const names = new Set<string>();
  for (const file of files) {
    walk(file.ast, (node) => {
      const kind = auditOperand(node);
      const value = literalText(kind);
      if (kind === undefined) return;
      if (value !== undefined) definitions.push({ kind: 'audit kind', key: value, value, file, node: kind });
      else if (ts.isIdentifier(kind)) names.add(kind.text);
      else if (isGlued(kind) || ts.isConditionalExpression(kind)) found.push(glued(file, kind, 'audit kind'));
    });
  }
  for (const file of files) {
    walk(file.ast, (node) => {
      if (!ts.isVariableDeclaration(node) || !ts.isIdentifier(node.name) || !names.has(node.name.text)) return;
      const initializer = unwrap(node.initializer);
      const value = literalText(initializer);
      if (initializer !== undefined && value !== undefined)
        definitions.push({ kind: 'audit kind', key: value, value, file, node: initializer });
      else if (initializer !== undefined && isGlued(initializer)) found.push(glued(file, initializer, 'audit kind'));
    });
  }
  return definitions;
}

function auditOperand(node: ts.Node): ts.Expression | undefined {
  if (!ts.isCallExpression(node)) return undefined;
  if (isRouteCall(node)) return propertyOf(node.arguments.at(-1), 'audit');
  return calleeName(node) === 'recordAdminAction' ? propertyOf(node.arguments.at(-1), 'kind') : undefined;
}

function glued(file: SourceFile, node: ts.Node, kind: Kind): Finding {
  return finding(
    file,
    node,
    ID,
    `${kind} is not a whole literal`,
    `Write the whole ${kind} as one string in quotes, so that grep finds it.`,
  );
}

function twice(definitions: Definition[]): Finding[] {
  const first = new Map<string, Definition>();
  const found: Finding[] = [];
  for (const definition of definitions) {
    const key = `${definition.kind} ${definition.key}`;
    const other = first.get(key);
    if (other === undefined) first.set(key, definition);
    else
      found.push(
        finding(
          definition.file,
          definition.node,
          ID,
          `${key} is also defined in ${other.file.path}`,
          USE_INSTEAD[definition.kind],
        ),
      );
  }
  return found;
}
