// Rule 8: only the ledger moves money; a state changes by UPDATE ... WHERE status = expected RETURNING.

import ts from 'typescript';
import { finding, productFiles, type Rule, type SourceFile, type Tree, walk } from './engine.ts';
import type { Finding } from './findings.ts';
import { calleeName, chainFrom, literalText, propertyOf, textsOf } from './syntax.ts';

const ID = 'rule-8';

const MONEY = 'src/money/';
const MONEY_TABLE = /^(ledger_\w+|wallet_transaction|payment|payment_incident|brick)$/;
const MONEY_WRITE =
  /\b(?:insert\s+into|update|update\s+only|delete\s+from|merge\s+into|truncate|truncate\s+table|copy)\s+(?:public\.)?"?(ledger_\w+|wallet_transaction|payment|payment_incident|brick)\b/i;
const WRITING_CALLS = ['insertInto', 'updateTable', 'deleteFrom', 'mergeInto', 'replaceInto'];
const UPDATE = /\bupdate\s+(?:only\s+)?["\w$.]+(?:\s+(?:as\s+)?(?!set\b)\w+)?\s+set\b/gi;

const USE_LEDGER = 'Call the door of money/ledger, money/payments or money/bricks: it posts, checks and keeps the sums.';
const USE_EXPECTED = "Add .where('status', '=', expected) and .returning(…); no row back is the error.";

export const onlyTheLedger: Rule = {
  id: ID,
  title: 'only the ledger moves money; a state changes where it has the expected one',
  check: (tree: Tree) => {
    const scripts = tree.files.filter((file) => file.path.startsWith('scripts/'));
    return [...[...productFiles(tree), ...scripts].flatMap(moneyWrites), ...productFiles(tree).flatMap(blindChanges)];
  },
};

function moneyWrites(file: SourceFile): Finding[] {
  if (file.path.startsWith(MONEY)) return [];
  const found: Finding[] = [];
  walk(file.ast, (node) => {
    if (!ts.isCallExpression(node) || !WRITING_CALLS.includes(calleeName(node) ?? '')) return;
    const table = literalText(node.arguments[0])?.split(/\s/)[0];
    if (table === undefined)
      found.push(
        finding(file, node, ID, 'writes a table whose name is not a literal', 'Name the table in quotes, one statement each.'),
      );
    else if (MONEY_TABLE.test(table.replace(/^public\./, '')))
      found.push(finding(file, node, ID, `writes ${table} outside src/money/`, USE_LEDGER));
  });
  for (const { node, text } of textsOf(file.ast)) {
    const table = MONEY_WRITE.exec(text)?.[1];
    if (table !== undefined) found.push(finding(file, node, ID, `writes ${table} outside src/money/`, USE_LEDGER));
  }
  return found;
}

function blindChanges(file: SourceFile): Finding[] {
  const found: Finding[] = [];
  walk(file.ast, (node) => {
    if (!ts.isCallExpression(node)) return;
    const name = calleeName(node);
    if (name === 'updateTable' && isBlindBuilder(node))
      found.push(finding(file, node, ID, 'changes a status without asking for the expected one', USE_EXPECTED));
    if (name === 'doUpdateSet' && setsStatus(node) && !isGuarded(chainFrom(node).slice(1))) {
      found.push(finding(file, node, ID, 'an upsert changes a status without asking for the expected one', USE_EXPECTED));
    }
  });
  for (const { node, text } of textsOf(file.ast)) {
    if (blindStatements(text))
      found.push(
        finding(
          file,
          node,
          ID,
          'an UPDATE changes a status without asking for the expected one',
          'Add `where … status = expected` and `returning`; no row back is the error.',
        ),
      );
  }
  return found;
}

function isBlindBuilder(update: ts.CallExpression): boolean {
  const chain = chainFrom(update);
  if (!chain.some((call) => calleeName(call) === 'set' && setsStatus(call))) return false;
  return !isGuarded(chain) || !chain.some((call) => /^returning/.test(calleeName(call) ?? ''));
}

/** `.set({ status })`, `.set('status', …)`, `.set((row) => ({ status }))`. */
function setsStatus(call: ts.CallExpression): boolean {
  const [first] = call.arguments;
  if (first === undefined) return false;
  if (literalText(first) === 'status') return true;
  let found = false;
  walk(first, (node) => {
    if (ts.isObjectLiteralExpression(node) && propertyOf(node, 'status') !== undefined) found = true;
  });
  return found;
}

/** A `where` of the chain that speaks of the status, by column, by expression or in raw SQL. */
function isGuarded(chain: ts.CallExpression[]): boolean {
  return chain.some((call) => {
    if (!/^where/.test(calleeName(call) ?? '')) return false;
    return call.arguments.some((argument) => textsOf(argument).some(({ text }) => /(^|[\s."(])status\b/.test(text)));
  });
}

/** True when one of the UPDATEs in `text` sets a status blindly. Each reaches to the end of its parenthesis. */
function blindStatements(text: string): boolean {
  return [...text.matchAll(UPDATE)].some((match) => {
    const rest = statementFrom(text, match.index);
    const [set = '', ...conditions] = rest.split(/\bwhere\b/i);
    if (!/(\bset|,)\s*"?status"?\s*=/i.test(set)) return false;
    const where = conditions.join(' where ');
    return !/\bstatus"?\s*(=|<>|!=|in\b|is\b|not\b)/i.test(where) || !/\breturning\b/i.test(where);
  });
}

function statementFrom(text: string, start: number): string {
  let depth = 0;
  for (let i = start; i < text.length; i += 1) {
    if (text[i] === '(') depth += 1;
    if (text[i] === ')') depth -= 1;
    if (depth < 0 || text[i] === ';') return text.slice(start, i);
  }
  return text.slice(start);
}
