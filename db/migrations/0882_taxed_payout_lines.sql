-- The monthly filing needs the gross of every taxed share, also of those whose tax rounds to 0.

drop index payout_line_taxed;
create index payout_line_taxed on payout_line (settled_at) where income_tax_bps + social_bps > 0;
