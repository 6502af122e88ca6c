-- Banners of the home page: each application has its own, and shows at most one.

create table home_news (
  id uuid primary key,
  app_scope text not null check (app_scope in ('investors', 'pdp')),
  is_active boolean not null default false,
  -- A typed, versioned list of blocks; the application checks it before it is written.
  content jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index home_news_one_active_per_scope on home_news (app_scope) where is_active;
create index home_news_newest on home_news (app_scope, created_at desc, id desc);
