-- What the subject of a touch is the id of; 'project', 'funding' and 'bricks' are all a property's, by what changed of it.
alter table ledger_touch add constraint ledger_touch_kind_check check (kind in ('transaction', 'order', 'purchase', 'funding', 'bricks',
  'project', 'run', 'deal', 'seller', 'referral'));
