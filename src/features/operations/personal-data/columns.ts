// Every column of every table: whether it is about a person, about money, secret or technical, and how long it is kept.

/** The classes of columns with what each of them means. */
export const CLASSES = {
  person: 'who somebody is, how they are reached, what they declared or wish, and the ids that lead to them',
  money: 'amounts, rates, movements and papers of them',
  secret: 'opens something: kept encrypted or as a digest, never exported, never logged',
  operation: 'how the program works: ids of rows, states, technical times',
} as const;

export type ColumnClass = keyof typeof CLASSES;

/** How long a table is kept, in words. */
export const PERIODS = {
  account: 'until the account is erased',
  identity: 'five years after the end of the relation (art. L561-12 of the monetary and financial code)',
  accounting:
    'ten years after the end of the year of the last movement of a closed account (art. L123-22 of the commercial code)',
  history: 'for ever: append-only, it proves the accounts',
  project: 'as long as the platform, of whose projects it is a part',
  administrator: 'with the account of an administrator, which stays as the audit log names it',
  short: 'hours to a month: jobs remove it',
  running: 'as long as the program needs it; nothing in it is about a person but ids',
} as const;

export type Period = keyof typeof PERIODS;

/** The columns of a class by table, separated by blanks. */
type Columns = Readonly<Record<string, string>>;

const PERSON: Columns = {
  admin_action: 'administrator_email administrator_id payload target_id',
  administrator_identity: 'issuer linked_at roles_lost_at subject user_id',
  administrator_invitation: 'email invited_by roles',
  administrator_role: 'given_by role user_id',
  administrator_sign_in: 'last_at user_id',
  approval: 'asked_by asked_by_email body changed_to decided_by decided_by_email dry_run params reason',
  auth_account: 'accountId userId',
  auth_session: 'createdAt factorShownAt ipAddress userAgent userId',
  auth_two_factor: 'userId',
  auth_user: 'createdAt email emailVerified id image name role twoFactorEnabled',
  auth_verification: 'identifier',
  authenticator: 'created_at last_used_at user_id',
  automatic_funding_candidate: 'customer_id',
  bank_account: 'bic customer_id holder iban_ciphertext iban_digest iban_end',
  brick: 'owner_customer_id',
  brick_holding: 'customer_id',
  calendar_feed: 'created_at customer_id',
  capital_loss: 'customer_id',
  charge_back: 'account_id customer_id',
  complaint: 'answer customer_id message subject',
  coupon_year: 'customer_id',
  credential_change: 'changed_at former_email replaced_by user_id',
  customer:
    'can_see_royalty citizenship city city_of_birth closed_at country country_of_birth created_at customer_type date_of_birth first_name frozen_at frozen_reason frozen_source id is_company_account kyc_status last_name phone postcode provider_blocked provider_internal_id provider_kind referral_code referrer_customer_id sex street user_id',
  customer_company: 'city country customer_id kind name postcode registration_date registration_number street',
  deal_quota: 'customer_id',
  deposit_account: 'bic customer_id holder iban_ciphertext iban_digest iban_end',
  erasure: 'closed_by customer_id',
  gift_card: 'block_reason buyer_customer_id recipient_email redeemer_customer_id',
  gift_card_guess: 'customer_id',
  gift_card_token: 'customer_id',
  guess_count: 'account source',
  history_leaves: 'ids',
  idempotency_key: 'answer_body user_id',
  identity_document: 'content_sha256 customer_id name refusal_reason status storage_key type',
  investment_plan: 'active_since contract_types customer_id is_active max_horizon_in_months min_horizon_in_months',
  invoice: 'billed_to customer_id storage_key',
  ledger_account: 'name owner_id',
  market_deal: 'buyer_id seller_id',
  mfa_context: 'administrator_id confirmed_address customer_id owner_id payload session_id',
  moved_alone: 'administrator_id',
  movement_booking_line: 'customer_id',
  note: 'text written_by written_by_email',
  onboarding: 'customer_id due_at kind project_owner_id provider_account_id refusal state url wallet_id',
  owner_transfer: 'administrator_id bypassing_administrator_email bypassing_administrator_id',
  passkey: 'created_at last_used_at name user_id',
  payment: 'from_account_id to_account_id',
  payout_line: 'customer_id paid_outside_comment',
  profile_correction: 'changes customer_id fields refusal_reason status',
  project_financing_request: 'account_manager',
  project_owner: 'email firstname id lastname phone_number',
  project_owner_presentation: 'description name profile_picture_url',
  property: 'internal_note_content project_owner_id',
  provider_event: 'payload',
  purchase: 'customer_id',
  reconciliation_difference: 'account_id',
  recovery_code: 'created_at user_id',
  referral_invoice: 'referrer_customer_id storage_key',
  referral_payout: 'referrer_customer_id',
  referral_reward: 'referee_customer_id referrer_customer_id',
  referrer: 'customer_id',
  request_count: 'key',
  saved_filter: 'administrator_id name page query',
  sent_mail: 'created_at customer_id outcome read_at subject template',
  tax_identity:
    'birth_commune_code birth_commune_name birth_name customer_id declared_at residence_city residence_commune_code residence_commune_name residence_postcode usual_name',
  tax_rate_request: 'answers_ciphertext answers_digest customer_id refusal_reason status year',
  trade_paper: 'customer_id party',
  unknown_movement: 'booked_reason from_account_id to_account_id',
  unwanted_mail: 'customer_id since topic',
  wallet_transaction: 'customer_id',
  withdrawal: 'customer_id',
};

