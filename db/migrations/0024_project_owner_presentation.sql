-- How project owners are presented to investors; ids are UUID v7.

create table project_owner_presentation (
  id uuid primary key,
  name text not null check (name <> ''),
  description text not null check (description <> ''),
  profile_picture_url text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint project_owner_presentation_name_once unique (name)
);
