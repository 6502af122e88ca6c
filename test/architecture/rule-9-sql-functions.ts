// Rule 9 inside the database: a function writes only the tables of its owner, and the code of other rooms does not call it.

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { finding, productFiles, type Tree } from './engine.ts';
import type { Finding } from './findings.ts';
import { textsOf } from './syntax.ts';

const ID = 'rule-9';

/** Every function of the database that writes a table, with the room or file of core that it belongs to (paths below src). */
export const FUNCTION_OWNERS: Readonly<Record<string, string>> = {
  idempotency_key_answer: 'core/http',

  brick_count_holdings: 'money/bricks',
  brick_hand_over: 'money/bricks',
  brick_return: 'money/bricks',
  brick_take: 'money/bricks',
  ledger_reset_checkpoints: 'money/ledger',
  ledger_post: 'money/ledger',
  ledger_sum_up_flows: 'money/ledger',
  proof_mark_bricks: 'money/ledger',
  proof_mark_row: 'money/ledger',
  proof_mark_runs: 'money/ledger',
  payment_create: 'money/payments',

  administrator_signed_in: 'features/access/administrators',
  mfa_code_clear: 'features/access/mfa',
  coupon_year_add: 'features/investing/taxation',
  coupon_year_split: 'features/investing/taxation',
  purchase_bricks: 'features/investing/primary-purchase',
  purchase_deal: 'features/investing/marketplace',
  withdraw: 'features/investing/withdrawals',
  echeance_add_payment: 'features/repayment/payment-schedule',
  echeance_add_run: 'features/repayment/payment-schedule',
  history_seal: 'features/operations/history',
  ledger_checkpoint_proved: 'features/operations/ledger-proof',
};

const DEFINITIONS = 'db/functions/*.sql';

/** A function of the database, with its place. */
type SqlFunction = { file: string; line: number; name: string; body: string };

const FUNCTION =
  /create (?:or replace )?function (?:\w+\.)?(\w+)\((?:(?!create (?:or replace )?function)[\s\S])*?\bas (\$\w*\$)([\s\S]*?)\2/gi;
const WRITE =
  /\b(?:insert\s+into|update(?:\s+only)?|delete\s+from|merge\s+into|truncate(?:\s+table)?)\s+(?:public\.)?"?(\w+)"?/gi;

export function readFunctions(root: string): SqlFunction[] {
  const paths = root === '' ? [] : globSync(DEFINITIONS, { cwd: root });
  return paths.toSorted().flatMap((path) => functionsOf(path, readFileSync(join(root, path), 'utf8')));
}

export function functionsOf(file: string, text: string): SqlFunction[] {
  return [...text.matchAll(FUNCTION)].map(({ index, 0: whole, 1: name = '', 3: body = '' }) => ({
    ...{ file, name, body: body.replaceAll(/--.*$/gm, '') },
    line: text.slice(0, index + whole.indexOf(name)).split('\n').length,
  }));
}

/** `tableOwners`: OWNERS of rule 9; a table without an owner is written only by functions, any of them. */
export function foreignWritesOfFunctions(
  functions: readonly SqlFunction[],
  tableOwners: Readonly<Record<string, readonly string[]>>,
): Finding[] {
  return functions.flatMap(({ file, line, name, body }) => {
    const tables = new Set([...body.matchAll(WRITE)].map(([, table = '']) => table).filter((table) => table in tableOwners));
    const owner = FUNCTION_OWNERS[name];
    if (tables.size > 0 && owner === undefined)
      return [{ file, line, rule: ID, problem: `${name} writes tables and has no owner`, remedy: 'List it in FUNCTION_OWNERS.' }];
    const foreign = [...tables].filter((table) => {
      const owners = tableOwners[table] ?? [];
      return owners.length > 0 && !owners.some((one) => one === owner || one.startsWith(`${owner}/`));
    });
    return foreign.map((table) => ({
      ...{ file, line, rule: ID, problem: `${name} writes ${table}, which is not of ${owner}` },
      remedy: `Call a function of ${tableOwners[table]?.join(' or ')}, named after what changes.`,
    }));
  });
}

/** Statements of TypeScript that call a writing function of another room. */
export function foreignCallsOfFunctions(tree: Tree): Finding[] {
  const calls = new RegExp(String.raw`\b(${Object.keys(FUNCTION_OWNERS).join('|')})\(`, 'g');
  return productFiles(tree).flatMap((file) =>
    textsOf(file.ast)
      .filter(({ text }) => /\bselect\b/i.test(text))
      .flatMap(({ node, text }) =>
        [...text.matchAll(calls)]
          .map(([, name = '']) => ({ name, owner: FUNCTION_OWNERS[name] }))
          .filter(({ owner }) => !file.path.startsWith(`src/${owner}/`))
          .map(({ name, owner }) =>
            finding(
              file,
              node,
              ID,
              `calls ${name} of the database, which is of ${owner}`,
              `Call a function of src/${owner} by its door.`,
            ),
          ),
      ),
  );
}
