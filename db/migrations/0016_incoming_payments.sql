-- Money that arrives: payments that wait for their echeance, how far the provider's list was read, wires to the platform itself.

-- A payment that waits for its echeance: a wire or debit that arrived at the SPV, a transfer between wallets, or a record
-- without movement. The documents call it wire to be assigned and payment to be assigned.
create table payment_to_be_assigned (
  id uuid primary key,
  -- Null while nobody can tell which project of the SPV it is for; its money then lies in SPV:<spv>:UNASSIGNED.
  property_id uuid references property (id),
  spv_id uuid not null references spv (id),
  -- `chargedBack`: the payer's bank took it back; shown as archived.
  status text not null check (status in ('waiting', 'assigned', 'archivedNotAssigned', 'chargedBack')),
  amount_cents bigint not null check (amount_cents > 0),
  lineage text not null default 'parent' check (lineage in ('parent', 'child')),
  -- Of a split record: the first one of its family, and what that one amounted to.
  origin_wire_id uuid references payment_to_be_assigned (id),
  origin_amount_cents bigint,
  payment text not null check (payment in ('wire', 'p2p', 'other')),
  -- What it is beneath: `escrow` and `manual` records have no movement at the provider.
  source text not null check (source in ('wire', 'directDebit', 'p2pAuto', 'p2pManual', 'escrow', 'other')),
  debit_account_id text,
  provider_wire_id bigint,
  payment_order_id uuid references payment_order (id),
  wallet_transaction_id uuid references wallet_transaction (id),
  -- Set where this is the escrow part of that event: there is one at most.
  capital_event_id uuid references capital_event (id),
  payment_date date not null,
  comment text not null default '',
  -- Set while its money is on the way to another project's SPV: it waits, but nobody may assign, split or archive it meanwhile.
  switching_to_property_id uuid references property (id),
  -- Of an escrow transfer: the echeance it is meant for.
  target_echeance_id uuid references echeance (id),
  assigned_echeance_id uuid references echeance (id),
  payment_for text check (payment_for in ('mensualite', 'capitalRepayment')),
  -- It waited for no project, and its assignment named one: taken back, it waits for none again.
  project_named_by_assignment boolean not null default false,
  assigned_at timestamptz,
  assign_comment text,
  archived_at timestamptz,
  archive_comment text,
  created_at timestamptz not null,
  constraint payment_assigned_where check (
    (status = 'assigned') = (assigned_echeance_id is not null)
    and (status = 'assigned') = (payment_for is not null) and (status = 'assigned') = (assigned_at is not null)),
  constraint payment_archived_when check ((status in ('archivedNotAssigned', 'chargedBack')) = (archived_at is not null)),
  constraint payment_split_from check ((lineage = 'child') = (origin_wire_id is not null) and (lineage = 'child') = (origin_amount_cents is not null)),
  constraint payment_switching_waits
    check (switching_to_property_id is null or (status = 'waiting' and payment_order_id is not null))
);
create index payment_waiting on payment_to_be_assigned (created_at desc, id desc) where status = 'waiting';
create index payment_settled on payment_to_be_assigned (created_at desc, id desc) where status <> 'waiting';
create index payment_assigned on payment_to_be_assigned (assigned_echeance_id, payment_for) where assigned_echeance_id is not null;
create index payment_property on payment_to_be_assigned (property_id);
create index payment_origin on payment_to_be_assigned (origin_wire_id) where origin_wire_id is not null;
create index payment_target on payment_to_be_assigned (target_echeance_id) where target_echeance_id is not null;
create unique index payment_of_capital_event on payment_to_be_assigned (capital_event_id) where capital_event_id is not null;

-- How far the job incoming-wires has read the provider's list: moved on only after everything before it was booked.
create table incoming_wire_scan (
  only_row boolean primary key default true check (only_row),
  scanned_until timestamptz not null
);

-- Wires to the platform's own accounts: what it pays rewards from must be in the books like any other money.
create table platform_money_in (
  -- Reference of the posting EXT to PLAT.
  id uuid primary key,
  provider_money_in_id bigint not null unique,
  account text not null check (account in ('PLAT:MAIN', 'PLAT:ORIGINATION', 'PLAT:TAX')),
  amount_cents bigint not null check (amount_cents > 0),
  created_at timestamptz not null,
  event_at timestamptz not null
);
revoke update, delete on platform_money_in from mortar_app;