const MONEY: Columns = {
  approval: 'amount_cents',
  brick: 'status',
  brick_holding: 'brick_count selling_brick_count',
  brick_price: 'price_cents revenue_per_brick_cents',
  capital_event: 'amount_cents event_date given_up_cents interest_sequestre_cents type',
  capital_loss: 'brick_count contract_type loss_cents settled_at',
  charge_back: 'provider_payout_id',
  charge_back_claim: 'amount_cents kept_main_cents kept_surplus_cents returned_cents',
  company_fee_transfer: 'amount_excl_tax_cents vat_bps vat_cents',
  coupon_tax: 'coupon_transaction_id gross_cents income_tax_bps income_tax_cents social_bps social_cents wallet_transaction_id',
  coupon_year: 'coupon_cents income_tax_cents paris_year social_bps social_cents tax_cents',
  direct_debit: 'amount_cents collection_date debit_account_id provider_debit_id provider_mandate_id status',
  echeance:
    'capital_distributed_cents capital_loaned_at_start_cents capital_loaned_cents capital_paid_cents capital_repayment_due_cents coupon_distributed_cents interest_cents management_fees_excl_tax_cents management_fees_taken_cents management_fees_vat_bps management_fees_vat_cents mensualite_paid_cents penalty_for_bricks_cents penalty_for_investors_cents penalty_total_cents',
  final_settlement: 'penalties_cents penalties_from_surplus_cents',
  funding_totals: 'confirmed_cents',
  gift_card: 'amount_cents blocked_at created_at expires_at redeemed_at status',
  give_up: 'capital_cents comment fees_cents interest_cents',
  given_up_echeance: 'capital_received_cents fees_excl_tax_cents fees_vat_cents',
  investment_plan: 'amount_per_property_cents max_return_rate min_return_rate',
  invoice: 'amount_excl_tax_cents issued_at issuer kind lines note number reason vat_cents year',
  invoice_counter: 'issuer last_number year',
  ledger_account: 'balance_cents in_cents',
  ledger_checkpoint: 'turnover_cents',
  ledger_checkpoint_balance: 'cents in_cents',
  ledger_flow: 'cents giver movement_count taker type',
  ledger_line: 'account_id amount_cents event_at line_number posting_id type',
  ledger_posting: 'event_at id reference step type',
  market_deal:
    'brick_count brick_price_variation bricks_ids commission_cents commission_status confirmed_at created_at official_brick_price_cents price_without_commission_cents profitability revenue_yield selling_brick_price_cents status',
  moved_alone: 'booked_cents pay_out_cents transfer_cents',
  movement_booking_line: 'cents ledger_account',
  owner_settlement: 'action amount_cents comment escrow_cents main_cents off_provider_cents status surplus_cents',
  owner_transfer: 'action amount_cents settled_at status',
  payment: 'amount_cents comment id kind provider_bank_account_id provider_payment_id purpose settled_at status',
  payment_incident: 'amount_cents provider_payment_id resolved_comment',
  payment_schedule:
    'annual_interest_rate initial_capital_loaned_cents interest_sequestre_cents management_fees_rate planned_initial_capital_cents planned_interest_sequestre_cents planned_total_funded_cents total_funded_amount_cents',
  payout_line: 'brick_count gross_cents income_tax_bps settled_at social_bps status tax_cents',
  payout_run: 'tax_cents total_cents',
  platform_money_in: 'account amount_cents event_at provider_money_in_id',
  project_financing_request: 'requested_amount_cents',
  property:
    'amount_to_fund_cents budget_increases_cents collected_cents escrow_set_aside_cents fiducie_fees_excl_tax_cents funding_fees_excl_tax_cents min_amount_to_fund_cents purchased_brick_count return_on_investment_rate total_construction_budget_cents total_fund_escrow_cents',
  property_sale: 'sale_price_cents',
  prorogation: 'interest_rate',
  purchase: 'amount_cents brick_count created_at is_automatic status window_end',
  received_payment:
    'amount_cents archive_comment archived_off_provider_cents assign_comment claim_filled_cents comment covered_cents origin_amount_cents payment payment_date provider_wire_id source status',
  reconciliation_difference: 'first_ledger_cents first_provider_cents in_flight_cents ledger_cents provider_cents',
  referral_invoice: 'amount_cents year',
  referral_payout: 'amount_cents created_at',
  referral_reward: 'amount_cents blocked_cents year',
  spv: 'vat_override_bps',
  tax_rate_request: 'tax_rate_bps',
  tax_remittance: 'action amount_cents comment period settled_at status',
  trade_paper: 'brick_count commission_cents kind price_cents property_name serial traded_at vat_bps vat_cents',
  unknown_movement: 'amount_cents kind moved_at provider_id reference',
  wallet_transaction: 'amount_cents created_at event_at provider_money_in_id provider_transfer_id status type',
  withdrawal: 'amount_cents created_at fee_cents',
};

