-- Columns that hold one of a few words, and said so in the program alone. Each statement reads its table once under an exclusive lock:
-- milliseconds for the tables of records, about a second for each million of provider_event. Waiting for a lock ends after five seconds.

alter table spv add constraint spv_country_check check (country in ('France', 'Portugal', 'Angleterre', 'France outre-mer', 'Andorre',
  'Espagne', 'Italie', 'Belgique', 'Suisse', 'Luxembourg', 'Réunion (île)', 'île Maurice', 'Allemagne', 'Pays-Bas', 'Maroc', 'Grèce',
  'Émirats arabes unis'));
-- That of the SPV on the day of the schedule.
alter table payment_schedule add constraint payment_schedule_spv_country_check check (spv_country in ('France', 'Portugal', 'Angleterre',
  'France outre-mer', 'Andorre', 'Espagne', 'Italie', 'Belgique', 'Suisse', 'Luxembourg', 'Réunion (île)', 'île Maurice', 'Allemagne',
  'Pays-Bas', 'Maroc', 'Grèce', 'Émirats arabes unis'));

alter table invoice add constraint invoice_reason_check
  check (reason in ('withdrawal-fee', 'management-fees', 'funding-fees', 'fiducie-fees'));

-- The notifications that are followed; nothing else is kept.
alter table provider_event add constraint provider_event_path_check check (path in ('customer-status-changed', 'document-status-changed',
  'customer-temporarily-blocked', 'charge-back', 'account-status-changed', 'profile-status-changed', 'requirement-change',
  'restriction-change'));

-- Why the provider refused a document, in our words.
alter table identity_document add constraint identity_document_refusal_reason_check
  check (refusal_reason in ('refused', 'unreadable', 'expired', 'wrong-type', 'wrong-name', 'duplicate'));
-- What a file is by its bytes.
alter table identity_document add constraint identity_document_content_type_check
  check (content_type in ('application/pdf', 'image/jpeg', 'image/png', 'image/webp'));
alter table referral_invoice add constraint referral_invoice_content_type_check
  check (content_type in ('application/pdf', 'image/jpeg', 'image/png', 'image/webp'));

alter table profile_correction add constraint profile_correction_fields_are_known
  check (fields <@ array['firstName', 'lastName', 'phone', 'street', 'postcode', 'city', 'country']);
