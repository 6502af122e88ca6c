-- The note of an invoice without VAT follows from the country by which the VAT was computed, and the SPV's may change before the payment
-- is settled.

alter table company_fee_transfer add column spv_country text;
update company_fee_transfer set spv_country = spv.country
from property join spv on spv.id = property.spv_id
where property.id = company_fee_transfer.property_id;
alter table company_fee_transfer alter column spv_country set not null;
alter table company_fee_transfer add constraint company_fee_transfer_spv_country_check check (spv_country in (
  'France', 'Portugal', 'Angleterre', 'France outre-mer', 'Andorre',
  'Espagne', 'Italie', 'Belgique', 'Suisse', 'Luxembourg', 'Réunion (île)', 'île Maurice', 'Allemagne', 'Pays-Bas', 'Maroc', 'Grèce',
  'Émirats arabes unis'));
