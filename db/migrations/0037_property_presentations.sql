-- Presentations of a property: files that administrators put on its page, and take away again.

create table property_presentation (
  id uuid primary key,
  property_id uuid not null references property (id),
  -- As the file was called when it was handed in; shown, never used as a path.
  name text not null check (name <> ''),
  storage_key text not null unique,
  content_type text not null,
  size_bytes integer not null check (size_bytes > 0),
  administrator_id uuid not null,
  administrator_email text not null,
  created_at timestamptz not null
);
create index property_presentation_property on property_presentation (property_id, created_at desc, id desc);
-- A presentation is never changed: another one takes its place.
revoke update on property_presentation from mortar_app;
