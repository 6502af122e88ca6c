-- What leaves a project: fees, money of the owner, the sale of a royalty property, what is given up, the final settlement.

-- One attempt to move a fee of the platform; its id is the subject of the payment. A refused attempt stays as failed.
create table company_fee_transfer (
  id uuid primary key,
  property_id uuid not null references property (id),
  fee text not null check (fee in ('funding', 'fiducie')),
  status text not null check (status in ('waiting', 'transferred', 'failed')),
  amount_excl_tax_cents bigint not null check (amount_excl_tax_cents > 0),
  vat_bps integer not null check (vat_bps between 0 and 10000),
  vat_cents bigint not null check (vat_cents >= 0),
  -- The country by which the VAT was computed: the note of an invoice without VAT follows from it, and the SPV's may change before the
  -- payment is settled.
  spv_country text not null check (spv_country in ('France', 'Portugal', 'Angleterre', 'France outre-mer', 'Andorre', 'Espagne', 'Italie',
    'Belgique', 'Suisse', 'Luxembourg', 'Réunion (île)', 'île Maurice', 'Allemagne', 'Pays-Bas', 'Maroc', 'Grèce', 'Émirats arabes unis')),
  payment_id uuid not null unique references payment (id),
  wallet_transaction_id uuid not null unique references wallet_transaction (id),
  invoice_id uuid unique references invoice (id),
  created_at timestamptz not null,
  settled_at timestamptz
);
create unique index company_fee_transfer_once on company_fee_transfer (property_id, fee) where status in ('waiting', 'transferred');
create index company_fee_transfer_property on company_fee_transfer (property_id);
create trigger proof_mark_project after insert or update or delete on company_fee_transfer
  for each row execute function proof_mark_row('project', 'property_id');

-- Money to the project owner.
create table owner_transfer (
  id uuid primary key,
  property_id uuid not null references property (id),
  spv_id uuid not null references spv (id),
  -- withdraw: paid by the provider; no-withdraw: paid outside, the withdrawal is bypassed.
  action text not null check (action in ('withdraw', 'no-withdraw')),
  -- taken-back: it was recorded as made outside, and was not; the money is the project's again.
  status text not null check (status in ('waiting', 'transferred', 'failed', 'taken-back')),
  amount_cents bigint not null check (amount_cents > 0),
  provider_bank_account_id bigint,
  withdraw_bypassed boolean not null,
  bypassing_administrator_id uuid,
  bypassing_administrator_email text,
  -- The administrator who asked for it.
  administrator_id uuid not null,
  payment_id uuid unique references payment (id),
  wallet_transaction_id uuid not null unique references wallet_transaction (id),
  created_at timestamptz not null,
  settled_at timestamptz,
  constraint owner_transfer_by_action check ((action = 'withdraw') = (payment_id is not null)
    and (action = 'withdraw') = (provider_bank_account_id is not null) and (action = 'no-withdraw') = withdraw_bypassed),
  constraint owner_transfer_bypassed_by check (withdraw_bypassed = (bypassing_administrator_id is not null)),
  constraint owner_transfer_taken_back check (status <> 'taken-back' or action = 'no-withdraw')
);
create index owner_transfer_property on owner_transfer (property_id, created_at desc, id desc);
create trigger proof_mark_project after insert or update or delete on owner_transfer
  for each row execute function proof_mark_row('project', 'property_id');

-- A funding that the daily job closed, written with the closing: its summary survives a run that dies before it has notified the team.
create table funding_auto_closing (
  property_id uuid primary key references property (id),
  -- As the message names it.
  summary jsonb not null,
  closed_at timestamptz not null,
  told_at timestamptz
);
create index funding_auto_closing_untold on funding_auto_closing (closed_at) where told_at is null;
revoke delete on funding_auto_closing from mortar_app;

-- The sale of a royalty property, whole or in part; a payout run pays its price to the holders.
create table property_sale (
  id uuid primary key,
  property_id uuid not null references property (id),
  sale_type text not null check (sale_type in ('partial', 'total')),
  sale_started_at timestamptz not null,
  offer_accepted_at timestamptz not null,
  completed_at timestamptz not null,
  sale_price_cents bigint not null check (sale_price_cents > 0),
  holder_count integer not null check (holder_count > 0),
  created_at timestamptz not null
);
create index property_sale_property on property_sale (property_id, created_at desc);
create unique index property_sale_total_once on property_sale (property_id) where sale_type = 'total';

