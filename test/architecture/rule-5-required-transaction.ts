// Rule 5: only use cases open a transaction; `Tx` is a required, branded first argument; never optional, never ambient.

import ts from 'typescript';
import { finding, productFiles, type Rule, type SourceFile, type Tree, walk } from './engine.ts';
import type { Finding } from './findings.ts';
import { calleeName, type FunctionNode, isFunctionNode, type TopFunction, textsOf, topFunctions } from './syntax.ts';

const ID = 'rule-5';

// Home of inTransaction, of the brand and of what runs before there is an application (migrations).
const TRANSACTION_HOME = 'src/core/db/';

/** Use cases outside features/ that open a transaction, each with its reason. */
export const OPENING_ALLOWED: Readonly<Record<string, string>> = {
  'src/money/payments/transactions.ts':
    'a wire is booked once, whoever finds it first: the refused second booking must end a transaction of its own',
  'src/core/http/idempotency.ts': 'the transaction of a use case, which also spends the Idempotency-Key of its request',
  'src/money/payments/execute.ts':
    'the one place of rule 7 for every purpose: call between two transactions, then write the outcome',
  'src/money/payments/pay-by-request.ts': 'begins and answers for the use cases that wait for a payment',
  'src/money/payments/incidents.ts': 'the look-up of a watched payment is a call too: its incident is written after it',
};

/** What opens a transaction: its callback runs inside. */
export const OPENING_CALLS = ['inTransaction', 'inIdempotentTransaction'];

