-- Money that moves at the provider: payment orders, what moved beyond them, and the wallet transactions that people see.

-- One intended call that moves money at the provider; its id is the reference that the provider keeps (DESIGN rule 7).
create table payment_order (
  id uuid primary key,
  kind text not null check (kind in ('transfer', 'payOut')),
  -- Which room settles it (src/worker.ts), and for what of it: `subject_id`.
  purpose text not null check (purpose in ('primary-purchase', 'primary-purchase-refund', 'market-deal', 'market-deal-commission',
    'withdrawal', 'withdrawal-fee', 'referral-reward', 'funding-fees', 'fiducie-fees', 'owner-transfer', 'property-sale',
    'project-switch', 'payment-to-be-assigned', 'management-fees', 'penalties', 'owner-settlement', 'coupon', 'capital-repayment',
    'withheld-tax', 'tax-remittance', 'gift-card-purchase', 'gift-card-redemption', 'gift-card-refund')),
  subject_id uuid not null,
  status text not null default 'created' check (status in ('created', 'sent', 'succeeded', 'failed', 'canceled')),
  from_account_id text not null,
  to_account_id text,
  provider_bank_account_id bigint,
  amount_cents bigint not null check (amount_cents > 0),
  comment text not null default '',
  provider_payment_id bigint,
  -- Look-ups and calls together; `send_count` has the calls that left.
  attempts integer not null default 0,
  send_count integer not null default 0 check (send_count >= 0),
  first_sent_at timestamptz,
  last_sent_at timestamptz,
  -- Technical lease of the worker that talks to the provider, in the database's own time.
  lease_until timestamptz,
  -- What a repeated call was refused with: final only once the reference stayed unknown for another margin.
  refusal text,
  failure text,
  -- The audit row of whoever asked, written once the money has moved; then null.
  audit jsonb,
  -- Sent more than once: its reference is looked up until then for a second movement.
  watched_until timestamptz,
  looked_at timestamptz,
  created_at timestamptz not null,
  settled_at timestamptz,
  check ((kind = 'transfer') = (to_account_id is not null)),
  check ((kind = 'payOut') = (provider_bank_account_id is not null)),
  constraint payment_order_one_movement unique (kind, provider_payment_id)
);
create index payment_order_open on payment_order (created_at) where status in ('created', 'sent');
create index payment_order_open_by_account on payment_order (from_account_id) where status = 'sent';
create index payment_order_subject on payment_order (subject_id);
create index payment_order_watched on payment_order (looked_at) where watched_until is not null;

-- A movement at the provider beyond the one that the payment stands for.
create table payment_incident (
  id uuid primary key,
  payment_order_id uuid not null references payment_order (id),
  provider_payment_id bigint not null,
  amount_cents bigint not null,
  found_at timestamptz not null,
  resolved_at timestamptz,
  unique (payment_order_id, provider_payment_id)
);
revoke delete on payment_incident from mortar_app;

create table wallet_transaction (
  id uuid primary key,
  -- Every type of DOMAIN §5.2, and what gift cards, the sale of a property, charge-backs and the final settlement add.
  type text not null check (type in ('MONEY_IN', 'CHARGE_BACK', 'PRIMARY_PURCHASE', 'PRIMARY_PURCHASE_REFUND', 'BUYING_DEAL',
    'SELLING_DEAL', 'COUPON_PAYOUT', 'WITHHOLDING_TAX', 'TAX_REMITTANCE', 'CAPITAL_REPAYMENT', 'UNLENT_CAPITAL', 'PROPERTY_SALE', 'PAID_OUTSIDE',
    'REFERRAL_REWARD', 'WITHDRAWAL', 'WITHDRAWAL_FEE', 'GIFT_CARD_PURCHASE', 'GIFT_CARD_REDEMPTION', 'GIFT_CARD_REFUND',
    'FUNDING_CLOSED', 'FUNDING_FEES', 'FIDUCIE_FEES', 'OWNER_TRANSFER', 'ESCROW_CHANGE', 'SPV_WIRE_IN', 'SPV_DIRECT_DEBIT_IN',
    'SPV_P2P_IN', 'ESCROW_TO_PAYMENT', 'ASSIGNMENT', 'PROJECT_SWITCH_P2P', 'MANAGEMENT_FEES', 'PENALTIES', 'OWNER_SETTLEMENT')),
  status text not null check (status in ('WAITING', 'CONFIRMED', 'FAILED', 'CANCELED')),
  customer_id uuid references customer (id),
  spv_id uuid references spv (id),
  amount_cents bigint not null check (amount_cents > 0),
  payment_order_id uuid references payment_order (id),
  -- Movements that began at the provider: an incoming wire or debit, a transfer between wallets. Orders carry their own id.
  provider_money_in_id bigint unique,
  provider_transfer_id bigint unique,
  property_id uuid references property (id),
  created_at timestamptz not null,
  event_at timestamptz not null,
  constraint wallet_transaction_has_owner check (num_nonnulls(customer_id, spv_id) = 1)
);
create index wallet_transaction_customer on wallet_transaction (customer_id, created_at desc, id desc);
create index wallet_transaction_spv on wallet_transaction (spv_id, created_at desc, id desc) where spv_id is not null;
create index wallet_transaction_order on wallet_transaction (payment_order_id);
create index wallet_transaction_property on wallet_transaction (property_id, type);
