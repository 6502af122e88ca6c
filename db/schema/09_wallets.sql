-- How an investor's money gets in and out: bank accounts, the IBAN to fill the wallet, withdrawals.

-- A bank account to which an investor withdraws.
create table bank_account (
  id uuid primary key,
  customer_id uuid not null references customer (id),
  kind text not null default 'IBAN_WITHDRAW' check (kind in ('IBAN_WITHDRAW')),
  -- Encrypted (core/data-cipher.ts); the keyed digest finds it, its last four characters are shown.
  iban_ciphertext bytea not null,
  iban_digest bytea not null check (length(iban_digest) = 32),
  iban_end text not null check (length(iban_end) = 4),
  bic text,
  holder text not null,
  -- removing: hidden from its owner, the provider is yet to hear of it; removed: the provider has forgotten it.
  status text not null check (status in ('waiting', 'activated', 'refused', 'deactivated', 'removing', 'removed')),
  -- From when on money may be withdrawn to it; null: at once.
  payable_from timestamptz,
  provider_iban_id bigint unique,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (customer_id, iban_digest)
);
create index bank_account_iban_end on bank_account (iban_end);
create index bank_account_iban_digest on bank_account (iban_digest);

-- The virtual IBAN to which an investor wires money; its columns are null until the provider is known to have it, and written once.
create table deposit_account (
  customer_id uuid primary key references customer (id),
  provider_iban_id bigint unique,
  -- As in bank_account.
  iban_ciphertext bytea,
  iban_digest bytea unique check (length(iban_digest) = 32),
  iban_end text check (length(iban_end) = 4),
  bic text,
  holder text,
  -- Which process asks the provider, and until when; in the database's own time.
  turns integer not null default 0,
  lease_until timestamptz,
  -- When its creation was last sent without a refusal: while that is young, it may yet take effect.
  asked_at timestamptz,
  created_at timestamptz not null,
  constraint deposit_account_is_whole check (
    num_nonnulls(provider_iban_id, iban_ciphertext, iban_digest, iban_end, holder) in (0, 5)
  )
);
create index deposit_account_iban_end on deposit_account (iban_end) where iban_end is not null;
create trigger of_closed_accounts before delete on deposit_account
  for each row execute function refuse_unless_closed('customer_id', 'accounting');

-- A withdrawal with its fee and the invoice of it. Written by withdraw.
create table withdrawal (
  id uuid primary key,
  customer_id uuid not null references customer (id),
  bank_account_id uuid not null references bank_account (id),
  amount_cents bigint not null check (amount_cents > 0),
  fee_cents bigint not null default 0 check (fee_cents >= 0),
  wallet_transaction_id uuid not null unique references wallet_transaction (id),
  fee_transaction_id uuid unique references wallet_transaction (id),
  invoice_id uuid unique references invoice (id),
  created_at timestamptz not null
);
create index withdrawal_customer on withdrawal (customer_id, created_at desc, id desc);
create index withdrawal_bank_account on withdrawal (bank_account_id);
create index withdrawal_transaction on withdrawal (wallet_transaction_id);
create trigger proof_mark after insert or update or delete on withdrawal
  for each row execute function proof_mark_row('transaction', 'wallet_transaction_id');