const SECRET: Columns = {
  auth_account: 'accessToken idToken password refreshToken',
  auth_session: 'token',
  auth_two_factor: 'backupCodes secret',
  auth_verification: 'value',
  authenticator: 'secret_ciphertext',
  calendar_feed: 'token_sha256',
  factor_challenge: 'content',
  gift_card: 'code_sha256',
  gift_card_token: 'token_sha256',
  idempotency_key: 'lock_token',
  mfa_context: 'claim_token code_ciphertext new_address_code_ciphertext',
  recovery_code: 'digest',
};

const OPERATION: Columns = {
  admin_action: 'created_at id kind payment_id target_type',
  identity_session: 'session_id',
  administrator_invitation: 'expires_at id invited_at',
  administrator_role: 'given_at',
  applied_sql: 'applied_at file sha256',
  approval:
    'asked_at audit_kind decided_at ended_at error_code error_detail expires_at id mailed_at operation ordered_digest payment_id permission request_sha256 state',
  auth_account: 'accessTokenExpiresAt createdAt id providerId refreshTokenExpiresAt scope updatedAt',
  auth_session: 'endsAt expiresAt id updatedAt',
  auth_two_factor: 'failedVerificationCount id lockedUntil verified',
  auth_user: 'updatedAt',
  auth_verification: 'createdAt expiresAt id updatedAt',
  authenticator: 'id last_step',
  automatic_funding_candidate: 'purchase_id rank reason status unread_count wave_id',
  automatic_funding_wave:
    'candidate_count created_at finished_at id includes_canceled origin property_id started_at status unread_told_at',
  bank_account: 'created_at id kind payable_from provider_iban_id status updated_at',
  brick: 'deal_id id number property_id purchase_id',
  brick_holding: 'property_created_at property_id',
  brick_price: 'created_at property_id valid_from year',
  cache_version: 'key version',
  capital_event: 'created_at due_period id property_id',
  capital_loss: 'give_up_id property_id',
  charge_back: 'booking_state fetched_at first_seen_at freeze_state id shortfall_told_at wallet_transaction_id',
  charge_back_claim: 'created_at direct_debit_id echeance_id payment_for property_id received_payment_id',
  company_fee_transfer: 'created_at fee id invoice_id payment_id property_id settled_at spv_country status wallet_transaction_id',
  coupon_month: 'finished_at period started_at',
  complaint: 'answered_at created_at id status',
  coupon_year: 'contract_type unsplit_count',
  credential_change: 'had_second_factor id undo_state undo_until',
  customer:
    'documents_completed_at information_completed_at onboarding_version provider_read_at provider_status provider_sync_version provider_unread_at welcomed_at',
  customer_company: 'created_at updated_at',
  deal_quota: 'deal_count paris_date',
  deposit_account: 'asked_at created_at lease_until provider_iban_id turns',
  direct_debit:
    'created_at echeance_id failure id last_sent_at received_payment_id second_of settled_at to_be_reordered traceparent watched_until',
  echeance:
    'created_at due_date end_date id interest_carry management_fees_carry management_fees_comment management_fees_executed_at management_fees_paid_outside management_fees_payment_id management_fees_status number period property_id start_date updated_at',
  erasure: 'money_since next_at state',
  factor_challenge: 'expires_at purpose session_id',
  final_settlement: 'created_at penalties_payment_id penalties_transferred_at property_id',
  financial_status_change: 'changed_at id property_id status',
  funding_auto_closing: 'closed_at property_id summary told_at',
  funding_totals: 'confirmed_bricks property_id waiting_bricks',
  gift_card: 'code_version id purchase_transaction_id redemption_transaction_id refund_transaction_id updated_at',
  gift_card_guess: 'window_started_at wrong_code_count',
  gift_card_token: 'created_at expires_at used_at',
  give_up: 'given_up_at id property_id status_before taken_back_at',
  given_up_echeance: 'echeance_id give_up_id',
  guess_count: 'begun_at failed guessed open_at',
  history_head: 'blocks counts day head_sha256 previous_sha256 root_sha256 sealed_at',
  history_leaves: 'day leaves table_name',
  history_stamp: 'day response stamped_at',
  home_news: 'app_scope content created_at id is_active updated_at',
  idempotency_key: 'answer_status answered_at key locked_at operation payment_id request_sha256',
  identity_document: 'content_type created_at id provider_id sent_after sent_at updated_at',
  incoming_wire_scan: 'only_row scanned_until',
  investment_plan: 'created_at updated_at',
  invoice: 'credited_invoice_id id property_id spv_id subject_id',
  job_alert: 'notified_at queue',
  ledger_account: 'id version',
  ledger_checkpoint: 'chain_sha256 content_sha256 line_count number posting_count sealed_at until_posting until_transaction',
  ledger_checkpoint_balance: 'account_id',
  ledger_flow: 'property_id',
  ledger_posting: 'created_at transaction_number',
  ledger_proof_state: 'cluster daily_at only_row until_posting until_transaction whole_at',
  market_deal: 'buying_transaction_id id property_id reserved_at selling_transaction_id',
  mfa_context:
    'action claimed_at code_expires_at counter_expires_at last_requested_at last_resent_at request_count resend_count resends_expire_at wrong_code_count',
  moved_alone: 'day',
  movement_booking_line: 'created_at id movement_id property_id',
  onboarding:
    'created_at id leased_until provider_onboarding_id provider_read_at provider_sync_version provider_unread_at spv_id state_since',
  note: 'id subject subject_id written_at',
  outside_operation: 'alerted_at failed_at failing_since operation retired_at',
  owner_settlement: 'created_at id payment_id property_id provider_bank_account_id settled_at',
  owner_transfer: 'created_at id payment_id property_id provider_bank_account_id spv_id wallet_transaction_id withdraw_bypassed',
  passkey: 'credential_id id is_synced public_key sign_count transports',
  payment:
    'attempts audit_kind created_at decision_since failure first_sent_at last_sent_at lease_until looked_at refusal send_count subject_id traceparent transaction_number watched_until',
  payment_incident: 'found_at id payment_id resolved_at',
  payment_schedule:
    'created_at day_of_month decision_since duration_in_months initial_capital_loaned_date payment_mode property_id provider_mandate_id updated_at version',
  payment_step: 'answer did first_at last_at number payment_id times',
  payout_line: 'failure id run_id tax_payment_id tax_remittance_id',
  payout_run: 'created_at echeance_id holder_count id is_recovery kind period property_id run_date sale_id',
  platform_money_in: 'created_at id',
  profile_correction: 'closed_at created_at followed_at id sent_at taken_at',
  project_financing_request: 'created_at id name project_owner_company_id property_id updated_at',
  project_owner: 'created_at updated_at',
  project_owner_presentation: 'created_at id updated_at',
  proof_dirty_row: 'kind subject',
  proof_run: 'duration_ms is_sound ran_at scope violations wallets_missing_money',
  property:
    'created_at display_date fiducie_fees_transfer financial_status funding_ended_at funding_fees_transfer funding_max_end_date funding_start_date has_been_in_delay_or_default_once id image_count internal_note_version investment_horizon_in_months investor_contract_type investor_count is_marketplace_allowed min_bricks name operation presentation primary_market_open project_owner_presentation_id published_at purchased_date referral_paid_at resale_completed_at resale_offer_accepted_at resale_sale_started_at resale_sale_type revenue_start_date solde_de_tout_compte_done_at spv_id status total_bricks uncreated_bricks updated_at',
  property_sale: 'completed_at created_at holder_count id offer_accepted_at property_id sale_started_at sale_type',
  prorogation: 'created_at duration_in_months property_id',
  provider_event: 'attempted_at deliveries fingerprint id last_error path processed_at received_at replay_until traceparent',
  purchase: 'id property_id refund_transaction_id updated_at wallet_transaction_id',
  received_payment:
    'archived_at assigned_at assigned_echeance_id capital_event_id created_at debit_account_id id lineage on_last_echeance origin_wire_id payment_for payment_id project_named_by_assignment property_id return_payment_id spv_id switching_to_property_id target_echeance_id wallet_transaction_id',
  reconciliation_difference: 'closed_at id kind last_seen_at opened_at times_seen',
  reconciliation_run: 'duration_ms is_complete only_row ran_at unread_accounts wallets',
  referral_invoice: 'content_type created_at file_digest id',
  referral_payout: 'id property_id wallet_transaction_id',
  referral_reward: 'created_at free_payout_id id invoice_id property_id purchase_id unblocked_payout_id',
  referrer: 'last_rewarded_at',
  request_count: 'count started_at_ms',
  saved_filter: 'id saved_at',
  sent_mail: 'id is_listed path',
  spv: 'country created_at id kyb_status name provider_blocked provider_external_id provider_read_at provider_status provider_sync_version provider_unread_at updated_at',
  tax_identity: 'asked_at asked_year',
  tax_rate_request: 'created_at id refused_at validated_at withdrawn_at',
  tax_remittance: 'created_at id payment_id provider_bank_account_id',
  test_clock: 'offset_ms only_row',
  trade_paper: 'id subject_id',
  unknown_movement: 'booked_at closed_at id is_executed last_seen_at opened_at',
  wallet_transaction: 'id payment_id property_id spv_id',
  withdrawal: 'bank_account_id fee_transaction_id id invoice_id wallet_transaction_id',
  worker_life: 'seen_at started_at worker_id',
  write_probe: 'written_at',
};

