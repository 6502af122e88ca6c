-- The file of a referrer's invoice counts once: for a referrer, or, when none was named, for all of them.

-- SHA-256 of the file; null where it was received before.
alter table referral_invoice add column file_digest bytea check (length(file_digest) = 32);
create unique index referral_invoice_file_once on referral_invoice (file_digest, referrer_customer_id) nulls not distinct
  where file_digest is not null;
