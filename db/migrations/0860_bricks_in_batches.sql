-- The bricks of a large property are created in batches after its publication: a million rows take longer than a request may.
-- What is still to be created is counted here, and each batch lowers it in its own transaction. Until it is 0 nobody can buy.

alter table property
  add column uncreated_bricks integer not null default 0,
  add constraint property_uncreated_bricks_check check (uncreated_bricks >= 0 and uncreated_bricks <= coalesce(total_bricks, 0));
