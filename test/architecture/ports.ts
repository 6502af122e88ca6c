// Tells whether a type lets its holder call the outside world: a port of providers/, or Deps that contain one.

import { dirname, posix } from 'node:path';
import ts from 'typescript';
import type { SourceFile, Tree } from './engine.ts';

/** Members of Deps that are the outside world (src/deps.ts); `mover` is money's own view of the payment provider. */
export const PROVIDERS = [
  'payments',
  'email',
  'mailer',
  'chat',
  'storage',
  'registry',
  'defaults',
  'automation',
  'mover',
  'timestamps',
  'identityProvider',
];

// Aliases and imports followed before a type counts as plain data; ends types that contain themselves.
const DEPTH = 8;

/**
 * True when a value of `type`, written in `file`, reaches a provider. Follows aliases and imports; of types from
 * providers/ those with a function among their members are ports, the others plain data.
 */
export function carriesProvider(tree: Tree, file: SourceFile, type: ts.Node | undefined, depth = 0): boolean {
  if (type === undefined || depth > DEPTH) return false;
  const go = (node: ts.Node | undefined) => carriesProvider(tree, file, node, depth + 1);
  if (ts.isUnionTypeNode(type) || ts.isIntersectionTypeNode(type)) return type.types.some(go);
  if (ts.isParenthesizedTypeNode(type)) return go(type.type);
  if (ts.isTypeLiteralNode(type) || ts.isInterfaceDeclaration(type))
    return type.members.some((member) => memberCarries(tree, file, member, depth));
  if (ts.isIndexedAccessTypeNode(type)) return literalsOf(type.indexType).some((key) => PROVIDERS.includes(key));
  if (!ts.isTypeReferenceNode(type)) return false;
  const [first, second] = type.typeArguments ?? [];
  const name = type.typeName.getText();
  if (name === 'Pick') return literalsOf(second).some((key) => PROVIDERS.includes(key));
  if (name === 'Omit') return !PROVIDERS.every((key) => literalsOf(second).includes(key)) && go(first);
  if (['Partial', 'Readonly', 'Required', 'NonNullable'].includes(name)) return go(first);
  const found = resolve(tree, file, name);
  return found !== undefined && carriesProvider(tree, found.file, found.type, depth + 1);
}

/** Names of the members of the types in `file` that let their holder call a provider, by type and not by name. */
export function membersThatReachProviders(tree: Tree, file: SourceFile): string[] {
  const types = file.ast.statements.filter(ts.isTypeAliasDeclaration).map(({ type }) => type);
  return types
    .filter(ts.isTypeLiteralNode)
    .flatMap(({ members }) =>
      members.flatMap((member) =>
        member.name !== undefined && memberCarries(tree, file, member, 0) ? [member.name.getText()] : [],
      ),
    );
}

function memberCarries(tree: Tree, file: SourceFile, member: ts.TypeElement, depth: number): boolean {
  const isPort = file.path.startsWith('src/providers/');
  if (ts.isMethodSignature(member)) return isPort;
  if (!ts.isPropertySignature(member)) return false;
  if (member.type !== undefined && ts.isFunctionTypeNode(member.type)) return isPort;
  if (PROVIDERS.includes(member.name.getText()) && hasFunctions(tree, file, member.type)) return true;
  return carriesProvider(tree, file, member.type, depth + 1);
}

/** True for a type with a function among its members, wherever it is declared. */
function hasFunctions(tree: Tree, file: SourceFile, type: ts.Node | undefined, depth = 0): boolean {
  if (type === undefined || depth > DEPTH) return false;
  if (ts.isTypeLiteralNode(type) || ts.isInterfaceDeclaration(type)) {
    return type.members.some(
      (member) =>
        ts.isMethodSignature(member) || (ts.isPropertySignature(member) && member.type?.kind === ts.SyntaxKind.FunctionType),
    );
  }
  const found = ts.isTypeReferenceNode(type) ? resolve(tree, file, type.typeName.getText()) : undefined;
  return found !== undefined && hasFunctions(tree, found.file, found.type, depth + 1);
}

function literalsOf(type: ts.Node | undefined): string[] {
  if (type === undefined) return [];
  const parts = ts.isUnionTypeNode(type) ? [...type.types] : [type];
  return parts.flatMap((part) => (ts.isLiteralTypeNode(part) && ts.isStringLiteral(part.literal) ? [part.literal.text] : []));
}

type Found = { file: SourceFile; type: ts.Node };

function resolve(tree: Tree, file: SourceFile, name: string, depth = 0): Found | undefined {
  if (depth > DEPTH) return undefined;
  for (const statement of file.ast.statements) {
    if (ts.isTypeAliasDeclaration(statement) && statement.name.text === name) return { file, type: statement.type };
    if (ts.isInterfaceDeclaration(statement) && statement.name.text === name) return { file, type: statement };
  }
  for (const statement of file.ast.statements) {
    const original = nameBehind(statement, name);
    const target = original === undefined ? undefined : fileBehind(tree, file, statement);
    const found = target === undefined || original === undefined ? undefined : resolve(tree, target, original, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The name that `name` has where the statement takes it from; undefined when the statement does not bring it. */
function nameBehind(statement: ts.Statement, name: string): string | undefined {
  if (ts.isExportDeclaration(statement) && statement.exportClause === undefined) return name;
  const clause = ts.isExportDeclaration(statement)
    ? statement.exportClause
    : ts.isImportDeclaration(statement)
      ? statement.importClause?.namedBindings
      : undefined;
  if (clause === undefined || !(ts.isNamedExports(clause) || ts.isNamedImports(clause))) return undefined;
  const element = [...clause.elements].find((candidate) => candidate.name.text === name);
  return element === undefined ? undefined : (element.propertyName ?? element.name).text;
}

function fileBehind(tree: Tree, file: SourceFile, statement: ts.Statement): SourceFile | undefined {
  const isFrom = ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement);
  if (!isFrom || statement.moduleSpecifier === undefined || !ts.isStringLiteral(statement.moduleSpecifier)) return undefined;
  return tree.byPath.get(posix.join(dirname(file.path), statement.moduleSpecifier.text));
}
