-- Charge-backs as a list, newest first: its pages end at an instant and an id.

alter table charge_back add column id uuid not null default gen_random_uuid();
create unique index charge_back_seen on charge_back (first_seen_at desc, id desc);
