-- What administrators do with gift cards: each correction of the address makes a new code, and a blocked card is not redeemed.

alter table gift_card
  add column code_version integer not null default 0 check (code_version >= 0),
  add column blocked_at timestamptz,
  add column block_reason text,
  add constraint gift_card_block check ((blocked_at is null) = (block_reason is null));
create index gift_card_newest on gift_card (created_at desc, id desc);