/** Tables by period; a column named alone is kept as long as its own period, unlike its table. */
const KEPT: Readonly<Record<Period, string>> = {
  account: [
    'auth_account auth_user customer.can_see_royalty customer.frozen_reason customer.phone customer.referral_code',
    'investment_plan gift_card.recipient_email profile_correction sent_mail unwanted_mail credential_change auth_two_factor',
    'deal_quota gift_card_guess referrer calendar_feed passkey',
  ].join(' '),
  identity: 'complaint customer customer_company identity_document onboarding tax_identity',
  accounting: [
    'bank_account deposit_account gift_card invoice invoice_counter market_deal trade_paper wallet_transaction withdrawal payment',
    'payment_step payment_incident payout_line payout_run purchase coupon_tax coupon_year capital_loss tax_rate_request',
    'tax_remittance referral_invoice referral_payout referral_reward charge_back charge_back_claim direct_debit received_payment',
    'platform_money_in movement_booking_line owner_transfer owner_settlement company_fee_transfer brick automatic_funding_candidate',
  ].join(' '),
  history: [
    'admin_action approval ledger_account ledger_posting ledger_line ledger_flow ledger_checkpoint ledger_checkpoint_balance',
    'history_head history_leaves history_stamp',
  ].join(' '),
  project: [
    'property brick_price brick_holding capital_event echeance final_settlement give_up given_up_echeance payment_schedule',
    'prorogation property_sale financial_status_change funding_auto_closing funding_totals spv project_owner project_owner_presentation',
    'project_financing_request automatic_funding_wave coupon_month home_news',
  ].join(' '),
  administrator:
    'administrator_identity administrator_invitation administrator_role administrator_sign_in authenticator moved_alone note recovery_code saved_filter',
  short:
    'auth_session auth_verification factor_challenge gift_card_token guess_count idempotency_key identity_session mfa_context request_count',
  running: [
    'applied_sql cache_version erasure incoming_wire_scan job_alert ledger_proof_state outside_operation proof_dirty_row proof_run provider_event',
    'reconciliation_difference reconciliation_run test_clock unknown_movement worker_life write_probe',
  ].join(' '),
};

