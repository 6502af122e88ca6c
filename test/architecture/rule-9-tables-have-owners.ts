// Rule 9: a table is written only by its owning room, which offers changes to other rooms.

import ts from 'typescript';
import { finding, productFiles, type Rule, type SourceFile, type Tree, walk } from './engine.ts';
import type { Finding } from './findings.ts';
import { foreignCallsOfFunctions, foreignWritesOfFunctions, readFunctions } from './rule-9-sql-functions.ts';
import { calleeName, literalText, textsOf } from './syntax.ts';

const ID = 'rule-9';

/**
 * Every table with the rooms, or files of core, that may write it (paths below src). None: only functions of db/functions
 * write it. Triggers also keep sums in a table of its owner: docs/performance.md#sums-that-are-kept.
 */
export const OWNERS: Readonly<Record<string, readonly string[]>> = {
  // core
  admin_action: ['core/audit.ts'],
  applied_sql: ['core/db'],
  cache_version: ['core/cache.ts'],
  idempotency_key: ['core/http'],
  request_count: ['core/http'],
  test_clock: ['core/test-clock.ts'],

  // money
  brick: ['money/bricks'],
  brick_holding: [],
  ledger_account: ['money/ledger'],
  ledger_line: ['money/ledger'],
  ledger_posting: ['money/ledger'],
  ledger_proof_state: [],
  ledger_checkpoint: [],
  ledger_flow: [],
  ledger_checkpoint_balance: [],
  proof_dirty_row: [],
  payment_incident: ['money/payments'],
  payment: ['money/payments'],
  payment_step: ['money/payments'],
  wallet_transaction: ['money/payments'],

  // access
  administrator_identity: ['features/access/administrators'],
  identity_session: ['features/access/single-sign-on'],
  administrator_invitation: ['features/access/administrators'],
  administrator_role: ['features/access/administrators'],
  administrator_sign_in: [],
  authenticator: ['features/access/factors'],
  auth_account: ['features/access/session'],
  auth_session: ['features/access/session'],
  guess_count: ['features/access/session'],
  auth_two_factor: ['features/access/session'],
  auth_user: ['features/access/session'],
  auth_verification: ['features/access/session'],
  complaint: ['features/operations/complaints'],
  credential_change: ['features/access/mfa'],
  customer: ['features/access/customers'],
  customer_company: ['features/access/customers'],
  factor_challenge: ['features/access/factors'],
  gift_card_token: ['features/access/mfa'],
  identity_document: ['features/access/onboarding'],
  mfa_context: ['features/access/mfa'],
  onboarding: ['features/access/online-onboarding'],
  passkey: ['features/access/factors'],
  profile_correction: ['features/access/profile-corrections'],
  recovery_code: ['features/access/factors'],
  tax_identity: ['features/access/tax-identity'],

  // investing
  automatic_funding_candidate: ['features/investing/auto-investment'],
  automatic_funding_wave: ['features/investing/auto-investment'],
  calendar_feed: ['features/investing/calendar'],
  capital_loss: ['features/investing/taxation'],
  coupon_tax: ['features/investing/taxation'],
  coupon_year: [],
  deal_quota: ['features/investing/marketplace'],
  deposit_account: ['features/investing/wallet'],
  funding_totals: ['features/investing/primary-purchase'],
  gift_card: ['features/investing/gift-cards'],
  gift_card_guess: ['features/investing/gift-cards'],
  home_news: ['features/investing/home-news'],
  incoming_wire_scan: ['features/investing/wallet'],
  investment_plan: ['features/investing/auto-investment'],
  invoice: ['features/investing/invoices'],
  invoice_counter: ['features/investing/invoices'],
  market_deal: ['features/investing/marketplace'],
  unwanted_mail: ['features/investing/notifications'],
  bank_account: ['features/investing/bank-accounts'],
  purchase: ['features/investing/primary-purchase'],
  referral_invoice: ['features/investing/referrals'],
  referral_payout: ['features/investing/referrals'],
  referral_reward: ['features/investing/referrals'],
  referrer: ['features/investing/referrals'],
  tax_rate_request: ['features/investing/taxation'],
  trade_paper: ['features/investing/invoices'],
  withdrawal: ['features/investing/withdrawals'],

  // projects
  brick_price: ['features/projects/brick-prices'],
  company_fee_transfer: ['features/projects/funding'],
  financial_status_change: ['features/projects/project-life'],
  funding_auto_closing: ['features/projects/funding'],
  owner_transfer: ['features/projects/funding'],
  project_financing_request: ['features/projects/project-owners'],
  project_owner: ['features/projects/project-owners'],
  project_owner_presentation: ['features/projects/project-owners'],
  property: ['features/projects/properties', 'features/projects/project-life'],
  property_sale: ['features/projects/resale'],
  spv: ['features/projects/spvs'],

  // repayment
  capital_event: ['features/repayment/payment-schedule'],
  charge_back_claim: ['features/repayment/direct-debits'],
  coupon_month: ['features/repayment/payouts'],
  direct_debit: ['features/repayment/direct-debits'],
  echeance: ['features/repayment/payment-schedule'],
  final_settlement: ['features/repayment/final-settlement'],
  owner_settlement: ['features/repayment/final-settlement'],
  give_up: ['features/repayment/give-up'],
  given_up_echeance: ['features/repayment/give-up'],
  payment_schedule: ['features/repayment/payment-schedule'],
  payout_line: ['features/repayment/payouts'],
  payout_run: ['features/repayment/payouts'],
  // Incoming wires knows the schedules, not the reverse: payments that are born assigned are written there.
  received_payment: [
    'features/repayment/incoming-wires',
    'features/repayment/archived-wires',
    'features/repayment/payment-schedule',
  ],
  prorogation: ['features/repayment/payment-schedule'],
  tax_remittance: ['features/repayment/payouts'],

  // operations
  approval: ['features/operations/approvals'],
  charge_back: ['features/operations/charge-backs'],
  erasure: ['features/operations/erasure'],
  history_head: [],
  history_leaves: [],
  history_stamp: ['features/operations/history'],
  job_alert: ['features/operations/background-jobs'],
  moved_alone: ['features/operations/approvals'],
  movement_booking_line: ['features/operations/reconciliation'],
  note: ['features/operations/notes'],
  outside_operation: ['features/operations/operator'],
  platform_money_in: ['features/operations/platform-money'],
  proof_run: ['features/operations/ledger-proof'],
  provider_event: ['features/operations/provider-webhooks'],
  reconciliation_difference: ['features/operations/reconciliation'],
  reconciliation_run: ['features/operations/reconciliation'],
  saved_filter: ['features/access/saved-filters'],
  sent_mail: ['features/operations/audit', 'features/investing/notifications'],
  unknown_movement: ['features/operations/reconciliation'],
  worker_life: ['features/operations/operator'],
  write_probe: ['features/operations/operator'],
};