-- What a project still owes is given up: an end of a loan that is not paid back, which may be taken back while nothing has followed.
create table give_up (
  id uuid primary key,
  property_id uuid not null references property (id),
  comment text not null check (btrim(comment) <> ''),
  status_before text not null check (status_before in ('repayment-delay', 'repayment-default')),
  -- What was due and unpaid at that moment: of capital, of interest and penalties of the holders, of management fees.
  capital_cents bigint not null check (capital_cents >= 0),
  interest_cents bigint not null check (interest_cents >= 0),
  fees_cents bigint not null check (fees_cents >= 0),
  given_up_at timestamptz not null,
  taken_back_at timestamptz
);
create unique index give_up_in_force on give_up (property_id) where taken_back_at is null;
create index give_up_property on give_up (property_id);
revoke delete on give_up from mortar_app;

-- Beside each echeance that lacked something when it was given up: what a later payment of capital recovers, and the part of an open fee that
-- was written off.
create table given_up_echeance (
  give_up_id uuid not null references give_up (id),
  -- An echeance goes with its prorogation, or when its schedule is replaced. Neither is allowed while the project is given up; once the
  -- give-up was taken back, what it wrote off says nothing any more and goes with the echeance.
  echeance_id uuid not null references echeance (id) on delete cascade,
  -- Of its capital, what had come in for the holders: more is a recovery.
  capital_received_cents bigint not null check (capital_received_cents >= 0),
  fees_excl_tax_cents bigint not null check (fees_excl_tax_cents >= 0),
  fees_vat_cents bigint not null check (fees_vat_cents >= 0),
  primary key (give_up_id, echeance_id)
);
create index given_up_echeance_echeance on given_up_echeance (echeance_id);
revoke update, delete on given_up_echeance from mortar_app;

-- The last account of a project between platform, owner and holders: penalties of the platform.
create table final_settlement (
  property_id uuid primary key references property (id),
  -- The transfer of the penalties under way or done; null after a refusal.
  penalties_payment_id uuid unique references payment (id),
  penalties_cents bigint not null default 0 check (penalties_cents >= 0),
  -- Which purses of the project it was held from: the rest comes from the escrow.
  penalties_from_surplus_cents bigint not null default 0 check (penalties_from_surplus_cents between 0 and penalties_cents),
  penalties_transferred_at timestamptz,
  created_at timestamptz not null
);
create trigger proof_mark_project after insert or update or delete on final_settlement
  for each row execute function proof_mark_row('project', 'property_id');

-- What is the owner's at the final settlement, by the purse of the project that it comes from.
create table owner_settlement (
  id uuid primary key,
  property_id uuid not null references property (id),
  -- withdraw: paid by the provider; handed-over: given by other means.
  action text not null check (action in ('withdraw', 'handed-over')),
  status text not null check (status in ('waiting', 'paid', 'failed')),
  amount_cents bigint not null check (amount_cents > 0),
  main_cents bigint not null default 0 check (main_cents >= 0),
  surplus_cents bigint not null default 0 check (surplus_cents >= 0),
  escrow_cents bigint not null default 0 check (escrow_cents >= 0),
  -- Of what was handed over: money that was never at the provider.
  off_provider_cents bigint not null default 0 check (off_provider_cents >= 0),
  provider_bank_account_id bigint,
  comment text not null default '',
  payment_id uuid unique references payment (id),
  created_at timestamptz not null,
  settled_at timestamptz,
  constraint owner_settlement_purses check (main_cents + surplus_cents + escrow_cents = amount_cents)
);
create unique index owner_settlement_one_open on owner_settlement (property_id) where status = 'waiting';
create index owner_settlement_property on owner_settlement (property_id);
create trigger proof_mark_project after insert or update or delete on owner_settlement
  for each row execute function proof_mark_row('project', 'property_id');
