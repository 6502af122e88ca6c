-- Which mails an investor was sent. Never what they said: some bear codes and links.

create table sent_mail (
  -- The Message-ID's first part, where the mail has one of its own: sent again, it is the same row.
  id uuid primary key,
  customer_id uuid not null references customer (id),
  template text not null,
  subject text not null,
  outcome text not null check (outcome in ('sent', 'failed')),
  -- Of the last attempt.
  created_at timestamptz not null
);
create index sent_mail_customer on sent_mail (customer_id, created_at desc, id desc);
revoke delete on sent_mail from mortar_app;
