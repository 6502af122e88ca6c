-- What leaves a project after its funding: the fees of the platform, and the money of the project owner.

-- One attempt to move a fee; its id is the subject of the payment order. A refused attempt stays as `failed`.
create table company_fee_transfer (
  id uuid primary key,
  property_id uuid not null references property (id),
  fee text not null check (fee in ('funding', 'fiducie')),
  status text not null check (status in ('waiting', 'transferred', 'failed')),
  amount_excl_tax_cents bigint not null check (amount_excl_tax_cents > 0),
  vat_bps integer not null check (vat_bps between 0 and 10000),
  vat_cents bigint not null check (vat_cents >= 0),
  payment_order_id uuid not null unique references payment_order (id),
  wallet_transaction_id uuid not null unique references wallet_transaction (id),
  invoice_id uuid unique references invoice (id),
  created_at timestamptz not null,
  settled_at timestamptz
);
create unique index company_fee_transfer_once on company_fee_transfer (property_id, fee) where status in ('waiting', 'transferred');

-- Money to the project owner. `withdraw`: paid by the provider; `no-withdraw`: paid outside, the withdrawal is bypassed.
create table owner_transfer (
  id uuid primary key,
  property_id uuid not null references property (id),
  spv_id uuid not null references spv (id),
  action text not null check (action in ('withdraw', 'no-withdraw')),
  status text not null check (status in ('waiting', 'transferred', 'failed')),
  amount_cents bigint not null check (amount_cents > 0),
  provider_bank_account_id bigint,
  withdraw_bypassed boolean not null,
  bypassing_administrator_id uuid,
  bypassing_administrator_email text,
  -- Who asked, with the Idempotency-Key if one was sent: a repetition finds its transfer.
  administrator_id uuid not null,
  idempotency_key text,
  payment_order_id uuid unique references payment_order (id),
  wallet_transaction_id uuid not null unique references wallet_transaction (id),
  created_at timestamptz not null,
  settled_at timestamptz,
  constraint owner_transfer_by_action check ((action = 'withdraw') = (payment_order_id is not null)
    and (action = 'withdraw') = (provider_bank_account_id is not null) and (action = 'no-withdraw') = withdraw_bypassed),
  constraint owner_transfer_bypassed_by check (withdraw_bypassed = (bypassing_administrator_id is not null))
);
create index owner_transfer_property on owner_transfer (property_id, created_at desc, id desc);
create unique index owner_transfer_one_per_key on owner_transfer (property_id, administrator_id, idempotency_key)
  where idempotency_key is not null and status <> 'failed';