const BUILDERS = ['insertInto', 'updateTable', 'deleteFrom', 'mergeInto', 'replaceInto', 'selectFrom'];
const WRITING_CALLS = [
  'insertInto',
  'updateTable',
  'deleteFrom',
  'mergeInto',
  'replaceInto',
  'forUpdate',
  'forNoKeyUpdate',
  'forShare',
  'forKeyShare',
];
const WRITING_SQL =
  /\b(insert\s+into|update\s+(only\s+)?["\w$.]+(\s+(as\s+)?\w+)?\s+set|delete\s+from|merge\s+into|for\s+(no\s+key\s+)?update|for\s+(key\s+)?share)\b/i;
const OPENING_SQL = /^\s*(begin|start\s+transaction)\b/i;

export const requiredTransaction: Rule = {
  id: ID,
  title: 'only use cases open a transaction; Tx is a required first argument',
  check: (tree: Tree) =>
    productFiles(tree).flatMap((file) => [...opened(file), ...parameters(file), ...writers(file), ...sqlElsewhere(file)]),
};

function mayOpen(file: SourceFile): boolean {
  if (file.path.startsWith(TRANSACTION_HOME) || file.path in OPENING_ALLOWED) return true;
  return file.role === 'jobs' || (file.role === 'verb' && file.path.startsWith('src/features/'));
}

/** Files that hand something around a library which gives them no argument to pass it in; never a transaction. */
const AMBIENT_ALLOWED: Readonly<Record<string, string>> = {
  'src/core/concurrency/admission.ts':
    'the permits of a heavy request: the provider client releases them, which no use case need know',
  'src/features/access/session/layer.ts':
    'the session library swallows failures of the database; the request that met one must fail',
  'src/features/access/session/passwords.ts':
    'the session library hashes inside its own transaction; the permit to hash is acquired before it',
  'src/features/access/session/guesses.ts':
    'the hooks of the session library share nothing; what a guess was is known after it was counted',
};

function opened(file: SourceFile): Finding[] {
  const found: Finding[] = [];
  walk(file.ast, (node) => {
    if (ts.isCallExpression(node) && OPENING_CALLS.includes(calleeName(node) ?? '') && !mayOpen(file)) {
      const remedy = 'Take `tx: Tx` as first argument and let the verb file in features/ (or the job) open the transaction.';
      found.push(finding(file, node, ID, `opens a transaction in ${file.path.split('/').at(-1)}`, remedy));
    }
    if (
      !file.path.startsWith(TRANSACTION_HOME) &&
      (isBareOpening(node) || (ts.isStringLiteralLike(node) && OPENING_SQL.test(node.text) && isSent(node)))
    ) {
      found.push(
        finding(
          file,
          node,
          ID,
          'opens a transaction without inTransaction',
          'Use inTransaction(db, work): it retries, and only it makes a Tx.',
        ),
      );
    }
    if (ts.isAsExpression(node) && node.type.getText() === 'Tx' && !file.path.startsWith(TRANSACTION_HOME)) {
      found.push(finding(file, node, ID, 'forges a Tx', 'Take `tx: Tx` as first argument: only inTransaction makes one.'));
    }
  });
  const ambient = file.path in AMBIENT_ALLOWED ? [] : file.imports.filter(({ target }) => target === 'async_hooks');
  found.push(
    ...ambient.map(({ node }) =>
      finding(file, node, ID, 'makes something ambient', 'Pass it as an argument: the transaction first.'),
    ),
  );
  return found;
}

/** `db.transaction()`, `db.startTransaction()`. */
function isBareOpening(node: ts.Node): boolean {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false;
  return (
    ['transaction', 'startTransaction', 'controlledTransaction'].includes(node.expression.name.text) &&
    node.arguments.length === 0
  );
}

/** A text that goes to a database: a tagged template or the argument of `query`. */
function isSent(node: ts.Node): boolean {
  const { parent } = node;
  return (
    ts.isTaggedTemplateExpression(parent) ||
    (ts.isCallExpression(parent) && ['query', 'raw', 'unsafe', 'executeSql'].includes(calleeName(parent) ?? ''))
  );
}

/** A parameter or property of type Tx that may be absent, or that is not the first. */
function parameters(file: SourceFile): Finding[] {
  const found: Finding[] = [];
  walk(file.ast, (node) => {
    const isPlace = ts.isParameter(node) || ts.isPropertySignature(node);
    if (!isPlace || node.type === undefined || !mentionsTx(node.type)) return;
    const absent =
      node.questionToken !== undefined || ('initializer' in node && node.initializer !== undefined) || allowsNothing(node.type);
    if (absent)
      found.push(
        finding(
          file,
          node,
          ID,
          'a Tx that may be absent',
          'Write `tx: Tx`; two callers with and without a transaction are two functions.',
        ),
      );
    else if (ts.isParameter(node) && node.parent.parameters[0] !== node)
      found.push(
        finding(file, node, ID, 'Tx is not the first argument', 'Put `tx: Tx` first: it says what the function may do.'),
      );
  });
  return found;
}

function mentionsTx(type: ts.TypeNode): boolean {
  if (ts.isUnionTypeNode(type)) return type.types.some(mentionsTx);
  return ts.isTypeReferenceNode(type) && type.typeName.getText() === 'Tx';
}

function allowsNothing(type: ts.TypeNode): boolean {
  return (
    ts.isUnionTypeNode(type) &&
    type.types.some((part) => part.kind === ts.SyntaxKind.UndefinedKeyword || part.getText() === 'null')
  );
}

/** Functions of a queries.ts that write or lock, directly or through a neighbour in the file. */
function writers(file: SourceFile): Finding[] {
  if (file.role !== 'queries') return [];
  const functions = topFunctions(file);
  const writing = writingNames(file);
  return functions
    .filter(({ name, node }) => writing.has(name) && !takesTxFirst(node))
    .map(({ name, node }: TopFunction) =>
      finding(
        file,
        node,
        ID,
        `${name} writes or locks, and its first argument is not \`tx: Tx\``,
        'Make `tx: Tx` its first argument (not Db, not a union) and call it inside inTransaction.',
      ),
    );
}

/** Names at the top of the file whose code writes, or mentions a name whose code does. */
function writingNames(file: SourceFile): Set<string> {
  const bodies = new Map<string, ts.Node>();
  for (const statement of file.ast.statements) {
    if (ts.isFunctionDeclaration(statement) && statement.name !== undefined) bodies.set(statement.name.text, statement);
    if (!ts.isVariableStatement(statement)) continue;
    for (const declaration of statement.declarationList.declarations) {
      if (ts.isIdentifier(declaration.name) && declaration.initializer !== undefined)
        bodies.set(declaration.name.text, declaration.initializer);
    }
  }
  const writing = new Set([...bodies].filter(([, body]) => writes(body)).map(([name]) => name));
  for (let before = -1; before !== writing.size; ) {
    before = writing.size;
    for (const [name, body] of bodies) if (mentions(body, writing)) writing.add(name);
  }
  return writing;
}

function writes(root: ts.Node): boolean {
  let found = textsOf(root).some(({ text }) => WRITING_SQL.test(text));
  walk(root, (node) => {
    if (ts.isCallExpression(node) && WRITING_CALLS.includes(calleeName(node) ?? '')) found = true;
  });
  return found;
}

function mentions(root: ts.Node, names: Set<string>): boolean {
  let found = false;
  walk(root, (node) => {
    if (ts.isIdentifier(node) && names.has(node.text) && !isMemberName(node)) found = true;
  });
  return found;
}

/** `name` of `x.name`, `{ name: … }` and `{ name: string }`: not the thing itself. */
function isMemberName(node: ts.Identifier): boolean {
  const { parent } = node;
  return (
    (ts.isPropertyAccessExpression(parent) || ts.isPropertyAssignment(parent) || ts.isPropertySignature(parent)) &&
    parent.name === node
  );
}

/** True when the first parameter is written `name: Tx`. */
export function takesTxFirst(node: ts.Node): node is FunctionNode {
  if (!isFunctionNode(node)) return false;
  const first = node.parameters[0];
  return first?.type?.getText() === 'Tx' && first.questionToken === undefined && first.initializer === undefined;
}

/** SQL of a room outside its queries.ts; one finding a file, at its first statement. */
/** A room keeps its SQL in queries files. The ground floor has no routes to keep it from: there the file is the ledger. */
function sqlElsewhere(file: SourceFile): Finding[] {
  if (file.room === undefined || file.role === 'queries' || file.path.startsWith('src/money/')) return [];
  const statements: ts.Node[] = [];
  walk(file.ast, (node) => {
    const builds =
      ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression) && BUILDERS.includes(node.expression.name.text);
    const tagged = ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'sql';
    if (builds || tagged) statements.push(node);
    return !(builds || tagged);
  });
  const [first] = statements;
  if (first === undefined) return [];
  const count = statements.length === 1 ? 'a statement' : `${statements.length} statements`;
  const remedy = 'Move them to queries.ts of the room (or <topic>-queries.ts), as functions whose names state the guarantee.';
  return [finding(file, first, ID, `${count} of SQL outside queries.ts`, remedy)];
}
