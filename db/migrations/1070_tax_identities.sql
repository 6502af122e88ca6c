-- What the yearly file of the tax office asks of an investor beyond the profile. A commune of residence is that of one address: it counts
-- while the investor, or their company, has the same postcode and city; without a code that address was looked at and left open.

create table tax_identity (
  customer_id uuid primary key references customer (id),
  birth_name text,
  usual_name text,
  birth_commune_code text check (birth_commune_code ~ '^(\d\d|2[AB])\d{3}$'),
  birth_commune_name text,
  residence_commune_code text check (residence_commune_code ~ '^(\d\d|2[AB])\d{3}$'),
  residence_commune_name text,
  residence_postcode text,
  residence_city text,
  declared_at timestamptz,
  asked_year integer,
  asked_at timestamptz,
  constraint tax_identity_usual_name check (usual_name is null or birth_name is not null),
  constraint tax_identity_birth check ((birth_commune_code is null) = (birth_commune_name is null)),
  constraint tax_identity_residence check (
    (residence_commune_code is null) = (residence_commune_name is null)
    and (residence_postcode is null) = (residence_city is null)
    and (residence_commune_code is null or residence_postcode is not null)
  ),
  constraint tax_identity_asked check ((asked_year is null) = (asked_at is null))
);
create index tax_identity_asked_at on tax_identity (asked_at) where asked_at is not null;
