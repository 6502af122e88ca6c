-- Money that arrives: payments that wait for their echeance, direct debits and what banks took back of them, wires to the platform itself.

-- A payment that waits for its echeance: a wire or debit that arrived at the SPV, a transfer between wallets, or a record without a
-- movement. The documents call it wire to be assigned and payment to be assigned.
create table received_payment (
  id uuid primary key,
  -- Null while it is unknown which project of the SPV it is for; its money is then in SPV:<spv>:UNASSIGNED.
  property_id uuid references property (id),
  spv_id uuid not null references spv (id),
  -- chargedBack: the payer's bank took it back; shown as archived. returning: on its way back to its sender; returned: for good.
  status text not null check (status in ('waiting', 'assigned', 'archivedNotAssigned', 'chargedBack', 'returning', 'returned')),
  amount_cents bigint not null check (amount_cents > 0),
  lineage text not null default 'parent' check (lineage in ('parent', 'child')),
  -- Of a split record: the first one of its family, and what that one amounted to.
  origin_wire_id uuid references received_payment (id),
  origin_amount_cents bigint,
  payment text not null check (payment in ('wire', 'p2p', 'other')),
  -- What it is beneath: escrow and other records have no movement at the provider.
  source text not null check (source in ('wire', 'directDebit', 'p2pAuto', 'p2pManual', 'escrow', 'other')),
  debit_account_id text,
  provider_wire_id bigint,
  payment_id uuid references payment (id),
  wallet_transaction_id uuid references wallet_transaction (id),
  -- Set where this is the escrow part of that event, of which there is one at most.
  capital_event_id uuid references capital_event (id),
  payment_date date not null,
  comment text not null default '',
  -- Set while its money is on the way to another project's SPV: it waits, but nobody may assign, split or archive it meanwhile.
  switching_to_property_id uuid references property (id),
  -- Of an escrow transfer: the echeance it is meant for.
  target_echeance_id uuid references echeance (id),
  assigned_echeance_id uuid references echeance (id),
  payment_for text check (payment_for in ('mensualite', 'capitalRepayment')),
  -- Capital paid on the last echeance counts from its day, also when a prorogation has made another echeance the last since; beyond the
  -- repayments due on an earlier one it is surplus.
  on_last_echeance boolean not null default false,
  -- It waited for no project, and its assignment named one: taken back, it waits for none again.
  project_named_by_assignment boolean not null default false,
  assigned_at timestamptz,
  assign_comment text,
  archived_at timestamptz,
  archive_comment text,
  -- Of an archived one, what filled claims of its project that no echeance stands for: it left the books, where the bank had taken it.
  claim_filled_cents bigint not null default 0 check (claim_filled_cents between 0 and amount_cents),
  -- Of an archived record of source other: how much left the books.
  archived_off_provider_cents bigint not null default 0,
  -- Of an archived wire: how much stands for money that was booked outside before; it leaves the books a second time, and is at the provider now.
  covered_cents bigint not null default 0,
  return_payment_id uuid references payment (id),
  created_at timestamptz not null,
  constraint payment_assigned_where check (
    (status = 'assigned') = (assigned_echeance_id is not null)
    and (status = 'assigned') = (payment_for is not null) and (status = 'assigned') = (assigned_at is not null)),
  constraint payment_archived_when check (
    (status in ('archivedNotAssigned', 'chargedBack', 'returning', 'returned')) = (archived_at is not null)
  ),
  constraint payment_returned_by_order check ((status in ('returning', 'returned')) = (return_payment_id is not null)),
  constraint payment_off_provider_parts check (
    archived_off_provider_cents between 0 and amount_cents
    and covered_cents between 0 and amount_cents
    and claim_filled_cents + covered_cents <= amount_cents
  ),
  constraint payment_on_last_echeance check (not on_last_echeance or status in ('assigned', 'chargedBack')),
  constraint payment_split_from check ((lineage = 'child') = (origin_wire_id is not null) and (lineage = 'child') = (origin_amount_cents is not null)),
  constraint payment_switching_waits
    check (switching_to_property_id is null or (status = 'waiting' and payment_id is not null))
);
create index payment_waiting on received_payment (created_at desc, id desc) where status = 'waiting';
create index payment_settled on received_payment (created_at desc, id desc) where status <> 'waiting';
-- Of the list's two other orders.
create index payment_waiting_by_day on received_payment (payment_date desc, id desc) where status = 'waiting';
create index payment_settled_by_day on received_payment (payment_date desc, id desc) where status <> 'waiting';
create index payment_waiting_by_amount on received_payment (amount_cents desc, id desc) where status = 'waiting';
create index payment_settled_by_amount on received_payment (amount_cents desc, id desc) where status <> 'waiting';
create index payment_assigned on received_payment (assigned_echeance_id, payment_for) where assigned_echeance_id is not null;
create index payment_property on received_payment (property_id);
create index payment_origin on received_payment (origin_wire_id) where origin_wire_id is not null;
create index payment_target on received_payment (target_echeance_id) where target_echeance_id is not null;
create unique index payment_of_capital_event on received_payment (capital_event_id) where capital_event_id is not null;
create unique index payment_return_order on received_payment (return_payment_id) where return_payment_id is not null;
-- What the purses of a project, or of an SPV, are derived from.
create index payment_of_no_project on received_payment (spv_id) where property_id is null;
create index payment_off_provider on received_payment (spv_id) where source = 'other';
create index payment_off_provider_of_project on received_payment (property_id) where source = 'other';
create index payment_of_escrow on received_payment (property_id) include (amount_cents)
  where source = 'escrow' and status <> 'archivedNotAssigned';