/** A column as it is classified. */
export type ClassifiedColumn = { table: string; column: string; columnClass: ColumnClass; period: Period };

/** All of them, by table and name. A column that is named twice is there twice, which a test refuses. */
export const COLUMNS: readonly ClassifiedColumn[] = classified({
  person: PERSON,
  money: MONEY,
  secret: SECRET,
  operation: OPERATION,
});

function classified(all: Readonly<Record<ColumnClass, Columns>>): ClassifiedColumn[] {
  const periods = new Map<string, Period>();
  for (const period of keysOf(KEPT)) for (const name of wordsOf(KEPT[period])) periods.set(name, period);
  const columns = keysOf(all).flatMap((columnClass) =>
    Object.entries(all[columnClass]).flatMap(([table, names]) =>
      wordsOf(names).map((column) => {
        const period = periods.get(`${table}.${column}`) ?? periods.get(table);
        if (!period) throw new Error(`${table} has no period`);
        return { table, column, columnClass, period };
      }),
    ),
  );
  return columns.sort((a, b) => (`${a.table} ${a.column}` < `${b.table} ${b.column}` ? -1 : 1));
}

function wordsOf(text: string): string[] {
  return text.split(' ');
}

function keysOf<Key extends string>(table: Readonly<Record<Key, unknown>>): Key[] {
  // Border: the keys of a literal of this file.
  return Object.keys(table) as Key[];
}
