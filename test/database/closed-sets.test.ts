// Closed sets of words (statuses, kinds, purposes ...): the database holds each with a check, and the program lists the same words.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import ts from 'typescript';
import { readTree, walk } from '../architecture/engine.ts';
import { unwrap } from '../architecture/syntax.ts';
import { REPOSITORY } from '../architecture/walls.ts';
import { createTestDatabase } from '../support/database.ts';

/** Last words of the names of columns that hold one of a few words; `fee`, `did` and the like are closed all the same. */
const SOUNDS_CLOSED =
  /[._](?:status|state|kind|purpose|types?|step|mode|result|reason|environment|origin|source|role|action|outcome|answer|scope|lineage|for|country|path|account)$/;

/** Columns that sound closed and are not, with the reason. */
const OPEN: Readonly<Record<string, string>> = {
  'admin_action.kind': 'each room names its own; core/audit.ts, which writes them, knows none of them',
  'admin_action.target_type': 'the same',
  'approval.audit_kind': 'as admin_action.kind',
  'approval.reason': 'free text of an administrator',
  'auth_account.scope': 'written by the session layer alone',
  'automatic_funding_candidate.reason': 'the code of any error that a purchase answers',
  'complaint.answer': 'free text of an administrator',
  'customer.country': 'a country of ISO 3166, by the list of its package',
  'customer_company.country': 'the same; its check is of the form alone',
  'customer.frozen_reason': 'free text: of an administrator, or what was noticed',
  'gift_card.block_reason': 'free text of an administrator',
  'guess_count.account': 'a digest of it',
  'guess_count.source': 'a network or a device',
  'ledger_flow.type': 'that of its postings',
  'ledger_line.type': 'that of its posting, which the proof compares',
  'ledger_posting.type': 'the type of its transaction, else the purpose of its payment: closed where they stand',
  'movement_booking_line.ledger_account': 'an account of the ledger by its name',
  'payment.audit_kind': 'as admin_action.kind',
  'sent_mail.path': 'a page of the front end, with the id of a record',
  'tax_rate_request.refusal_reason': 'free text of an administrator',
  'unknown_movement.booked_reason': 'free text of an administrator',
};

/** Lists of the program by room and name, and the columns that hold one of their words. */
const LISTS: Readonly<Record<string, readonly string[]>> = {
  'config ADMINISTRATOR_ROLES': ['administrator_role.role'],
  'session GUESSED': ['guess_count.guessed'],
  'customers KYC_STATUSES': ['customer.kyc_status', 'spv.kyb_status'],
  'customers CUSTOMER_TYPES': ['customer.customer_type'],
  'customers ONBOARDING_VERSIONS': ['customer.onboarding_version'],
  'customers PROVIDER_KINDS': ['customer.provider_kind'],
  'customers COMPANY_KINDS': ['customer_company.kind'],
  'online-onboarding PATH_STATES': ['onboarding.state'],
  'online-onboarding ONBOARDING_KINDS': ['onboarding.kind'],
  'customers FROZEN_SOURCES': ['customer.frozen_source'],
  'factors CHALLENGE_PURPOSES': ['factor_challenge.purpose'],
  'mfa MFA_ACTIONS': ['mfa_context.action'],
  'onboarding IDENTITY_DOCUMENT_TYPES': ['identity_document.type'],
  'onboarding STATUSES': ['identity_document.status'],
  'providers/payments DocumentRefusal': ['identity_document.refusal_reason'],
  'approvals APPROVAL_STATES': ['approval.state'],
  'complaints COMPLAINT_STATES': ['complaint.status'],
  'complaints COMPLAINT_SUBJECTS': ['complaint.subject'],
  'notes NOTE_SUBJECTS': ['note.subject'],
  'audit MAIL_OUTCOMES': ['sent_mail.outcome'],
  'notifications MAIL_TOPICS': ['unwanted_mail.topic'],
  'profile-corrections CORRECTABLE': ['profile_correction.fields'],
  'profile-corrections CORRECTION_STATUSES': ['profile_correction.status'],
  'profile-corrections REFUSAL_REASONS': ['profile_correction.refusal_reason'],
  'auto-investment CONTRACT_TYPES': ['investment_plan.contract_types', 'property.investor_contract_type'],
  'gift-cards GIFT_CARD_STATUSES': ['gift_card.status'],
  'home-news APP_SCOPES': ['home_news.app_scope'],
  'invoices INVOICE_REASONS': ['invoice.reason'],
  'invoices KINDS': ['invoice.kind'],
  'marketplace CommissionStatus': ['market_deal.commission_status'],
  'primary-purchase PURCHASE_STATUSES': ['purchase.status'],
  'taxation STATUSES': ['tax_rate_request.status'],
  'invoices TradeKind': ['trade_paper.kind'],
  'wallet TRANSACTION_STATUSES': ['wallet_transaction.status'],
  'withdrawals STATUSES': ['wallet_transaction.status'],
  'funding ACTIONS': ['owner_transfer.action'],
  'funding TRANSFER_STATUSES': ['owner_transfer.status'],
  'funding Fee': ['company_fee_transfer.fee'],
  'properties CONTRACT_TYPES': ['property.investor_contract_type'],
  'spvs SPV_COUNTRIES': ['spv.country', 'company_fee_transfer.spv_country'],
  'payment-schedule EVENT_TYPES': ['capital_event.type'],
  'payouts RUN_KINDS': ['payout_run.kind'],
  'incoming-wires PaymentSource': ['received_payment.source'],
  'incoming-wires PAYMENT_KINDS': ['received_payment.payment'],
  'provider-webhooks NOTIFICATIONS': ['provider_event.path'],
  'money/ledger PostingStep': ['ledger_posting.step'],
  'money/payments PAYMENT_STATES': ['payment.status'],
  'config FINANCIAL_STATUSES': ['property.financial_status', 'financial_status_change.status'],
};

