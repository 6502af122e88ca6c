// Rule 9: a table is written by its owning room alone; whoever wants it changed asks that room's door.

import ts from 'typescript';
import { finding, productFiles, type Rule, type SourceFile, type Tree, walk } from './engine.ts';
import type { Finding } from './findings.ts';
import { calleeName, literalText, textsOf } from './syntax.ts';

const ID = 'rule-9';

/** Tables with the rooms that may write them. Begun with those that many rooms read; a table that is not listed is not checked. */
const OWNERS: Readonly<Record<string, readonly string[]>> = {
  property: ['features/projects/properties', 'features/projects/project-life'],
  customer: ['features/access/customers'],
  customer_company: ['features/access/customers'],
  sent_mail: ['features/access/sent-mails'],
  profile_correction: ['features/access/profile-corrections'],
  spv: ['features/projects/spvs'],
  echeance: ['features/repayment/payment-schedule'],
  payment_schedule: ['features/repayment/payment-schedule'],
  capital_event: ['features/repayment/payment-schedule'],
  // Incoming wires knows the schedules, not the reverse: payments that are born assigned are written there.
  payment_to_be_assigned: ['features/treasury/incoming-wires', 'features/repayment/payment-schedule'],
  direct_debit: ['features/repayment/direct-debits'],
  purchase: ['features/investing/primary-purchase'],
  market_deal: ['features/investing/marketplace'],
  trade_paper: ['features/investing/trade-papers'],
  withdrawal: ['features/investing/withdrawals'],
  payment_method: ['features/investing/bank-accounts'],
  deposit_account: ['features/investing/deposits'],
  payout_run: ['features/repayment/payouts'],
  payout_line: ['features/repayment/payouts'],
  company_fee_transfer: ['features/projects/funding'],
  owner_transfer: ['features/projects/funding'],
  funding_auto_closing: ['features/projects/funding'],
  capital_loss: ['features/investing/taxation'],
  final_settlement: ['features/repayment/final-settlement'],
  owner_settlement: ['features/repayment/final-settlement'],
  proof_run: ['features/treasury/ledger-proof'],
  reconciliation_run: ['features/treasury/reconciliation'],
};

const WRITING_CALLS = ['insertInto', 'updateTable', 'deleteFrom', 'mergeInto', 'replaceInto'];
const STATEMENT =
  /\b(?:insert\s+into|update(?:\s+only)?|delete\s+from|merge\s+into|truncate(?:\s+table)?)\s+(?:public\.)?"?(\w+)"?/gi;

export const tablesHaveOwners: Rule = {
  id: ID,
  title: 'a table is written by its owning room alone',
  check: (tree: Tree) => productFiles(tree).flatMap(foreignWrites),
};

function foreignWrites(file: SourceFile): Finding[] {
  const found: Finding[] = [];
  const judge = (node: ts.Node, table: string | undefined) => {
    const owners = table === undefined ? undefined : OWNERS[table];
    if (owners === undefined || (file.room !== undefined && owners.includes(file.room))) return;
    const remedy = `Call a function of ${owners.join(' or ')}, named after what changes, through its door.`;
    found.push(finding(file, node, ID, `writes ${table}, which is not this room's`, remedy));
  };
  walk(file.ast, (node) => {
    if (!ts.isCallExpression(node) || !WRITING_CALLS.includes(calleeName(node) ?? '')) return;
    judge(node, literalText(node.arguments[0])?.split(/\s/)[0]);
  });
  for (const { node, text } of textsOf(file.ast)) for (const [, table] of text.matchAll(STATEMENT)) judge(node, table);
  return found;
}