/** The generated types of all tables; their interface `DB` names each. */
const TABLES = 'src/core/db/tables.ts';

const WRITING_CALLS = ['insertInto', 'updateTable', 'deleteFrom', 'mergeInto', 'replaceInto'];
const STATEMENT =
  /\b(?:insert\s+into|update(?:\s+only)?|delete\s+from|merge\s+into|truncate(?:\s+table)?)\s+(?:public\.)?"?(\w+)"?/gi;

export const tablesHaveOwners: Rule = {
  id: ID,
  title: 'a table is written by its owning room alone',
  check: (tree: Tree) => [
    ...productFiles(tree).flatMap(foreignWrites),
    ...foreignWritesOfFunctions(readFunctions(tree.root), OWNERS),
    ...foreignCallsOfFunctions(tree),
    ...tablesWithoutOwner(tree.byPath.get(TABLES)),
  ],
};

function tablesWithoutOwner(tables: SourceFile | undefined): Finding[] {
  const list = tables?.ast.statements.find((node) => ts.isInterfaceDeclaration(node) && node.name.text === 'DB');
  if (!tables || !list || !ts.isInterfaceDeclaration(list)) return [];
  return list.members
    .filter(({ name }) => name !== undefined && OWNERS[name.getText(tables.ast)] === undefined)
    .map((member) => finding(tables, member, ID, 'a table without an owner', 'List the room that writes it in OWNERS.'));
}

function foreignWrites(file: SourceFile): Finding[] {
  const found: Finding[] = [];
  const judge = (node: ts.Node, table: string | undefined) => {
    const owners = table === undefined ? undefined : OWNERS[table];
    if (owners === undefined || owners.some((owner) => file.path === `src/${owner}` || file.path.startsWith(`src/${owner}/`)))
      return;
    const remedy =
      owners.length === 0
        ? 'Only functions of db/functions write it.'
        : `Call a function of ${owners.join(' or ')}, named after what changes, through its door.`;
    found.push(finding(file, node, ID, `writes ${table}, which is not this room's`, remedy));
  };
  walk(file.ast, (node) => {
    if (!ts.isCallExpression(node) || !WRITING_CALLS.includes(calleeName(node) ?? '')) return;
    judge(node, literalText(node.arguments[0])?.split(/\s/)[0]);
  });
  for (const { node, text } of textsOf(file.ast)) for (const [, table] of text.matchAll(STATEMENT)) judge(node, table);
  return found;
}
