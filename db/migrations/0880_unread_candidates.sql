-- A wave goes on past investors whose account cannot be read at the provider, and tells the team of them once.

alter table automatic_funding_candidate add column unread_count integer not null default 0 check (unread_count >= 0);
alter table automatic_funding_wave add column unread_told_at timestamptz;