/** Columns of text, or of a list of texts, by `table.column`; `words` of a check that names them. */
async function textColumns(client: pg.Client): Promise<Map<string, readonly string[] | undefined>> {
  const { rows } = await client.query<{ name: string; check: string | null }>(`
    select c.relname || '.' || a.attname as name, (select pg_get_constraintdef(k.oid) from pg_constraint k
      where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
        and pg_get_constraintdef(k.oid) ~ '^CHECK \\(\\(+"?\\w+"? = |<@ ARRAY') as check
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.atttypid in ('text'::regtype, 'text[]'::regtype)
    order by 1`);
  const wordsOf = (check: string) => [...check.matchAll(/'([^']+)'::text/g)].map(([, word = '']) => word);
  return new Map(rows.map(({ name, check }) => [name, check === null ? undefined : wordsOf(check)]));
}

function openOnes(columns: ReadonlyMap<string, readonly string[] | undefined>): string[] {
  return [...columns].flatMap(([name, words]) => (words === undefined && SOUNDS_CLOSED.test(name) ? [name] : []));
}

/** `const NAMES = ['a', 'b']` and `type Name = 'a' | 'b'` of src/, by room and name. */
function listsOfProgram(): Map<string, string[]> {
  const lists = new Map<string, string[]>();
  for (const file of readTree(REPOSITORY).files) {
    if (!file.path.startsWith('src/') || file.role === 'test') continue;
    const place = file.room?.replace(/^features\/[^/]+\//, '') ?? file.path.split('/')[1];
    walk(file.ast, (node) => {
      if (ts.isVariableDeclaration(node)) {
        const list = unwrap(node.initializer);
        const elements = list && ts.isArrayLiteralExpression(list) ? list.elements.filter(ts.isStringLiteral) : [];
        if (elements.length > 0)
          lists.set(
            `${place} ${node.name.getText()}`,
            elements.map((word) => word.text),
          );
      } else if (ts.isTypeAliasDeclaration(node) && ts.isUnionTypeNode(node.type)) {
        const words = node.type.types.flatMap((type) =>
          ts.isLiteralTypeNode(type) && ts.isStringLiteral(type.literal) ? [type.literal.text] : [],
        );
        if (words.length === node.type.types.length) lists.set(`${place} ${node.name.text}`, words);
      }
    });
  }
  return lists;
}

describe('closed sets', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let client: pg.Client;
  before(async () => {
    database = await createTestDatabase();
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
  });
  after(async () => {
    await client.end();
    await database.drop();
  });

  it('have a check, or stand among the open ones', async () => {
    assert.deepEqual(openOnes(await textColumns(client)), Object.keys(OPEN).sort());
  });

  it('without a check are noticed', async () => {
    await client.query('begin');
    await client.query(`create table planted (status text not null, kind text check (kind in ('a', 'b')), reasons text)`);
    await client.query(`alter table spv drop constraint spv_kyb_status_check`);
    const open = openOnes(await textColumns(client)).filter((name) => OPEN[name] === undefined);
    await client.query('rollback');
    assert.deepEqual(open, ['planted.status', 'spv.kyb_status']);
  });

  it('have the words that the program lists', async () => {
    const columns = await textColumns(client);
    const lists = listsOfProgram();
    for (const [list, names] of Object.entries(LISTS))
      for (const name of names)
        assert.deepEqual(lists.get(list)?.toSorted(), columns.get(name)?.toSorted(), `${list} and ${name}`);
  });
});
