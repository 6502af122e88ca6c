-- Where an investor wires money to, bank accounts that an investor takes away, and the deals of a buyer.

create table deposit_account (
  customer_id uuid primary key references customer (id),
  -- The virtual IBAN, null until the provider is known to have it; written once.
  provider_iban_id bigint unique,
  iban text unique,
  bic text,
  holder text,
  -- Whose turn it is to ask the provider, and until when; in the database's own time, as leases are technical.
  turns integer not null default 0,
  lease_until timestamptz,
  -- When its creation was last sent without a refusal: while that is young, it may yet take effect.
  asked_at timestamptz,
  created_at timestamptz not null,
  constraint deposit_account_is_whole check (num_nonnulls(provider_iban_id, iban, holder) in (0, 3))
);
revoke delete on deposit_account from mortar_app;

-- removing: hidden from its owner, the provider is yet to hear of it; removed: the provider has forgotten it.
alter table payment_method drop constraint payment_method_status_check;
alter table payment_method add constraint payment_method_status_check
  check (status in ('waiting', 'activated', 'refused', 'deactivated', 'removing', 'removed'));

create index market_deal_buyer on market_deal (buyer_id, created_at desc, id desc) where buyer_id is not null;
create index withdrawal_payment_method on withdrawal (payment_method_id);
