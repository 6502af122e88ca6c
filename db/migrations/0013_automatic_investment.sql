-- Investment plans, and the waves of automatic investment that follow them.

create table investment_plan (
  customer_id uuid primary key references customer (id) on delete cascade,
  is_active boolean not null,
  -- Since when the plan is on without a break: its seniority in a wave.
  active_since timestamptz,
  amount_per_property_cents bigint not null check (amount_per_property_cents > 0),
  contract_types text[] not null check (cardinality(contract_types) > 0 and contract_types <@ array['obligation', 'loan', 'royalty']),
  min_horizon_in_months integer check (min_horizon_in_months > 0),
  max_horizon_in_months integer check (max_horizon_in_months > 0),
  min_return_rate bigint check (min_return_rate >= 0),
  max_return_rate bigint check (max_return_rate >= 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint investment_plan_active_since_when check (is_active = (active_since is not null)),
  constraint investment_plan_horizon_in_order check (min_horizon_in_months <= max_horizon_in_months),
  constraint investment_plan_return_in_order check (min_return_rate <= max_return_rate)
);
create index investment_plan_active on investment_plan (active_since, customer_id) where is_active;

create table automatic_funding_wave (
  id uuid primary key,
  property_id uuid not null references property (id) on delete cascade,
  origin text not null check (origin in ('publication', 'administrator')),
  -- True: only who has a confirmed or waiting purchase is left out; false: who has any purchase on the property.
  includes_canceled boolean not null,
  status text not null check (status in ('pending', 'running', 'done')),
  candidate_count integer,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz
);
-- At most one wave of a property is under way, whoever asks for it.
create unique index automatic_funding_wave_one_open on automatic_funding_wave (property_id) where status in ('pending', 'running');

-- The investors of a wave in their order, each once; the purchase is written in the transaction that sets `purchased`.
create table automatic_funding_candidate (
  wave_id uuid not null references automatic_funding_wave (id) on delete cascade,
  customer_id uuid not null references customer (id),
  rank integer not null,
  status text not null check (status in ('waiting', 'purchased', 'skipped')),
  -- Why nothing was bought: the code that the same purchase by hand would have been refused with.
  reason text,
  purchase_id uuid unique references purchase (id),
  primary key (wave_id, customer_id),
  unique (wave_id, rank),
  constraint automatic_funding_candidate_purchased check ((status = 'purchased') = (purchase_id is not null)),
  constraint automatic_funding_candidate_skipped check ((status = 'skipped') = (reason is not null))
);
create index automatic_funding_candidate_waiting on automatic_funding_candidate (wave_id, rank) where status = 'waiting';
