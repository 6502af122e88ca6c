-- Direct debits, each of one echeance; the id is the reference at the provider. `creating` and `canceling`: the call is on its way.

create table direct_debit (
  id uuid primary key,
  echeance_id uuid not null references echeance (id),
  status text not null check (status in ('creating', 'scheduled', 'canceling', 'succeeded', 'failed', 'canceled', 'chargedBack')),
  amount_cents bigint not null check (amount_cents > 0),
  collection_date date not null,
  debit_account_id text not null,
  provider_mandate_id bigint not null,
  provider_debit_id bigint unique,
  payment_id uuid unique references payment_to_be_assigned (id),
  failure text,
  -- Cancelled to be ordered again for what its echeance lacks then; false once it was, or need not be.
  to_be_reordered boolean not null default false,
  -- Who programmed or cancelled it, until it is known that it succeeded: the audit row is then written, by whoever learns it.
  pending_audit jsonb,
  -- Given up, yet the provider may still take it: asked for until then.
  watched_until timestamptz,
  created_at timestamptz not null,
  -- In the database's own time: the margin after a call is technical.
  last_sent_at timestamptz,
  settled_at timestamptz,
  constraint direct_debit_known check (status in ('creating', 'failed', 'canceled') or provider_debit_id is not null)
);
create unique index direct_debit_one_open on direct_debit (echeance_id) where status in ('creating', 'scheduled', 'canceling');
create index direct_debit_open on direct_debit (collection_date) where status in ('creating', 'scheduled', 'canceling');
create index direct_debit_watched on direct_debit (watched_until) where watched_until is not null;
create index direct_debit_echeance on direct_debit (echeance_id, created_at desc);
create index direct_debit_to_reorder on direct_debit (echeance_id) where to_be_reordered;

-- What the payer's bank took back of a debit, by the record that it was: how much of it was still there, and what the owner owes again.
create table charge_back_claim (
  payment_id uuid primary key references payment_to_be_assigned (id),
  direct_debit_id uuid not null references direct_debit (id),
  property_id uuid not null references property (id),
  -- What the record was assigned to when it was taken back, if anything.
  echeance_id uuid references echeance (id),
  payment_for text check (payment_for in ('mensualite', 'capitalRepayment')),
  amount_cents bigint not null check (amount_cents > 0),
  -- Booked out of the project's purses; the rest had left them.
  returned_cents bigint not null check (returned_cents between 0 and amount_cents),
  -- Of that rest, what had come into MAIN (a fee advanced before) and SURPLUS and was spent from there: what went to the holders and to
  -- the platform is told by their own rows.
  kept_main_cents bigint not null default 0 check (kept_main_cents >= 0),
  kept_surplus_cents bigint not null default 0 check (kept_surplus_cents >= 0),
  created_at timestamptz not null,
  constraint charge_back_claim_of_echeance check ((echeance_id is null) = (payment_for is null))
);
create index charge_back_claim_echeance on charge_back_claim (echeance_id) where echeance_id is not null;
create index charge_back_claim_property on charge_back_claim (property_id);
revoke update, delete on charge_back_claim from mortar_app;