create index payment_switching on received_payment (property_id) where switching_to_property_id is not null;
create index payment_returning on received_payment (property_id) where status = 'returning';
create index payment_charged_back on received_payment (property_id) where status = 'chargedBack';
create index payment_claim_filled on received_payment (property_id) where claim_filled_cents > 0;
create index payment_covering on received_payment (property_id) where covered_cents > 0;
-- For the search of the console.
create index payment_amount on received_payment (amount_cents, created_at desc);
create index payment_provider_wire on received_payment (provider_wire_id) where provider_wire_id is not null;
create index payment_comment_part on received_payment using gin (lower(comment) gin_trgm_ops);
create trigger proof_mark_project after insert or update or delete on received_payment
  for each row execute function proof_mark_row('project', 'property_id');
create trigger count_payment after insert or delete or update of assigned_echeance_id, payment_for, amount_cents
  on received_payment for each row execute function echeance_count_payment();

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

-- A direct debit of one echeance; the id is the reference at the provider.
create table direct_debit (
  id uuid primary key,
  echeance_id uuid not null references echeance (id),
  -- creating and canceling: the call is on its way.
  status text not null check (status in ('creating', 'scheduled', 'canceling', 'succeeded', 'failed', 'canceled', 'chargedBack')),
  amount_cents bigint not null check (amount_cents > 0),
  collection_date date not null,
  debit_account_id text not null,
  provider_mandate_id bigint not null,
  provider_debit_id bigint unique,
  received_payment_id uuid unique references received_payment (id),
  failure text,
  -- A second debit under the reference of one of ours: it counts for nothing, and its money waits for the administrator.
  second_of uuid references direct_debit (id),
  -- Cancelled to be ordered again for what its echeance lacks then; false once it was, or need not be.
  to_be_reordered boolean not null default false,
  -- Given up, yet the provider may still take it: asked for until then.
  watched_until timestamptz,
  -- W3C Trace Context of the request or job that ordered it; null while nothing is traced.
  traceparent text,
  created_at timestamptz not null,
  -- In the database's own time: the margin after a call is technical.
  last_sent_at timestamptz,
  settled_at timestamptz,
  constraint direct_debit_known check (status in ('creating', 'failed', 'canceled') or provider_debit_id is not null)
);
create unique index direct_debit_one_open on direct_debit (echeance_id)
  where status in ('creating', 'scheduled', 'canceling') and second_of is null;
create index direct_debit_open on direct_debit (collection_date) where status in ('creating', 'scheduled', 'canceling');
create index direct_debit_watched on direct_debit (watched_until) where watched_until is not null;
create index direct_debit_echeance on direct_debit (echeance_id, created_at desc);
create index direct_debit_to_reorder on direct_debit (echeance_id) where to_be_reordered;
create index direct_debit_rejected on direct_debit (settled_at) where status in ('failed', 'chargedBack');

-- What the payer's bank took back of a debit, by the record that it was: how much of it was still there, and what the owner owes again.
create table charge_back_claim (
  received_payment_id uuid primary key references received_payment (id),
  direct_debit_id uuid not null references direct_debit (id),
  property_id uuid not null references property (id),
  -- What the record was assigned to when it was taken back, if anything.
  echeance_id uuid references echeance (id),
  payment_for text check (payment_for in ('mensualite', 'capitalRepayment')),
  amount_cents bigint not null check (amount_cents > 0),
  -- Booked out of the project's purses; the rest had left them.
  returned_cents bigint not null check (returned_cents between 0 and amount_cents),
  -- Of that rest, what had come into MAIN (a fee advanced before) and SURPLUS and was spent from there. What went to the holders and to the
  -- platform is in their own rows.
  kept_main_cents bigint not null default 0 check (kept_main_cents >= 0),
  kept_surplus_cents bigint not null default 0 check (kept_surplus_cents >= 0),
  created_at timestamptz not null,
  constraint charge_back_claim_of_echeance check ((echeance_id is null) = (payment_for is null))
);
create index charge_back_claim_echeance on charge_back_claim (echeance_id) where echeance_id is not null;
create index charge_back_claim_property on charge_back_claim (property_id);
create trigger proof_mark_project after insert or update or delete on charge_back_claim
  for each row execute function proof_mark_row('project', 'property_id');
revoke update, delete on charge_back_claim from mortar_app;
